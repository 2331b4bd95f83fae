/**
 * Types that the generator, its browser runtime, pages and templates agree on.
 * Types only: nothing here exists when the program runs.
 */
import type { ComponentType } from 'react';

/** A value that survives `JSON.stringify` and `JSON.parse` unchanged. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A problem that a user can cause and fix. `line` and `column` count from 1. */
export type Diagnostic = {
  /** Permanent name in upper case, such as `CONFIG_UNKNOWN_KEY`. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** Path below the root, with forward slashes. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
};

/** Direction of writing, as `dir` of an element. */
export type Direction = 'ltr' | 'rtl';

/** One of the languages of `config/locales.yaml`. */
export type Locale = {
  /** Code used in paths and folders, such as `de`. */
  readonly code: string;
  /** Name in its own language. */
  readonly name: string;
  /** BCP 47 tag for `lang` and hreflang, such as `de-DE`. */
  readonly language: string;
  readonly dir: Direction;
  /** `''` for the unprefixed locale, else `/de`; a URL if its pages are on another domain. */
  readonly prefix: string;
  /** URL below which its pages are, if they are on another domain. */
  readonly url?: string;
};

/**
 * A message compiled from ICU MessageFormat: text, or parts in order. Options are those of
 * `Intl.NumberFormat` and `Intl.DateTimeFormat`. `['#']` is the number of the plural around it.
 */
export type Message = string | readonly MessagePart[];
/** A part of a compiled message: text, `#`, or an argument with the format that it is shown in. */
export type MessagePart =
  | string
  | readonly ['#']
  | readonly ['arg', name: string]
  | readonly ['number', name: string, options: Json]
  | readonly ['date' | 'time', name: string, options: Json]
  | readonly ['plural' | 'ordinal', name: string, offset: number, cases: { readonly [choice: string]: Message }]
  | readonly ['select', name: string, cases: { readonly [choice: string]: Message }]
  /** Rich text: `<b>…</b>` becomes `['tag', 'b', […]]`. */
  | readonly ['tag', name: string, children: Message];

/** Key -> compiled message. Keys are `file.path.to.message`. */
export type Messages = { readonly [key: string]: Message };

/** An entry of `config/navigation.yaml`. */
export type NavigationEntry = {
  /** Id of the entry. The message `navigation.<name>` is its label. */
  readonly name: string;
  /** Path without locale prefix. */
  readonly path?: string;
  /** Whether the path exists in the default locale only. */
  readonly disableI18n?: boolean;
  /** Shown only when the mode setting is `dev` and the lock flag is off. */
  readonly devOnly?: boolean;
  readonly contents?: readonly NavigationEntry[];
};

/** A page of `config/routes.yaml`, as the browser receives it. */
export type RouteSummary = {
  /** Path without locale prefix and base. */
  readonly path: string;
  /** Locale -> path in that locale, where it is another. */
  readonly paths?: { readonly [locale: string]: string };
  /** Codes of the locales in which the page exists, the default first. */
  readonly locales: readonly string[];
  /** True for a page without a locale in its path: a route with `locales: none`. */
  readonly unprefixed?: boolean;
};

/** Facts about the site that every page may read; part of the boot bundle. */
export type SiteInfo = {
  readonly name: string;
  /** Origin without a trailing slash, such as `https://example.org`. */
  readonly url: string;
  /** Path below which the site is served: `''` or `/sub`. */
  readonly base: string;
  readonly defaultLocale: string;
  readonly locales: readonly Locale[];
  readonly routes: readonly RouteSummary[];
  readonly navigation: readonly NavigationEntry[];
  readonly theme: ThemeName;
  /** Seconds between two checks for a newer build; 0: never. */
  readonly pollSeconds: number;
  /** Whether the first visit to `/` is redirected to the home page in the language of the browser. */
  readonly detectLocale: boolean;
  readonly api: { readonly baseUrl: string; readonly timeoutMs: number };
  /** True: builds have a search index. */
  readonly search?: boolean;
  /** The `custom` map of `config/site.yaml`, unchanged. */
  readonly custom: { readonly [key: string]: Json };
};

/** A colour theme that a visitor can choose; `system` follows the device. */
export type ThemeName = 'light' | 'dark' | 'system';

/** One element of the head: name, attributes, text. */
export type HeadTag = readonly [
  tag: 'meta' | 'link' | 'script',
  attributes: { readonly [name: string]: string },
  text?: string,
];

/** Title and elements that belong to one page; replaced on client navigation. */
export type Head = { readonly title: string; readonly tags: readonly HeadTag[] };

/** Attributes of an element by name. `true` writes the name alone, `false` leaves the attribute out. */
export type HeadAttributes = { readonly [name: string]: string | number | boolean | undefined };

/** Elements of a head, which a page, a plugin and the configuration describe alike. */
export type HeadElements = {
  /** `name`, `property` or `http-equiv`, with `content`. */
  readonly meta?: readonly HeadAttributes[];
  /** `rel` and `href`: a path below the base, or a URL. */
  readonly link?: readonly HeadAttributes[];
  /** `src`, a path below the base or a URL; or `text`, an inline script. */
  readonly script?: readonly HeadAttributes[];
};

/** Contents of the head that a page sets by `useHead` or an exported `head`. */
export type PageHead = HeadElements & {
  readonly title?: string;
  readonly description?: string;
  readonly keywords?: string;
  /** Path below the base or absolute URL, 1200 × 630. */
  readonly image?: string;
  readonly noindex?: boolean;
  readonly jsonLd?: readonly Json[];
};

/** Id, path and locale of a page. */
export type RouteInfo = {
  /** Id of `routes.yaml`, or `blog`, `blog.list`, `blog.tag` for content, or `not-found`. */
  readonly id: string;
  /** With locale prefix, without base: `/de/blog/colour`. */
  readonly path: string;
  readonly locale: string;
  readonly params: { readonly [name: string]: string };
  /** Locale code -> path of the same page, itself included. */
  readonly alternates: { readonly [locale: string]: string };
};

/** URLs of a page's code, with base. */
export type PageAssets = {
  readonly chunk: string;
  readonly css: readonly string[];
  /** Static imports of the chunk, fetched in parallel with it. */
  readonly imports: readonly string[];
};

/** `{path}/_payload.json`, and the data block of the first page (there without `html`). */
export type PagePayload = {
  readonly route: RouteInfo;
  /** URL of the boot bundle of the same build. If the page has loaded another one, the navigation loads the document. */
  readonly entry: string;
  readonly assets: PageAssets;
  readonly head: Head;
  readonly messages: Messages;
  readonly props: { readonly [name: string]: unknown };
  /** Name of the page module's export that checks a visit. */
  readonly validate?: string;
  /** HTTP status: 200, or 404 for a not-found page. */
  readonly status: number;
};

/** Result of a route's check: true, or false or the details of a fatal error. */
export type Validity = boolean | { readonly status?: number; readonly message?: string };

/** A validity check: the export of a page whose name its route states in `validate`. */
export type RouteCheck = (page: {
  readonly route: RouteInfo;
  readonly site: SiteInfo;
  readonly props: { readonly [name: string]: unknown };
}) => Validity | Promise<Validity>;

/** Exports of a file in `site/pages` or `templates`. Checks that `routes.yaml` names are exports too. */
export type PageModule<Props = Record<string, unknown>> = {
  readonly Page: ComponentType<Props>;
  /**
   * False: documents of the page have no scripts. Links work; effects and event handlers run only after client-side
   * navigation from another page.
   */
  readonly hydrate?: boolean;
  readonly head?: (page: HeadContext<Props>) => PageHead;
};

/** When an island is hydrated: at once, when the browser is idle, when it is visible, or only ever in the browser. */
export type IslandTrigger = 'load' | 'idle' | 'visible' | 'only';

/** What the `head` function of a page receives. */
export type HeadContext<Props = Record<string, unknown>> = {
  readonly route: RouteInfo;
  readonly site: SiteInfo;
  readonly props: Props;
  /** Formats a message of the page. */
  readonly t: (key: string, values?: { readonly [name: string]: string | number | Date }) => string;
};

/** A rule of `routes.yaml` for paths, matched by the browser and the servers alike. */
export type RouteRule = {
  readonly redirect?: { readonly to: string; readonly status: number };
  readonly headers?: { readonly [name: string]: string };
};

/** `builds/latest.json`. */
export type LatestBuild = { readonly id: string; readonly timestamp: number };

/** `builds/meta/{id}.json`. Paths are without base. */
export type BuildMeta = {
  readonly id: string;
  readonly timestamp: number;
  /** Decoded paths in which `#` and `?` stay escaped: exact ones, and globs (`/old/**`) from the least to the most specific. */
  readonly matcher: {
    readonly static: { readonly [path: string]: RouteRule };
    readonly wildcard: readonly (readonly [glob: string, rule: RouteRule])[];
  };
  /** Page key -> its code, so that chunk and payload are fetched in parallel. */
  readonly pages: { readonly [page: string]: PageAssets };
  /** Sorted; `prerendered[i]` has page key `pageKeys[pageOf[i]]` and payload hash `hashes.slice(8 * i, 8 * i + 8)`. */
  readonly prerendered: readonly string[];
  readonly pageKeys: readonly string[];
  readonly pageOf: readonly number[];
  readonly hashes: string;
  /** Paths whose validity check failed in the build, so that they have no page; left out if there are none. */
  readonly refused?: { readonly [path: string]: RefusedPage };
};

/** HTTP status and message of a page whose validity check failed. */
export type RefusedPage = { readonly status: number; readonly message: string };

/** HTML rendered from Markdown. `html` is null in the data of the first page, because the document contains it. */
export type Markup = { readonly html: string | null };

/** A file of `media`, such as a picture: where it is published, and how large it is. */
export type ImageRef = {
  /** URL below the base, content-hashed where the generator owns the file. */
  readonly src: string;
  /** Pixels; 0 where unknown: an SVG file without a size, sounds and captions. */
  readonly width: number;
  readonly height: number;
  /** Its other sizes and formats, where `pictures` of `config/site.yaml` requests them. `Picture` shows them. */
  readonly variants?: PictureVariants;
  /** The video of an animated picture, where `pictures` requests it. `Picture` shows it instead. */
  readonly video?: PictureVideo;
};

/** The files of an animation as a video: `{name}.{format}` for each format, and its first frame as `{name}.jpg`. */
export type PictureVideo = {
  /** URL below the base. */
  readonly name: string;
  /** The preferred one first. */
  readonly formats: readonly ('webm' | 'mp4')[];
  /** Whether it starts again at its end, as the animation does. */
  readonly loops: boolean;
};

/** A picture between the lines of a directive, `![alt](file 'title')`, as its component receives it. */
export type TextPicture = ImageRef & { readonly alt: string; readonly title?: string };

/** The files of a picture besides `src`: `{name}-{width}.{format}` for each width and format. */
export type PictureVariants = {
  /** URL below the base. */
  readonly name: string;
  /** Pixels, ascending. */
  readonly widths: readonly number[];
  /** The preferred one first. */
  readonly formats: readonly ('avif' | 'webp')[];
  /** Width at which texts show pictures, as the `sizes` attribute of HTML. */
  readonly sizes: string;
  /** Mean colour of an opaque picture, such as `#8a9b70`. */
  readonly color?: string;
  /** Data URL of the picture at 16 pixels, if it is opaque. */
  readonly blur?: string;
};

/** A heading of an entry. `depth`: 1 to 6; `id`: the fragment of a link to it. */
export type Heading = { readonly depth: number; readonly id: string; readonly text: string };

/**
 * Collection -> the types of its fields. `sitegen types` fills it in from `config/content.yaml`, so that
 * `EntryProps<'blog'>` knows the fields of a blog.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the types of a site
export interface Collections {}

/** Value of a field in an entry of any collection; undefined where an optional one is not set. */
export type FieldValue = Json | undefined | ImageRef | ReferencedEntry | readonly FieldValue[] | FieldValues;

/** The fields of an entry by name. */
export type FieldValues = { readonly [key: string]: FieldValue };

/**
 * The types of the fields of each collection, and of any other name: references resolved, and with ids in an entry that is
 * itself a reference. Read by name instead of by a condition, an entry of a collection is an entry of any collection.
 */
interface CollectionTypes extends Collections {
  readonly [name: string]: { readonly fields: FieldValues; readonly links: FieldValues };
}

/** An entry as lists show it. Paths are with locale prefix and without base. */
export type EntrySummary<Name extends string = string> = {
  readonly collection: string;
  /** With a slash for each folder between: `guide/install`. */
  readonly slug: string;
  readonly locale: string;
  /** `''` where the entries of the collection have no pages. */
  readonly path: string;
  readonly title: string;
  /** `''` without one. */
  readonly description: string;
  /** ISO dates, `2026-03-01`; `''` without one. */
  readonly date: string;
  readonly updated: string | null;
  readonly tags: readonly TagRef[];
  readonly author: string | null;
  readonly cover: ImageRef | null;
  /** Minutes, at least 1. */
  readonly minutes: number;
  /** Only drafts have it, and only previews show drafts. */
  readonly draft?: true;
  /** Terms by taxonomy, where the collection has taxonomies besides its tags. */
  readonly terms?: { readonly [taxonomy: string]: readonly TagRef[] };
  /** The collection's own fields: an `image` is the picture that it names, a `reference` the entry. */
  readonly fields: CollectionTypes[Name]['fields'];
};

/** The entry that a field of type `reference` names. Its own references are ids. */
export type ReferencedEntry<Name extends string = string> = Omit<EntrySummary<Name>, 'fields'> & {
  readonly fields: CollectionTypes[Name]['links'];
};

/** A folder or entry in the tree of a collection. */
export type EntryNode = {
  /** Last segment of the slug. */
  readonly name: string;
  readonly title: string;
  /** Null for a folder without an entry of its own. */
  readonly path: string | null;
  readonly children: readonly EntryNode[];
};

/** A term that an entry has, such as a tag. `path`: its list of entries; null where there is none. */
export type TagRef = {
  readonly tag: string;
  readonly slug: string;
  readonly path: string | null;
  /** The entry that the term names, if the terms of its taxonomy are entries of a collection. */
  readonly entry?: ReferencedEntry;
};

/** A series with the part of it that an entry is. */
export type EntrySeries<Name extends string = string> = {
  readonly taxonomy: string;
  readonly term: TagRef;
  /** Number of the part, from 1. */
  readonly part: number;
  /** All parts in order. */
  readonly entries: readonly EntrySummary<Name>[];
  readonly previous: EntrySummary<Name> | null;
  readonly next: EntrySummary<Name> | null;
};

/** Props of a collection's `template`. */
export type EntryProps<Name extends string = string> = {
  readonly entry: EntrySummary<Name>;
  readonly body: Markup;
  readonly toc: readonly Heading[];
  readonly words: number;
  /** Neighbours in the same locale: in a blog the older and the newer entry, else those before and after. */
  readonly previous: EntrySummary<Name> | null;
  readonly next: EntrySummary<Name> | null;
  /** Series of the entry, if the collection has taxonomies that are `ordered`. */
  readonly series?: readonly EntrySeries<Name>[];
  readonly related: readonly EntrySummary<Name>[];
  /** All entries of the locale as a tree, if the collection has `tree: true`. */
  readonly tree?: readonly EntryNode[];
  /** Feeds of the collection in this locale. */
  readonly feeds: readonly FeedRef[];
};

/** A feed of a collection in the language of the page. `path`: below the base. */
export type FeedRef = {
  readonly kind: 'rss' | 'atom' | 'json';
  readonly path: string;
  /** Media type. */
  readonly type: string;
  /** Title of the feed, the same on every page that links to it. */
  readonly title: string;
};

/** Where a page is in its list. `total`: entries on all pages; `previous`, `next`: paths, null at the ends. */
export type Pagination = {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly previous: string | null;
  readonly next: string | null;
  /** Links to the first page, the last, and those around this one, in order; numbers may have gaps. */
  readonly links: readonly { readonly page: number; readonly path: string }[];
};

/** Props of a collection's `list` and `tags` templates. A page whose `data` has `perPage` has `pagination` as well. */
export type EntryListProps<Name extends string = string> = {
  readonly collection: string;
  /** The tag, or the term of a taxonomy, whose entries these are; null in the list of all entries. */
  readonly tag: TagRef | null;
  /** Taxonomy of the term; missing in lists of tags and of all entries. */
  readonly taxonomy?: string;
  readonly entries: readonly EntrySummary<Name>[];
  readonly pagination: Pagination;
  /** All tags of the locale, or all terms of the taxonomy, the most used first. */
  readonly tags: readonly (TagRef & { readonly count: number })[];
  /** All entries of the locale as a tree, if the collection has `tree: true`. */
  readonly tree?: readonly EntryNode[];
  readonly feeds: readonly FeedRef[];
};
