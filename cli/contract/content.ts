/** What templates of collections are given. Types only, as all of the contract. */
import type { Json } from '../contract.ts';

/** HTML made from Markdown. In the first page's data `html` is null: the document itself carries it. */
export type Markup = { readonly html: string | null };

export type ImageRef = {
  /** URL below the base, content-hashed where the generator owns the file. */
  readonly src: string;
  /** Pixels; 0 where unknown (SVG without a size). */
  readonly width: number;
  readonly height: number;
};

export type Heading = { readonly depth: number; readonly id: string; readonly text: string };

/** What a list shows of a content entry. Paths are with locale prefix and without base. */
export type EntrySummary = {
  readonly collection: string;
  readonly slug: string;
  readonly locale: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** ISO dates, `2026-03-01`. */
  readonly date: string;
  readonly updated: string | null;
  readonly tags: readonly TagRef[];
  readonly author: string | null;
  readonly cover: ImageRef | null;
  /** Minutes, at least 1. */
  readonly minutes: number;
  /** The collection's own fields of the front matter; one of type `image` is the picture that it names. */
  readonly fields: { readonly [key: string]: Json | ImageRef };
};

export type TagRef = { readonly tag: string; readonly slug: string; readonly path: string | null };

/** Props of a collection's `template`. */
export type EntryProps = {
  readonly entry: EntrySummary;
  readonly body: Markup;
  readonly toc: readonly Heading[];
  readonly words: number;
  /** Older and newer neighbour in the same locale. */
  readonly previous: EntrySummary | null;
  readonly next: EntrySummary | null;
  readonly related: readonly EntrySummary[];
  /** Feeds of the collection in this locale. */
  readonly feeds: readonly FeedRef[];
};

export type FeedRef = {
  readonly kind: 'rss' | 'atom' | 'json';
  readonly path: string;
  /** Media type. */
  readonly type: string;
  /** Title of the feed itself, the same on every page that links to it. */
  readonly title: string;
};

export type Pagination = {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly previous: string | null;
  readonly next: string | null;
  /** Paths of the first page, the last, and those around this one, in order; numbers may have gaps. */
  readonly links: readonly { readonly page: number; readonly path: string }[];
};

/** Props of a collection's `list` and `tags` templates. */
export type EntryListProps = {
  readonly collection: string;
  /** Null in the list of all entries. */
  readonly tag: TagRef | null;
  readonly entries: readonly EntrySummary[];
  readonly pagination: Pagination;
  /** All tags of the locale, the most used first. */
  readonly tags: readonly (TagRef & { readonly count: number })[];
  readonly feeds: readonly FeedRef[];
};
