import type { Diagnostic } from '../contract.ts';
import { withBase } from '../lib/url.ts';
import { ok, type Result } from '../report/result.ts';
import type { OutputFile } from '../routes/types.ts';
import { folderOf, type HeaderRule, type HostInput, headerRules, redirectRules, unsupported } from './host-rules.ts';
import { nginxFile } from './nginx.ts';

export type Host = 'netlify' | 'cloudflare' | 'nginx';

type FileHost = Exclude<Host, 'nginx'>;

/** Names of a host's own files. */
export const hostPaths = (host: Host): readonly string[] =>
  host === 'nginx' ? ['nginx.conf'] : ['_redirects', '_headers'];

/**
 * Redirects and headers in the host's own files: `_redirects` and `_headers` for Netlify and Cloudflare Pages,
 * `nginx.conf` for nginx. Rules that a host cannot express are left out with a warning. Neither Netlify nor
 * Cloudflare gets a caching rule for HTML: both revalidate it at each visit unless told otherwise.
 */
export function hostFiles(host: Host, input: HostInput): Result<readonly OutputFile[]> {
  if (host === 'nginx') return ok(nginxFile(input));
  const problems: Diagnostic[] = [];
  const files = [
    { path: '_redirects', content: redirectsFile(host, input, problems) },
    { path: '_headers', content: headersFile(host, input, problems) },
  ];
  return ok(files, problems);
}

const names: Readonly<Record<FileHost, string>> = { netlify: 'Netlify', cloudflare: 'Cloudflare Pages' };

// Netlify follows a redirect from the path of an existing file (our redirect page) only when told to by `!`;
// Cloudflare always does, and does not know the mark.
const force: Readonly<Record<FileHost, string>> = { netlify: '!', cloudflare: '' };

function redirectsFile(host: FileHost, input: HostInput, problems: Diagnostic[]): string {
  const lines = redirectRules(input).flatMap(({ path, to, status }) => {
    const patterns = hostPatterns(host, input.base, path);
    if (patterns.length === 0) problems.push(unsupported(names[host], `the redirect from ${path}`));
    return patterns.map((pattern) => `${pattern} ${to} ${status}${force[host]}`);
  });
  if (host === 'netlify') {
    const folders = input.notFound.map(folderOf).filter((folder) => folder !== '');
    lines.push(
      ...folders.map((folder) => `${withBase(input.base, folder)}/* ${withBase(input.base, folder)}/404.html 404`),
    );
  }
  return lines.map((line) => `${line}\n`).join('');
}

function headersFile(host: FileHost, input: HostInput, problems: Diagnostic[]): string {
  const seen = new Set<string>();
  const blocks = headerRules(input).flatMap((rule) => {
    const patterns = hostPatterns(host, input.base, rule.path);
    if (patterns.length === 0) problems.push(unsupported(names[host], `the headers of ${rule.path}`));
    const lines = headerLines(host, rule, seen);
    for (const name of Object.keys(rule.headers)) seen.add(name.toLowerCase());
    return patterns.map((pattern) => [pattern, ...lines, ''].join('\n'));
  });
  return blocks.join('\n');
}

/** Cloudflare joins the values of all rules that fit a path, so a rule takes off what an earlier one may have set. */
function headerLines(host: FileHost, { headers }: HeaderRule, seen: ReadonlySet<string>): readonly string[] {
  const entries = Object.entries(headers);
  const again = host === 'cloudflare' ? entries.filter(([name]) => seen.has(name.toLowerCase())) : [];
  return [...again.map(([name]) => `  ! ${name}`), ...entries.map(([name, value]) => `  ${name}: ${value}`)];
}

/**
 * A path or glob in the hosts' syntax: `**` at the end is `*`, `*` for a segment is a placeholder. None where it
 * has no equal. On Cloudflare `/a/*` leaves out `/a` itself, which then has a pattern of its own.
 */
function hostPatterns(host: FileHost, base: string, path: string): readonly string[] {
  const segments = path.split('/').slice(1);
  const open = segments.at(-1) === '**';
  const inner = open ? segments.slice(0, -1) : segments;
  if (inner.some((segment) => segment.includes('*') && segment !== '*')) return [];
  const named = inner.map((segment, i) => (segment === '*' ? `/:part${i + 1}` : `/${segment}`)).join('');
  const pattern = withBase(base, named);
  if (!open) return [pattern];
  return host === 'cloudflare' && pattern !== '' ? [pattern, `${pattern}/*`] : [`${pattern}/*`];
}
