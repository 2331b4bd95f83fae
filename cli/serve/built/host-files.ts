import type { HeaderRule } from '../../emit/host-rules.ts';
import { pathMatcher } from '../../lib/path-rules.ts';
import { decodePart, encodePath } from '../../lib/url.ts';

/**
 * Redirects and headers by path, from `_redirects` and `_headers` as Netlify and Cloudflare Pages read them. Paths
 * include the base.
 */
export type HostRules = {
  /** Returns the encoded target of a decoded path's redirect, or null if the path has none. */
  readonly redirect: (path: string) => { readonly to: string; readonly status: number } | null;
  readonly headers: (path: string) => Readonly<Record<string, string>>;
};

/**
 * Parses the contents of `_redirects` and `_headers`. Ignores redirect lines whose status is not a redirect, such as
 * 404. If several header blocks set one header, the last one wins.
 */
export function hostRules(redirectsText: string, headersText: string): HostRules {
  const redirectRules = linesOf(redirectsText).flatMap((line) => {
    const [from = '', to = '', code = '301'] = line.split(/\s+/);
    const status = Number.parseInt(code, 10);
    return status >= 300 && status < 400 ? [{ from, matches: pathMatcher(hostGlob(from)), to, status }] : [];
  });
  const blocks = headerBlocks(headersText).map((block) => ({ ...block, matches: pathMatcher(block.glob) }));
  return {
    redirect: (path) => {
      const rule = redirectRules.find(({ matches }) => matches(path));
      return rule ? { to: encodePath(filledTarget(rule, path)), status: rule.status } : null;
    },
    headers: (path) => {
      const headersByName = new Map<string, readonly [name: string, value: string]>();
      for (const { matches, lines } of blocks) {
        if (!matches(path)) continue;
        for (const [name, value] of lines) {
          if (value === null) headersByName.delete(name.toLowerCase());
          else headersByName.set(name.toLowerCase(), [name, value]);
        }
      }
      return Object.fromEntries(headersByName.values());
    },
  };
}

/**
 * Parses a site's own `_headers` file and returns its rules in file order. Rules for paths outside `base` are dropped;
 * the others get paths without base.
 */
export function siteHeaderRules(text: string, base: string): readonly HeaderRule[] {
  return headerBlocks(text).flatMap(({ glob, lines }) => {
    if (!`${glob}/`.startsWith(`${base}/`)) return [];
    const setHeaders = lines.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
    return [{ path: glob.slice(base.length) || '/', headers: Object.fromEntries(setHeaders) }];
  });
}

const linesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));

type HeaderBlock = { readonly glob: string; readonly lines: (readonly [name: string, value: string | null])[] };

/**
 * Parses `_headers`: an unindented line is a path pattern, the indented lines after it are its headers. `! Name` (value
 * null) removes a header that an earlier block set.
 */
function headerBlocks(text: string): readonly HeaderBlock[] {
  const blocks: HeaderBlock[] = [];
  for (const line of linesOf(text)) {
    if (!/^\s/.test(line)) {
      blocks.push({ glob: hostGlob(line.trim()), lines: [] });
      continue;
    }
    const [, isRemoved, name = '', value = ''] = /^\s+(?:(!)\s*)?([^:\s]+)\s*:?\s*(.*?)\s*$/.exec(line) ?? [];
    blocks.at(-1)?.lines.push([name, isRemoved ? null : value]);
  }
  return blocks;
}

/**
 * Converts a host's path pattern to a glob: a `*` at the end becomes `**`, `:name` becomes `*`. `/a/*` also matches
 * `/a`, as it does on Netlify.
 */
function hostGlob(pattern: string): string {
  const segments = decodePart(pattern).split('/');
  const glob = segments.map((segment, i) => {
    if (segment.startsWith(':')) return '*';
    return segment === '*' && i === segments.length - 1 ? '**' : segment;
  });
  return glob.join('/');
}

/** Returns the target of a redirect, in which `:splat` and `:name` stand for what `*` and `:name` of its path match. */
function filledTarget({ from, to }: { readonly from: string; readonly to: string }, path: string): string {
  const segments = path.split('/');
  const values = new Map<string, string>();
  for (const [i, segment] of decodePart(from).split('/').entries()) {
    if (segment.startsWith(':')) values.set(segment.slice(1), segments[i] ?? '');
    else if (segment === '*') values.set('splat', segments.slice(i).join('/'));
  }
  return to.replace(/:(\w+)/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : encodeURI(value);
  });
}
