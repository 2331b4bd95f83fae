import { globPattern, isGlob } from '../lib/path-rules.ts';
import { withBase } from '../lib/url.ts';
import type { OutputFile } from '../routes/types.ts';
import { folderOf, type HostInput, headerRules, redirectRules } from './host-rules.ts';

type Header = { readonly name: string; readonly rules: readonly (readonly [path: string, value: string])[] };

/**
 * `nginx.conf`, for the `http` block. Maps pick a header's value by the path that was asked for (`$uri` changes on
 * the way to `index.html`); nginx tries exact names first, then patterns in order, so the most specific stand first.
 */
export function nginxFile(input: HostInput): readonly OutputFile[] {
  const headers = headersByName(input);
  const redirects = redirectRules(input).map(
    ({ path, to, status }) =>
      `    if ($site_path ~ ${quoted(`^${pattern(input.base, path)}$`)}) { return ${status} ${text(to)}; }`,
  );
  const lines = [
    '# Include this in the http block. The output folder is below `root`, at the path of the base.',
    '# nginx has no escape for a dollar sign in a text, so texts take it from here.',
    `geo ${dollar} { default "$"; }`,
    'map $request_uri $site_path {',
    '    "~^(?<site_path_only>[^?]*)" $site_path_only;',
    '}',
    ...headers.flatMap((header, i) => headerMap(header, `$site_header_${i}`, input.base)),
    'map $site_path $site_not_found {',
    `    default ${quoted(withBase(input.base, '/404.html'))};`,
    ...input.notFound.map(folderOf).flatMap((folder) => notFoundLine(input.base, folder)),
    '}',
    'server {',
    '    listen 80;',
    '    root /srv/www;',
    '    gzip_static on;',
    '    error_page 404 $site_not_found;',
    ...headers.map(({ name }, i) => `    add_header ${quoted(name)} $site_header_${i} always;`),
    ...redirects,
    '    location / {',
    '        try_files $uri $uri/index.html =404;',
    '    }',
    '}',
    '',
  ];
  return [{ path: 'nginx.conf', content: lines.join('\n') }];
}

/** HTML and all else that no rule names is asked for again at each visit. */
function headersByName(input: HostInput): readonly Header[] {
  const found = new Map<string, { name: string; rules: [string, string][] }>();
  for (const { path, headers } of [{ path: '/**', headers: { 'Cache-Control': 'no-cache' } }, ...headerRules(input)]) {
    for (const [name, value] of Object.entries(headers)) {
      const header = found.get(name.toLowerCase()) ?? { name, rules: [] };
      found.set(name.toLowerCase(), header);
      header.rules.unshift([path, value]);
    }
  }
  return [...found.values()];
}

function headerMap({ rules }: Header, variable: string, base: string): readonly string[] {
  const keys = new Set<string>();
  const lines = rules.flatMap(([path, value]) => {
    const key = isGlob(path) ? `~^${pattern(base, path)}$` : withBase(base, path);
    if (keys.has(key)) return [];
    keys.add(key);
    return [`    ${quoted(key)} ${text(value)};`];
  });
  return [`map $site_path ${variable} {`, '    default "";', ...lines, '}'];
}

function pattern(base: string, path: string): string {
  return globPattern(withBase(base, path));
}

function notFoundLine(base: string, folder: string): readonly string[] {
  if (folder === '') return [];
  return [`    ${quoted(`~^${pattern(base, `${folder}/**`)}$`)} ${quoted(withBase(base, `${folder}/404.html`))};`];
}

const dollar = '$site_dollar';

/** A text in which nginx fills in nothing. */
function text(value: string): string {
  return quoted(value).replaceAll('$', '${site_dollar}');
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
