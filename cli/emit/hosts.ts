import type { Diagnostic } from '../contract.ts';
import { compareRulePaths, matcherOf, type Rules } from '../lib/path-rules.ts';
import { fileUrl, urlPath } from '../lib/url.ts';
import { ok, type Result } from '../report/result.ts';
import type { OutputFile } from '../routes/types.ts';
import { type NginxInput, nginxConf } from './nginx.ts';

export type Host = 'netlify' | 'cloudflare' | 'nginx';

type FileHost = Exclude<Host, 'nginx'>;

export type HostInput = {
  readonly base: string;
  readonly rules: Rules;
  /** Value of `Content-Security-Policy`, or null for none. */
  readonly csp: string | null;
  /** Policies of paths that have one of their own, by path or glob. */
  readonly pathPolicies?: Readonly<Record<string, string>>;
  /** The site's own `_headers` and `_redirects`, which come after and before the generated rules. */
  readonly siteFiles?: { readonly headers?: string; readonly redirects?: string };
  /** Paths of the not-found pages: `/404`, `/de/404`. */
  readonly notFound: readonly string[];
};

export type HeaderRule = { readonly path: string; readonly headers: Readonly<Record<string, string>> };
export type RedirectRule = { readonly path: string; readonly to: string; readonly status: number };

/**
 * Disables browser features for pages and embedded documents. The header of a rule for `/**` in `config/routes.yaml`
 * replaces it.
 */
const permissionsPolicy = { 'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()' };

const immutableHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * Returns headers by path or glob, from the least to the most specific; the last matching rule sets a header. The
 * policies apply to all paths. Files with a hash in their names are cached for a year, `latest.json` not at all. The
 * site's own rules come last.
 */
export function headerRules(input: HostInput): readonly HeaderRule[] {
  const { static: exact, wildcard } = matcherOf(input.rules);
  return [
    {
      path: '/**',
      headers: { ...(input.csp === null ? {} : { 'Content-Security-Policy': input.csp }), ...permissionsPolicy },
    },
    ...Object.entries(input.pathPolicies ?? {})
      .sort(([a], [b]) => compareRulePaths(a, b))
      .map(([path, csp]) => ({ path, headers: { 'Content-Security-Policy': csp } })),
    { path: '/assets/**', headers: immutableHeaders },
    { path: '/builds/meta/**', headers: immutableHeaders },
    { path: '/builds/latest.json', headers: { 'Cache-Control': 'no-cache' } },
    ...[...wildcard, ...Object.entries(exact)].flatMap(([path, { headers }]) => (headers ? [{ path, headers }] : [])),
  ];
}

/** Returns redirects from the most to the least specific: hosts apply the first match. Targets include the base. */
export function redirectRules(input: HostInput): readonly RedirectRule[] {
  const { static: exact, wildcard } = matcherOf(input.rules);
  return [...Object.entries(exact), ...wildcard.toReversed()].flatMap(([path, { redirect }]) =>
    redirect ? [{ path, to: targetOf(input.base, redirect.to), status: redirect.status }] : [],
  );
}

function targetOf(base: string, to: string): string {
  return urlPath(to.startsWith('/') ? base : '', to);
}

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
