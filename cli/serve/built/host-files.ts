import type { HeaderRule } from '../../emit/hosts.ts';
import { pathMatcher } from '../../lib/path-rules.ts';

/** The rules of `_redirects` and `_headers`, as Netlify and Cloudflare Pages read them. Paths are with base. */
export type HostRules = {
  /** Target of a decoded path, or null for a path without redirect. */
  readonly redirect: (path: string) => { readonly to: string; readonly status: number } | null;
  readonly headers: (path: string) => Readonly<Record<string, string>>;
};

/** Reads the two files. Lines with a status that is no redirect, such as 404, are left out. */
export function hostRules(redirects: string, headers: string): HostRules {
  const moves = linesOf(redirects).flatMap((line) => {
    const [from = '', to = '', code = '301'] = line.split(/\s+/);
    const status = Number.parseInt(code, 10);
    return status >= 300 && status < 400 ? [{ matches: pathMatcher(hostGlob(from)), to, status }] : [];
  });
  const blocks = headerBlocks(headers).map((block) => ({ ...block, matches: pathMatcher(block.glob) }));
  return {
    redirect: (path) => moves.find(({ matches }) => matches(path)) ?? null,
    headers: (path) => {
      const found = new Map<string, readonly [name: string, value: string]>();
      for (const { matches, lines } of blocks) {
        if (!matches(path)) continue;
        for (const [name, value] of lines) {
          if (value === null) found.delete(name.toLowerCase());
          else found.set(name.toLowerCase(), [name, value]);
        }
      }
      return Object.fromEntries(found.values());
    },
  };
}

/** The rules of a site's own `_headers` below a base, in order, as paths without base. */
export function ownHeaderRules(text: string, base: string): readonly HeaderRule[] {
  return headerBlocks(text).flatMap(({ glob, lines }) => {
    if (!`${glob}/`.startsWith(`${base}/`)) return [];
    const set = lines.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
    return [{ path: glob.slice(base.length) || '/', headers: Object.fromEntries(set) }];
  });
}

const linesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));

type Block = { readonly glob: string; readonly lines: (readonly [name: string, value: string | null])[] };

/** A pattern at the start of a line, then its headers indented; `! Name` takes a header off again. */
function headerBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  for (const line of linesOf(text)) {
    if (!/^\s/.test(line)) {
      blocks.push({ glob: hostGlob(line.trim()), lines: [] });
      continue;
    }
    const [, off, name = '', value = ''] = /^\s+(?:(!)\s*)?([^:\s]+)\s*:?\s*(.*?)\s*$/.exec(line) ?? [];
    blocks.at(-1)?.lines.push([name, off ? null : value]);
  }
  return blocks;
}

/**
 * The glob of a host's pattern: `*` at the end is `**`, `:name` is `*`. `/a/*` matches `/a` too, as at Netlify.
 */
function hostGlob(pattern: string): string {
  const segments = decodePath(pattern).split('/');
  const glob = segments.map((segment, i) => {
    if (segment.startsWith(':')) return '*';
    return segment === '*' && i === segments.length - 1 ? '**' : segment;
  });
  return glob.join('/');
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
