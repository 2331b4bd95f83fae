import type { CollectionIndex, ContentIndex } from '../content/content-index.ts';
import type { PlannedRoute, RouteTable } from '../routes/types.ts';

/** One of `count` shards of a site, counted from 1. */
export type Shard = { readonly index: number; readonly count: number };

/** Reads `3/16`. Null for what is no shard. */
export function parseShard(text: string): Shard | null {
  const [, index, count] = /^(\d{1,5})\/(\d{1,5})$/.exec(text)?.map(Number) ?? [];
  return index && count && index <= count ? { index, count } : null;
}

/** Returns the name of the folder of a shard's part. */
export const partName = ({ index, count }: Shard): string => `${index}-of-${count}`;

/**
 * Returns the pages of a shard. A page and its versions in other locales are in one shard, since each links to the
 * others only if they pass their validity check. Neighbours go to different shards, so that all shards have pages of each kind.
 */
export function routesOf(table: RouteTable, { index, count }: Shard): RouteTable {
  const groups = new Map<string, number>();
  const routes = table.routes.filter((route) => {
    const group = groupOf(route);
    const at = groups.get(group) ?? groups.size;
    groups.set(group, at);
    return at % count === index - 1;
  });
  return { routes, byPath: table.byPath };
}

/** Returns the first path of a page's versions. */
const groupOf = ({ path, alternates }: PlannedRoute): string => Object.values(alternates).sort()[0] ?? path;

/** Returns the content with only those published entries that pages of a shard are made from. */
export function entriesOf(content: ContentIndex, { routes }: RouteTable): ContentIndex {
  const shownEntries = new Set(
    routes.map(({ source, locale }) =>
      source.kind === 'entry' ? keyOf(source.collection, locale, source.folder) : '',
    ),
  );
  const shownIndex = (index: CollectionIndex): CollectionIndex => {
    const locales = Array.from(index.locales, ([code, locale]) => {
      const entries = locale.entries.filter(({ folder }) => shownEntries.has(keyOf(index.name, code, folder)));
      return [code, { ...locale, entries }] as const;
    });
    return { ...index, locales: new Map(locales) };
  };
  return new Map(Array.from(content, ([name, index]) => [name, shownIndex(index)]));
}

const keyOf = (collection: string, locale: string, folder: string): string =>
  JSON.stringify([collection, locale, folder]);
