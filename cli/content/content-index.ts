import type { CollectionConfig } from '../config/types.ts';
import type { IndexedEntry } from './read.ts';

/** A term of a taxonomy in one locale, with its entries. */
export type TagIndex = {
  /** Text for visitors: as entries write it, or the title of the entry that it names. */
  readonly tag: string;
  /** As entries write it. */
  readonly key: string;
  readonly slug: string;
  /** In the order of the collection; in that of the parts if the taxonomy is ordered. */
  readonly entries: readonly IndexedEntry[];
};

/** A collection in one locale. */
export type LocaleIndex = {
  /** Sorted as the collection says; a blog newest first, and entries of one day by slug. */
  readonly entries: readonly IndexedEntry[];
  /** Most frequent tag first. */
  readonly tags: readonly TagIndex[];
  /** Terms of each taxonomy besides the tags, the most frequent first. */
  readonly taxonomies: ReadonlyMap<string, readonly TagIndex[]>;
  /** Folder -> index in `entries`. */
  readonly indexOfFolder: ReadonlyMap<string, number>;
};

export type CollectionIndex = {
  readonly name: string;
  readonly config: CollectionConfig;
  readonly locales: ReadonlyMap<string, LocaleIndex>;
  /** Folder -> locales it is written in, in the site's order. */
  readonly translations: ReadonlyMap<string, readonly string[]>;
  /** Entries that are not published: drafts, entries with a later date, and expired ones. */
  readonly hidden: readonly HiddenEntry[];
};

/** An entry that is not published, with the reason. */
export type HiddenEntry = { readonly entry: IndexedEntry; readonly reason: 'draft' | 'later' | 'expired' };

export type ContentIndex = ReadonlyMap<string, CollectionIndex>;
