/**
 * Returns the candidate that `word` was most likely meant to be, or null if none is similar. It accepts one edit for
 * words of up to four letters, else about a third of the longer word's length. Case is ignored. Ties go to the earlier
 * candidate.
 */
export function suggest(word: string, candidates: readonly string[]): string | null {
  const lowerCaseWord = word.toLowerCase();
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const longest = Math.max(word.length, candidate.length);
    const limit = longest <= 4 ? 1 : Math.floor(longest / 3) + 1;
    if (Math.abs(word.length - candidate.length) > limit) continue;
    const distance = editDistance(lowerCaseWord, candidate.toLowerCase());
    if (distance > limit || distance >= longest || distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/**
 * Returns the optimal string alignment distance (restricted Damerau-Levenshtein): the minimum number of insertions,
 * deletions, substitutions and swaps of neighbours that turn `a` into `b`, in UTF-16 units.
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let distance = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        distance = Math.min(distance, beforeLast[column - 2]! + 1);
      }
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}

/** Returns a hint for a path of a site that was written with backslashes; null for other paths. */
export const slashHint = (path: string): string | null =>
  path.includes('\\') ? `Write \`${path.replaceAll('\\', '/')}\`: paths of a site have \`/\` on every system.` : null;
