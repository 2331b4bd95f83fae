import type { IndexedEntry, LocaleIndex } from './collect.ts';

/** Entries compared on each side in the list of a tag. Keeps the run time linear in the number of entries. */
const MAX_DISTANCE = 12;

/** Returns the entries with the most tags in common with the entry at index `at`; rare tags count more, ties go to the nearest date. */
export function relatedEntries(index: LocaleIndex, at: number, count: number): readonly IndexedEntry[] {
  const entry = index.entries[at];
  if (!entry || count === 0) return [];
  const scores = new Map<IndexedEntry, number>();
  for (const tag of index.tags) {
    if (!entry.tags.includes(tag.tag)) continue;
    const here = tag.entries.indexOf(entry);
    for (const other of tag.entries.slice(Math.max(0, here - MAX_DISTANCE), here + MAX_DISTANCE + 1)) {
      if (other !== entry) scores.set(other, (scores.get(other) ?? 0) + 1 / Math.log2(1 + tag.entries.length));
    }
  }
  const distance = (other: IndexedEntry) => Math.abs((index.indexOfFolder.get(other.folder) ?? 0) - at);
  return [...scores]
    .sort(([a, x], [b, y]) => y - x || distance(a) - distance(b) || (a.slug < b.slug ? -1 : 1))
    .slice(0, count)
    .map(([other]) => other);
}
