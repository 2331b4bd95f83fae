import type { RouteConfig, SiteConfig } from '../config/types.ts';
import {
  type CollectionIndex,
  type ContentIndex,
  type IndexedEntry,
  type LocaleIndex,
  relatedEntries,
} from '../content/collect.ts';
import { frontImage } from '../content/media.ts';
import type { EntryListProps, EntryProps, EntrySummary, FeedRef, ImageRef, Json, Locale, TagRef } from '../contract.ts';
import { fillPath, listPagePath, localePath } from '../lib/paths.ts';
import type { PlannedRoute } from '../routes/types.ts';

/** What the props of pages are made from, apart from the Markdown body, which is rendered with the page. */
export type PropsSource = SummarySource & {
  readonly config: SiteConfig;
  readonly content: ContentIndex;
  /** Data files of `data` queries, parsed; null when there is no such file. */
  readonly data: (path: string) => Json;
};

/** What the summary of an entry is made from, beside the entry and its collection. */
export type SummarySource = {
  /** Title of a collection's feeds in a locale. */
  readonly feedTitle: (collection: CollectionIndex, locale: string) => string;
  /** An image of an entry, by its path below the root. */
  readonly image: (file: string) => ImageRef | null;
};

export type PageProps = Readonly<Record<string, unknown>>;

/** The props of a page: plain data, whose hash decides whether the page is rendered again. */
export function propsOf(route: PlannedRoute, from: PropsSource): PageProps {
  switch (route.source.kind) {
    case 'page': {
      const { id } = route.source;
      return pageProps(route, from.config.routes.find((one) => one.id === id) as RouteConfig, from);
    }
    case 'entry':
      return entryProps(scopeOf(route, from), route.source.folder);
    case 'list':
      return listProps(route, scopeOf(route, from), route.source);
    case 'not-found':
      return { status: 404, message: null };
  }
}

function pageProps(route: PlannedRoute, config: RouteConfig, from: PropsSource): PageProps {
  const props: Record<string, unknown> = {};
  for (const [name, query] of Object.entries(config.data ?? {})) {
    if ('file' in query) props[name] = from.data(query.file.replaceAll('{locale}', route.locale));
    else if ('image' in query) props[name] = from.image(query.image);
    else if ('config' in query) props[name] = valueAt(from.config.site, query.config);
    else props[name] = queryEntries(route, from, query);
  }
  return props;
}

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value) ?? null;

type EntryQuery = {
  readonly collection: string;
  readonly limit?: number | undefined;
  readonly tag?: string | undefined;
};

/** Entries in the page's locale, or in the default one where the collection has none in it. */
function queryEntries(route: PlannedRoute, from: PropsSource, query: EntryQuery): EntrySummary[] {
  const index = from.content.get(query.collection);
  const code = index?.locales.has(route.locale) ? route.locale : from.config.locales.default;
  const locale = index?.locales.get(code);
  if (!index || !locale) return [];
  const at = from.config.locales.list.find((one) => one.code === code) as Locale;
  const entries =
    query.tag === undefined ? locale.entries : locale.entries.filter((e) => e.tags.includes(query.tag ?? ''));
  return entries.slice(0, query.limit ?? entries.length).map((entry) => summaryOf(entry, { from, index, locale, at }));
}

type Scope = SummaryScope & { readonly from: PropsSource };

/** A collection in one locale. */
export type SummaryScope = {
  readonly from: SummarySource;
  readonly index: CollectionIndex;
  readonly locale: LocaleIndex;
  readonly at: Locale;
};

function scopeOf(route: PlannedRoute, from: PropsSource): Scope {
  const name = (route.source as { collection: string }).collection;
  const index = from.content.get(name) as CollectionIndex;
  return {
    from,
    index,
    locale: index.locales.get(route.locale) as LocaleIndex,
    at: from.config.locales.list.find((one) => one.code === route.locale) as Locale,
  };
}

function entryProps(scope: Scope, folder: string): Omit<EntryProps, 'body' | 'toc'> {
  const { entries, indexOfFolder } = scope.locale;
  const at = indexOfFolder.get(folder) as number;
  const summary = (entry: IndexedEntry | undefined) => (entry ? summaryOf(entry, scope) : null);
  return {
    entry: summaryOf(entries[at] as IndexedEntry, scope),
    words: entries[at]?.words ?? 0,
    previous: summary(entries[at + 1]),
    next: summary(entries[at - 1]),
    related: relatedEntries(scope.locale, at, scope.index.config.related).map((entry) => summaryOf(entry, scope)),
    feeds: feedsOf(scope.index, scope.at, scope.from),
  };
}

