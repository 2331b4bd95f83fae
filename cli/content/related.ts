import type { LocaleIndex, TagIndex } from './content-index.ts';
import type { IndexedEntry } from './read.ts';

/** Number of entries on each side that are compared in the list of a tag. It keeps the run time linear. */
const MAX_NEIGHBOURS = 12;

/** A tag with its rank by frequency, and the index of each of its entries in its list. */
type RankedTag = { readonly rank: number; readonly tag: TagIndex; readonly indexOf: ReadonlyMap<IndexedEntry, number> };

const rankedTags = new WeakMap<LocaleIndex, ReadonlyMap<string, RankedTag>>();

function tagsOf(index: LocaleIndex): ReadonlyMap<string, RankedTag> {
  const cached = rankedTags.get(index);
  if (cached) return cached;
  const ranked = index.tags.map((tag, rank): readonly [string, RankedTag] => [
    tag.tag,
    { rank, tag, indexOf: new Map(tag.entries.map((entry, position) => [entry, position])) },
  ]);
  const tags = new Map(ranked);
  rankedTags.set(index, tags);
  return tags;
}

/**
 * Returns the entries with the most tags in common with the entry at an index of the list. Rare tags count more; ties go
 * to the nearest date.
 */
export function relatedEntries(index: LocaleIndex, position: number, count: number): readonly IndexedEntry[] {
  const entry = index.entries[position];
  if (!entry || count === 0) return [];
  const scores = new Map<IndexedEntry, number>();
  const ranked = tagsOf(index);
  // In the order of their ranks, since the rounding of a sum depends on the order of its terms.
  const tags = entry.tags.flatMap((tag) => ranked.get(tag) ?? []).sort((a, b) => a.rank - b.rank);
  for (const { tag, indexOf } of tags) {
    const ownIndex: number = indexOf.get(entry) ?? -1;
    for (const other of tag.entries.slice(Math.max(0, ownIndex - MAX_NEIGHBOURS), ownIndex + MAX_NEIGHBOURS + 1)) {
      if (other !== entry) scores.set(other, (scores.get(other) ?? 0) + 1 / Math.log2(1 + tag.entries.length));
    }
  }
  const candidates = Array.from(scores, ([other, score]) => ({
    other,
    score,
    distance: Math.abs((index.indexOfFolder.get(other.folder) ?? 0) - position),
  }));
  return candidates
    .sort((a, b) => b.score - a.score || a.distance - b.distance || (a.other.slug < b.other.slug ? -1 : 1))
    .slice(0, count)
    .map(({ other }) => other);
}
