import type { BuildMeta, RouteRule } from '../contract.ts';

/**
 * Returns whether a path matches. This module defines the syntax, order and matching of the paths and globs of redirect
 * and header rules. The configuration, the emitted host files, both servers and the browser's router use it, so that a
 * rule means the same in each.
 *
 * A glob is a path in which `*` stands for one segment or, beside text, for a part of one, which may be empty. The
 * segment `**` stands for any number of segments, including none. Matching ignores a trailing slash on either side.
 */
export type PathMatcher = (path: string) => boolean;

/** Rules by path or glob. */
export type Rules = Readonly<Record<string, RouteRule>>;

export const isGlob = (path: string): boolean => path.includes('*');

/** Returns a function that checks whether a path matches a rule's path or glob. */
export function pathMatcher(rulePath: string): PathMatcher {
  if (!isGlob(rulePath)) {
    const exact = trimSlash(rulePath);
    return (path) => trimSlash(path) === exact;
  }
  const regex = new RegExp(`^${globPattern(trimSlash(rulePath))}/?$`);
  return (path) => regex.test(path);
}

/**
 * Returns the source of a regular expression, without anchors, that matches the paths of a glob. A final `**` matches
 * any rest of the path, including empty segments.
 */
export function globPattern(glob: string): string {
  const segments = glob.split('/').slice(1);
  return segments
    .map((segment, i) => {
      if (segment === '**') return i === segments.length - 1 ? '(?:/.*)?' : '(?:/[^/]+)*';
      if (segment === '*') return '/[^/]+';
      return `/${segment.split('*').map(escapeRegex).join('[^/]*')}`;
    })
    .join('');
}

/**
 * Compares two rule paths by specificity; negative if `a` is less specific. Every glob comes before every exact path.
 * Segments are compared from the left, in ascending order: no segment, `**`, `*`, text with a star, plain text. Ties
 * are ordered by code unit, so that the order is total.
 */
export function compareRulePaths(a: string, b: string): number {
  if (isGlob(a) !== isGlob(b)) return isGlob(a) ? -1 : 1;
  const left = segmentsOf(a);
  const right = segmentsOf(b);
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const order = specificity(left[i]) - specificity(right[i]);
    if (order !== 0) return order;
  }
  return compareText(a, b);
}

/**
 * Returns the rules in the form of the build manifest: exact paths sorted by name, globs from the least to the most
 * specific.
 */
export function matcherOf(rules: Rules): BuildMeta['matcher'] {
  const entries = Object.entries(rules);
  return {
    static: Object.fromEntries(entries.filter(([path]) => !isGlob(path)).sort(([a], [b]) => compareText(a, b))),
    wildcard: entries.filter(([path]) => isGlob(path)).sort(([a], [b]) => compareRulePaths(a, b)),
  };
}

/**
 * Returns the target of a path's redirect: that of its exact rule, or else of the most specific glob with a redirect,
 * or null.
 */
export function redirectTarget({ static: exact, wildcard }: BuildMeta['matcher'], path: string): string | null {
  const rule =
    exact[trimSlash(path)]?.redirect ??
    wildcard.findLast(([glob, { redirect }]) => redirect && pathMatcher(glob)(path))?.[1].redirect;
  return rule?.to ?? null;
}

/** Returns a path without the slashes at its end; `/` stays. */
export const trimSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);

const segmentsOf = (path: string): readonly string[] => path.split('/').filter(Boolean);

function specificity(segment: string | undefined): number {
  if (segment === undefined) return 0;
  if (segment === '**') return 1;
  if (segment === '*') return 2;
  return isGlob(segment) ? 3 : 4;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const escapeRegex = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