type ListSource = { readonly tag: string | null; readonly page: number };

function listProps(route: PlannedRoute, scope: Scope, { tag, page }: ListSource): EntryListProps {
  const { config, name } = scope.index;
  const tagged = tag === null ? undefined : scope.locale.tags.find((one) => one.tag === tag);
  const all = tagged ? tagged.entries : scope.locale.entries;
  const perPage = (tag === null ? config.list?.perPage : config.tags?.perPage) ?? all.length;
  const first = tagged ? fillPath(config.tags?.path ?? '', { tag: tagged.slug }) : (config.list?.path ?? '');
  const pages = Math.max(1, Math.ceil(all.length / perPage));
  return {
    collection: name,
    tag: tagged ? tagRef(tagged.tag, scope) : null,
    entries: all.slice((page - 1) * perPage, page * perPage).map((entry) => summaryOf(entry, scope)),
    pagination: paginationOf({ page, pages, total: all.length }, (n) => localePath(scope.at, listPagePath(first, n))),
    tags: scope.locale.tags.slice(0, maxTags).map((one) => ({ ...tagRef(one.tag, scope), count: one.entries.length })),
    feeds: feedsOf(scope.index, localeOf(scope, route.locale), scope.from),
  };
}

/** A list shows the most used tags up to this number, so that its size does not grow with the site. */
const maxTags = 100;

type Pages = { readonly page: number; readonly pages: number; readonly total: number };

function paginationOf(at: Pages, path: (page: number) => string): EntryListProps['pagination'] {
  const near = [1, at.page - 2, at.page - 1, at.page, at.page + 1, at.page + 2, at.pages];
  const shown = [...new Set(near)].filter((page) => page >= 1 && page <= at.pages).sort((a, b) => a - b);
  return {
    ...at,
    previous: at.page > 1 ? path(at.page - 1) : null,
    next: at.page < at.pages ? path(at.page + 1) : null,
    links: shown.map((page) => ({ page, path: path(page) })),
  };
}

const localeOf = (scope: Scope, code: string): Locale =>
  scope.from.config.locales.list.find((one) => one.code === code) as Locale;

function tagRef(tag: string, { index, locale, at }: SummaryScope): TagRef {
  const slug = locale.tags.find((one) => one.tag === tag)?.slug ?? tag;
  const pattern = index.config.tags?.path;
  return { tag, slug, path: pattern ? localePath(at, fillPath(pattern, { tag: slug })) : null };
}

/** What lists, neighbours and feeds show of an entry. */
export function summaryOf(entry: IndexedEntry, scope: SummaryScope): EntrySummary {
  return {
    collection: scope.index.name,
    slug: entry.slug,
    locale: entry.locale,
    path: localePath(scope.at, fillPath(scope.index.config.path, { slug: entry.slug })),
    title: entry.title,
    description: entry.description,
    date: entry.date,
    updated: entry.updated,
    tags: entry.tags.map((tag) => tagRef(tag, scope)),
    author: entry.author,
    cover: entry.cover === null ? null : frontImage(entry.cover, entry.file, scope.from.image),
    minutes: entry.minutes,
    fields: fieldsOf(entry, scope),
  };
}

/** The collection's own fields, those of type `image` as pictures. */
function fieldsOf(entry: IndexedEntry, { index, from }: SummaryScope): EntrySummary['fields'] {
  const pictures = entry.images.filter(({ key }) => index.config.fields[key]?.type === 'image');
  if (pictures.length === 0) return entry.fields;
  const resolved = pictures.map(({ key, path }) => [key, frontImage(path, entry.file, from.image)] as const);
  return { ...entry.fields, ...Object.fromEntries(resolved) };
}

const types = { rss: 'application/rss+xml', atom: 'application/atom+xml', json: 'application/feed+json' } as const;
const files = { rss: 'rss.xml', atom: 'atom.xml', json: 'feed.json' } as const;

/** The feeds of a collection in a locale, below the path of its list. */
export function feedsOf(
  index: CollectionIndex,
  at: Locale,
  { feedTitle }: Pick<SummarySource, 'feedTitle'>,
): readonly FeedRef[] {
  const { config, locales } = index;
  if (!config.list || !locales.has(at.code)) return [];
  const below = config.list.path === '/' ? '' : config.list.path;
  const title = feedTitle(index, at.code);
  return config.feeds.map((kind) => ({
    kind,
    path: localePath(at, `${below}/${files[kind]}`),
    type: types[kind],
    title,
  }));
}
