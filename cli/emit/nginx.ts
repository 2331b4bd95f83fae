import { globPattern, trimSlash } from '../lib/path-rules.ts';
import { fileUrl, urlPath } from '../lib/url.ts';
import type { HeaderRule, RedirectRule } from './host-rules.ts';

export type NginxInput = {
  readonly base: string;
  /** From the least to the most specific. */
  readonly headers: readonly HeaderRule[];
  /** From the most to the least specific. */
  readonly redirects: readonly RedirectRule[];
  /** Folders of not-found pages, without a slash at the end: `''`, `/de`. */
  readonly notFoundFolders: readonly string[];
};

type NginxHeader = { readonly name: string; readonly rules: readonly (readonly [path: string, value: string])[] };

/**
 * Returns `nginx.conf`, for the `http` block. Maps select a header's value by the requested path (`$uri` changes when
 * nginx resolves it to `index.html`). All keys are patterns, which nginx tries in order, so the most specific come first: it
 * ignores the case of other keys.
 */
export function nginxConf(input: NginxInput): string {
  const headers = headersByName(input.headers);
  const redirects = input.redirects.map(
    ({ path, to, status }) =>
      `    if ($site_path ~ ${quoted(pathRegex(input.base, path))}) { return ${status} ${target(to)}; }`,
  );
  // What `sitegen serve --built` does not serve either: files for hosts, and names with a dot in front.
  const hidden = ['/nginx.conf', '/_headers', '/_redirects'].map((path) => globPattern(urlPath(input.base, path)));
  const lines = [
    '# Include this in the http block. The output folder is below `root`, at the path of the base.',
    '# nginx has no escape for a dollar sign in a text, so texts take it from here.',
    `geo ${dollarVariable} { default "$"; }`,
    'map $request_uri $site_path {',
    '    "~^(?<site_path_only>[^?]*)" $site_path_only;',
    '}',
    ...headers.flatMap((header, i) => headerMap(header, `$site_header_${i}`, input.base)),
    'map $site_path $site_not_found {',
    `    default ${quoted(urlPath(input.base, '/404.html'))};`,
    ...input.notFoundFolders.flatMap((folder) => notFoundLine(input.base, folder)),
    '}',
    'server {',
    '    listen 80;',
    '    root /srv/www;',
    '    charset utf-8;',
    '    gzip_static on;',
    '    # Behind a proxy, or a port that is mapped, visitors have another address than this server.',
    '    absolute_redirect off;',
    '    error_page 404 $site_not_found;',
    ...headers.map(({ name }, i) => `    add_header ${quoted(name)} $site_header_${i} always;`),
    ...redirects,
    `    location ~ ${quoted(`^(?:${hidden.join('|')})$|/\\.(?!well-known(?:/|$))`)} { return 404; }`,
    '    location / {',
    '        try_files $uri $uri/index.html =404;',
    '    }',
    '}',
    '',
  ];
  return lines.join('\n');
}

/** Returns header values by name, the most specific first. Browsers revalidate HTML and all other files without a rule. */
function headersByName(rules: readonly HeaderRule[]): readonly NginxHeader[] {
  const rulesByName = new Map<string, { name: string; rules: [string, string][] }>();
  for (const { path, headers } of [{ path: '/**', headers: { 'Cache-Control': 'no-cache' } }, ...rules]) {
    for (const [name, value] of Object.entries(headers)) {
      const header = rulesByName.get(name.toLowerCase()) ?? { name, rules: [] };
      rulesByName.set(name.toLowerCase(), header);
      header.rules.unshift([path, value]);
    }
  }
  return [...rulesByName.values()];
}

function headerMap({ rules }: NginxHeader, variable: string, base: string): readonly string[] {
  const keys = new Set<string>();
  const lines = rules.flatMap(([path, value]) => {
    const key = `~${pathRegex(base, path)}`;
    if (keys.has(key)) return [];
    keys.add(key);
    return [`    ${quoted(key)} ${quotedLiteral(value)};`];
  });
  return [`map $site_path ${variable} {`, '    default "";', ...lines, '}'];
}

/** Returns a pattern of the paths of a rule, with and without a trailing slash, and with percent escapes in any case. */
function pathRegex(base: string, path: string): string {
  const pattern = globPattern(trimSlash(base + fileUrl(path)));
  const anyCase = (digit: string): string => `[${digit}${digit.toLowerCase()}]`;
  return `^${pattern.replace(/%[\dA-F]{2}/g, (code) => code.replace(/[A-F]/g, anyCase))}/?$`;
}

/** Returns the target of a redirect, with the query of the request if it has none. */
function target(to: string): string {
  const [path = '', ...fragment] = to.split('#');
  const query = path.includes('?') ? '' : '$is_args$args';
  return quotedLiteral(path).replace(/"$/, `${query}${quotedLiteral(['', ...fragment].join('#')).slice(1)}`);
}

function notFoundLine(base: string, folder: string): readonly string[] {
  if (folder === '') return [];
  return [`    ${quoted(`~${pathRegex(base, `${folder}/**`)}`)} ${quoted(urlPath(base, `${folder}/404.html`))};`];
}

const dollarVariable = '$site_dollar';

/** Quotes a text in which nginx must not replace variables. */
function quotedLiteral(value: string): string {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are nginx's.
  return quoted(value).replaceAll('$', '${site_dollar}');
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
