import { trimSlash } from './schema/shared.ts';

/** Why a rule's path or glob cannot be used, completing a sentence; null when it can. */
export function globFault(glob: string): string | null {
  if (!glob.startsWith('/') || /[\s?#{}\\]/.test(glob) || glob.includes('//')) {
    return 'must start with `/` and hold no spaces, `?`, `#`, braces or empty segments';
  }
  const broken = glob.split('/').find((segment) => segment.includes('*') && segment !== '*' && segment !== '**');
  return broken === undefined ? null : `mixes \`*\` with text in \`${broken}\`: \`*\` stands for a whole segment`;
}

export function isGlob(path: string): boolean {
  return path.includes('*');
}

const segmentsOf = (path: string): readonly string[] => trimSlash(path).split('/').slice(1).filter(Boolean);

/** Whether a glob matches a path: `*` is one segment, `**` any number of them, none included. */
export function matchGlob(glob: string, path: string): boolean {
  return matchSegments(segmentsOf(glob), segmentsOf(path));
}

function matchSegments(glob: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = glob;
  if (first === undefined) return path.length === 0;
  if (first === '**') {
    return [...path.keys(), path.length].some((taken) => matchSegments(rest, path.slice(taken)));
  }
  return path.length > 0 && (first === '*' || first === path[0]) && matchSegments(rest, path.slice(1));
}

const rank = (segment: string | undefined): number =>
  segment === undefined ? 0 : segment === '**' ? 1 : segment === '*' ? 2 : 3;

/**
 * Order from the least to the most specific: segment by segment from the left, text over `*` over `**` over the end;
 * a path without stars comes after every glob. Ties go by code unit, so that the order is total.
 */
export function compareGlobs(a: string, b: string): number {
  if (isGlob(a) !== isGlob(b)) return isGlob(a) ? -1 : 1;
  const left = segmentsOf(a);
  const right = segmentsOf(b);
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const order = rank(left[at]) - rank(right[at]);
    if (order !== 0) return order;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}
