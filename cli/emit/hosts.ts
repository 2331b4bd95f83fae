import type { Diagnostic } from '../contract.ts';
import { fileUrl, urlPath } from '../lib/url.ts';
import { ok, type Result } from '../report/result.ts';
import type { OutputFile } from '../routes/types.ts';
import { type HeaderRule, headerRules, type RuleInput, redirectRules } from './host-rules.ts';
import { type NginxInput, nginxConf } from './nginx.ts';

export type Host = 'netlify' | 'cloudflare' | 'nginx';

type FileHost = Exclude<Host, 'nginx'>;

export type HostInput = RuleInput & {
  /** The site's own `_headers` and `_redirects`, which come after and before the generated rules. */
  readonly siteFiles?: { readonly headers?: string; readonly redirects?: string };
  /** Paths of the not-found pages: `/404`, `/de/404`. */
  readonly notFound: readonly string[];
};

/** Returns the folder of a not-found page, without a slash at the end: `''` or `/de`. */
function folderOf(notFound: string): string {
  return notFound.slice(0, notFound.lastIndexOf('/'));
}

/** Returns the paths of a host's configuration files. */
export const hostPaths = (host: Host): readonly string[] =>
  host === 'nginx' ? ['nginx.conf'] : ['_redirects', '_headers'];

/**
 * Returns redirects and headers as a host's configuration files: `_redirects` and `_headers` for Netlify and Cloudflare Pages,
 * `nginx.conf` for nginx. Rules that a host cannot express are omitted with a warning. Netlify and Cloudflare get no
 * caching rule for HTML, which both revalidate by default on every visit.
 */
export function hostFiles(host: Host, input: HostInput): Result<readonly OutputFile[]> {
  if (host === 'nginx') return ok([{ path: 'nginx.conf', content: nginxConf(nginxInput(input)) }]);
  const problems: Diagnostic[] = [];
  const files = [
    { path: '_redirects', content: redirectsFile(host, input, problems) },
    { path: '_headers', content: headersFile(host, input, problems) },
  ];
  return ok(files, problems);
}

const nginxInput = (input: HostInput): NginxInput => ({
  base: input.base,
  headers: headerRules(input),
  redirects: redirectRules(input),
  notFoundFolders: input.notFound.map(folderOf),
});

const hostNames: Readonly<Record<FileHost, string>> = { netlify: 'Netlify', cloudflare: 'Cloudflare Pages' };

/**
 * Suffix of the status. Netlify follows a redirect from the path of an existing file, such as a redirect page, only if
 * it has the suffix `!`; Cloudflare always does, and does not support it.
 */
const forceSuffix: Readonly<Record<FileHost, string>> = { netlify: '!', cloudflare: '' };

function redirectsFile(host: FileHost, input: HostInput, problems: Diagnostic[]): string {
  const lines = redirectRules(input).flatMap(({ path, to, status }) => {
    const patterns = hostPatterns(host, input.base, path);
    if (patterns.length === 0) problems.push(unsupported(hostNames[host], `the redirect from ${path}`));
    return patterns.map((pattern) => `${pattern} ${to} ${status}${forceSuffix[host]}`);
  });
  if (host === 'netlify') {
    const folders = input.notFound.map(folderOf).filter((folder) => folder !== '');
    lines.push(
      ...folders.map((folder) => `${urlPath(input.base, folder)}/* ${urlPath(input.base, folder)}/404.html 404`),
    );
  }
  const siteRedirects = input.siteFiles?.redirects;
  return (
    (siteRedirects === undefined ? '' : `${siteRedirects.trimEnd()}\n`) + lines.map((line) => `${line}\n`).join('')
  );
}

function headersFile(host: FileHost, input: HostInput, problems: Diagnostic[]): string {
  const headersSetBefore = new Set<string>();
  const blocks = headerRules(input).flatMap((rule) => {
    const patterns = hostPatterns(host, input.base, rule.path);
    if (patterns.length === 0) problems.push(unsupported(hostNames[host], `the headers of ${rule.path}`));
    const lines = headerLines(host, rule, headersSetBefore);
    for (const name of Object.keys(rule.headers)) headersSetBefore.add(name.toLowerCase());
    return patterns.map((pattern) => [pattern, ...lines, ''].join('\n'));
  });
  const headersText = input.siteFiles?.headers;
  return [...blocks, ...(headersText === undefined ? [] : [siteHeaders(host, headersText, headersSetBefore)])].join(
    '\n',
  );
}

/** Returns the site's own rules. On Cloudflare each first removes the header that generated rules may have set. */
function siteHeaders(host: FileHost, text: string, headersSetBefore: ReadonlySet<string>): string {
  const lines = text.trimEnd().split('\n');
  if (host === 'netlify') return `${lines.join('\n')}\n`;
  const linesWithRemovals = lines.flatMap((line) => {
    const name = /^\s+([\w-]+)\s*:/.exec(line)?.[1];
    return name !== undefined && headersSetBefore.has(name.toLowerCase()) ? [`  ! ${name}`, line] : [line];
  });
  return `${linesWithRemovals.join('\n')}\n`;
}

/** Cloudflare joins the values of all rules that match a path, so a rule first removes headers that earlier rules may set. */
function headerLines(
  host: FileHost,
  { headers }: HeaderRule,
  headersSetBefore: ReadonlySet<string>,
): readonly string[] {
  const entries = Object.entries(headers);
  const repeated = host === 'cloudflare' ? entries.filter(([name]) => headersSetBefore.has(name.toLowerCase())) : [];
  return [...repeated.map(([name]) => `  ! ${name}`), ...entries.map(([name, value]) => `  ${name}: ${value}`)];
}

/**
 * Translates a path or glob into the host's syntax: `**` at the end is `*`, `*` for a segment is a placeholder. Returns
 * an empty list if there is no equivalent. On Cloudflare `/a/*` does not match `/a`, which gets a pattern of its own.
 */
function hostPatterns(host: FileHost, base: string, path: string): readonly string[] {
  const segments = path.split('/').slice(1);
  const endsInDoubleStar = segments.at(-1) === '**';
  const fixedSegments = endsInDoubleStar ? segments.slice(0, -1) : segments;
  if (fixedSegments.some((segment) => segment.includes('*') && segment !== '*')) return [];
  const patternPath = fixedSegments.map((segment, i) => (segment === '*' ? `/:part${i + 1}` : `/${segment}`)).join('');
  const pattern = base + fileUrl(patternPath);
  if (!endsInDoubleStar) return [pattern];
  return host === 'cloudflare' && pattern !== '' ? [pattern, `${pattern}/*`] : [`${pattern}/*`];
}

function unsupported(host: string, what: string): Diagnostic {
  return {
    code: 'HOST_RULE_UNSUPPORTED',
    severity: 'warning',
    message: `${host} cannot express ${what}; the host's files do not contain it.`,
    hint: 'Set it at the host itself, or change the rule.',
    file: 'config/routes.yaml',
  };
}
