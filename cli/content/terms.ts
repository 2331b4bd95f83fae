import type { CollectionConfig, SiteConfig } from '../config/types.ts';
import { tagSlug } from '../lib/paths.ts';
import type { CollectionIndex, ContentIndex, LocaleIndex, TagIndex } from './content-index.ts';
import type { IndexedEntry } from './read.ts';

/** Returns the terms of entries, the most frequent first. */
export function termsOf(
  entries: readonly IndexedEntry[],
  termsOfEntry: (entry: IndexedEntry) => readonly string[],
): readonly TagIndex[] {
  const terms = new Map<string, { tag: string; key: string; slug: string; entries: IndexedEntry[] }>();
  for (const entry of entries) {
    for (const key of termsOfEntry(entry)) {
      const existing = terms.get(key);
      if (existing) existing.entries.push(entry);
      else terms.set(key, { tag: key, key, slug: tagSlug(key), entries: [entry] });
    }
  }
  return [...terms.values()].sort((a, b) => b.entries.length - a.entries.length || (a.tag < b.tag ? -1 : 1));
}

/** Returns the terms of a taxonomy besides the tags. */
export function taxonomyTerms(
  entries: readonly IndexedEntry[],
  name: string,
  { ordered }: CollectionConfig['taxonomies'][string],
): readonly TagIndex[] {
  const terms = termsOf(entries, ({ terms }) => terms[name] ?? []);
  return ordered ? terms.map((term) => ({ ...term, entries: term.entries.toSorted(byPart) })) : terms;
}

/** Compares the parts of a series: by `order`, then the oldest first. Entries without `order` come last. */
const byPart = (a: IndexedEntry, b: IndexedEntry): number =>
  (a.order ?? Number.MAX_VALUE) - (b.order ?? Number.MAX_VALUE) ||
  (a.date === b.date ? (a.slug < b.slug ? -1 : 1) : a.date < b.date ? -1 : 1);

/** Returns the collections whose entries are terms: their titles are the texts of these. */
export const collectionsOfTerms = ({ content }: Pick<SiteConfig, 'content'>): ReadonlySet<string | undefined> =>
  new Set(
    Object.values(content.collections).flatMap(({ taxonomies }) => Object.values(taxonomies).map(({ to }) => to)),
  );

/** Returns the content with the titles of entries as the texts of the terms that name them. */
export function withTermTitles(content: ContentIndex, { locales }: Pick<SiteConfig, 'locales'>): ContentIndex {
  const titleOf = (id: string, to: string, codes: readonly string[]): string | undefined => {
    const found = codes.map((code) => content.get(to)?.locales.get(code));
    return found.map((index) => index?.entries[index.indexOfFolder.get(id) ?? -1]?.title).find(Boolean);
  };
  const withTitles = (index: CollectionIndex): CollectionIndex => {
    const named = Object.entries(index.config.taxonomies).filter(([, { to }]) => to !== undefined);
    if (named.length === 0) return index;
    const localeWithTitles = (code: string, locale: LocaleIndex): LocaleIndex => {
      const taxonomies = new Map(locale.taxonomies);
      for (const [name, { to = '' }] of named) {
        const terms = taxonomies.get(name) ?? [];
        taxonomies.set(
          name,
          terms.map((term) => ({ ...term, tag: titleOf(term.key, to, [code, locales.default]) ?? term.tag })),
        );
      }
      return { ...locale, taxonomies };
    };
    return {
      ...index,
      locales: new Map(Array.from(index.locales, ([code, locale]) => [code, localeWithTitles(code, locale)])),
    };
  };
  return new Map(Array.from(content, ([name, index]) => [name, withTitles(index)]));
}
