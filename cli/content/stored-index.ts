import type { SiteConfig } from '../config/types.ts';
import { deferred } from '../lib/deferred.ts';
import type { SourceFile } from '../sources/tree.ts';
import type { CollectionIndex, ContentIndex, HiddenEntry, LocaleIndex, TagIndex } from './content-index.ts';
import { entryFrom, type StoredEntry, storedEntry } from './entry.ts';
import type { IndexedEntry } from './read.ts';

/** A term with the indices of its entries. */
type StoredTerm = readonly [tag: string, key: string, slug: string, entries: readonly number[]];

/** A collection; its entries are those of its locales in succession, then the hidden ones. */
type StoredCollection = {
  readonly name: string;
  readonly locales: readonly {
    readonly code: string;
    readonly entries: number;
    readonly tags: readonly StoredTerm[];
    readonly taxonomies: readonly (readonly [name: string, terms: readonly StoredTerm[]])[];
  }[];
  readonly hidden: readonly HiddenEntry['reason'][];
};

/** An index of content as plain data: its order in `collections`, and each entry as a text. */
export type StoredIndex = {
  readonly collections: readonly StoredCollection[];
  readonly folders: readonly string[];
  readonly entries: Iterable<string>;
};

/** Returns an index of content as plain data. */
export function storedIndex(content: ContentIndex): StoredIndex & { readonly files: readonly string[] } {
  const all: IndexedEntry[] = [];
  const collections = Array.from(content.values(), ({ name, locales, hidden }): StoredCollection => {
    const storedLocales = Array.from(locales, ([code, { entries, tags, taxonomies }]) => {
      const indexOf = new Map(entries.map((entry, index) => [entry, all.length + index]));
      all.push(...entries);
      const stored = (terms: readonly TagIndex[]) =>
        terms.map((term): StoredTerm => {
          const indices = term.entries.map((entry) => indexOf.get(entry) as number);
          return [term.tag, term.key, term.slug, indices];
        });
      return {
        code,
        entries: entries.length,
        tags: stored(tags),
        taxonomies: Array.from(taxonomies, ([taxonomy, terms]) => [taxonomy, stored(terms)] as const),
      };
    });
    all.push(...hidden.map(({ entry }) => entry));
    return { name, locales: storedLocales, hidden: hidden.map(({ reason }) => reason) };
  });
  return {
    collections,
    folders: all.map(({ folder }) => folder),
    files: all.map(({ file }) => file),
    entries: textsOf(all),
  };
}

function* textsOf(entries: readonly IndexedEntry[]): Generator<string> {
  for (const entry of entries) yield JSON.stringify(storedEntry(entry));
}

export type IndexSource = {
  readonly collections: readonly StoredCollection[];
  readonly folders: readonly string[];
  /** Returns the text of the entry at an index. */
  readonly entry: (index: number) => string;
  readonly config: SiteConfig;
  readonly fileOf: (path: string) => SourceFile;
};

/** Returns an index of content from plain data. Each entry is parsed on first use. */
export function indexFrom({ collections, folders, entry, config, fileOf }: IndexSource): ContentIndex {
  const entryAt = (index: number): IndexedEntry => {
    const read = (): IndexedEntry => {
      const stored = JSON.parse(entry(index)) as StoredEntry;
      return entryFrom(stored, fileOf(stored[0].file)) as IndexedEntry;
    };
    return deferred({ folder: folders[index] as string }, read);
  };
  const all = Array.from(folders, (_, index) => entryAt(index));
  let start = 0;
  const take = (count: number): readonly IndexedEntry[] => {
    start += count;
    return all.slice(start - count, start);
  };
  return new Map(
    collections.map(({ name, locales, hidden }) => {
      const indices = new Map(
        locales.map(({ code, entries, ...terms }) => [code, localeFrom(take(entries), { ...terms, all })] as const),
      );
      const hiddenEntries = take(hidden.length).map((one, index): HiddenEntry => {
        return { entry: one, reason: hidden[index] as HiddenEntry['reason'] };
      });
      return [name, collectionFrom({ name, config, locales: indices, hidden: hiddenEntries })] as const;
    }),
  );
}

type LocaleSource = Pick<StoredCollection['locales'][number], 'tags' | 'taxonomies'> & {
  readonly all: readonly IndexedEntry[];
};

function localeFrom(entries: readonly IndexedEntry[], { tags, taxonomies, all }: LocaleSource): LocaleIndex {
  const termsFrom = (terms: readonly StoredTerm[]): readonly TagIndex[] =>
    terms.map(([tag, key, slug, indices]) => {
      return { tag, key, slug, entries: indices.map((index) => all[index] as IndexedEntry) };
    });
  return {
    entries,
    tags: termsFrom(tags),
    taxonomies: new Map(taxonomies.map(([name, terms]) => [name, termsFrom(terms)])),
    indexOfFolder: new Map(entries.map(({ folder }, index) => [folder, index])),
  };
}

type CollectionSource = Pick<CollectionIndex, 'name' | 'locales' | 'hidden'> & { readonly config: SiteConfig };

function collectionFrom({ config, ...index }: CollectionSource): CollectionIndex {
  let translations: CollectionIndex['translations'] | null = null;
  return {
    ...index,
    config: config.content.collections[index.name] as CollectionIndex['config'],
    get translations() {
      translations ??= translationsOf(index.locales);
      return translations;
    },
  };
}

/** Returns the locales in which each folder has an entry. */
export function translationsOf(locales: CollectionIndex['locales']): CollectionIndex['translations'] {
  const translations = new Map<string, string[]>();
  for (const [code, { entries }] of locales) {
    for (const { folder } of entries) {
      const codes = translations.get(folder);
      if (codes) codes.push(code);
      else translations.set(folder, [code]);
    }
  }
  return translations;
}
