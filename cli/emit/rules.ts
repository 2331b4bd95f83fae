import type { BuildMeta, RouteRule } from '../contract.ts';

export type Rules = Readonly<Record<string, RouteRule>>;

/** Exact paths sorted by name, globs sorted from the least to the most specific. */
export function matcherOf(rules: Rules): BuildMeta['matcher'] {
  const entries = Object.entries(rules);
  const exact = entries.filter(([path]) => !isGlob(path));
  const globs = entries.filter(([path]) => isGlob(path));
  return {
    static: Object.fromEntries(exact.sort(([a], [b]) => compareText(a, b))),
    wildcard: globs.sort(([a], [b]) => compareGlobs(a, b)),
  };
}

export function isGlob(path: string): boolean {
  return path.includes('*');
}

/**
 * Negative where `a` is less specific than `b`. Segments are compared from the left: `**` is less specific than
 * `*`, that less than a name with a star in it, and that less than a plain name; of two globs where one begins
 * with the other, the longer is more specific. The rest is alphabetical.
 */
export function compareGlobs(a: string, b: string): number {
  const left = a.split('/').map(rank);
  const right = b.split('/').map(rank);
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const difference = (left[i] as number) - (right[i] as number);
    if (difference !== 0) return difference;
  }
  return left.length - right.length || compareText(a, b);
}

function rank(segment: string): number {
  if (segment === '**') return 0;
  if (segment === '*') return 1;
  return segment.includes('*') ? 2 : 3;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Regular expression, without anchors, for the paths of a glob: `/**` at the end also stands for nothing. */
export function globPattern(glob: string): string {
  const segments = glob.split('/').slice(1);
  return segments
    .map((segment, i) => {
      if (segment === '**') return i === segments.length - 1 ? '(?:/.*)?' : '(?:/[^/]+)*';
      if (segment === '*') return '/[^/]+';
      return `/${segment.split('*').map(quote).join('[^/]*')}`;
    })
    .join('');
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
