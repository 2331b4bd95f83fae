import type { Json } from '../contract.ts';
import type { IndexedEntry } from './read.ts';
import { inTreeOrder } from './tree.ts';

/** Returns entries in the order of `sort`. */
export function sortEntries(entries: readonly IndexedEntry[], sort: string): readonly IndexedEntry[] {
  if (sort === '-date') return newestFirst(entries);
  if (sort === 'order') return inTreeOrder(entries);
  const field = sort.replace(/^-/, '');
  const sign = sort.startsWith('-') ? -1 : 1;
  return entries.toSorted(
    (a, b) => sign * compare(sortValue(a, field), sortValue(b, field)) || compare(a.folder, b.folder),
  );
}

/** Returns the value by which an entry is sorted: a field, or else a property of the entry. */
export function sortValue(entry: IndexedEntry, field: string): Json | undefined {
  const value = entry.fields[field];
  return value === undefined ? (entry as unknown as { readonly [key: string]: Json })[field] : value;
}

/** Compares numbers and texts. Missing values come last. */
function compare(a: Json | undefined, b: Json | undefined): number {
  if (a === b) return 0;
  if (a === undefined || a === null || a === '') return 1;
  if (b === undefined || b === null || b === '') return -1;
  return a < b ? -1 : 1;
}

/** Sorts by day, of which there are fewer than entries, then by slug. */
function newestFirst(entries: readonly IndexedEntry[]): readonly IndexedEntry[] {
  const byDate = groupBy(entries, (entry) => entry.date);
  const dates = [...byDate.keys()].sort((a, b) => (a < b ? 1 : -1));
  return dates.flatMap((date) => {
    const day = byDate.get(date) as IndexedEntry[];
    return day.length === 1 ? day : day.sort((a, b) => (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0));
  });
}

/** Returns items by key, in their order. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
