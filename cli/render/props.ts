import type { DataQuery, RouteConfig } from '../config/types.ts';
import type { CollectionIndex, LocaleIndex } from '../content/content-index.ts';
import type { IndexedEntry } from '../content/read.ts';
import { relatedEntries } from '../content/related.ts';
import { type TreeNode, treeOf } from '../content/tree.ts';
import type {
  EntryListProps,
  EntryNode,
  EntryProps,
  EntrySeries,
  EntrySummary,
  FeedRef,
  Json,
  Locale,
} from '../contract.ts';
import { fillPath, listPagePath, localePath, pathFor } from '../lib/paths.ts';
import type { PlannedRoute } from '../routes/types.ts';
import { textEnding } from '../schema/files.ts';
import { pathOf, type SummaryScope, type SummarySource, scopeIn, summaryOf, tagRef, termsOf } from './summary.ts';

/** The data that the props of pages are created from, except the Markdown body, which is rendered with the page. */
export type PropsSource = SummarySource & {
  /** Returns the parsed data file of a `data` query; null if there is no such file. */
  readonly data: (path: string) => Json;
};

export type PageProps = Readonly<Record<string, unknown>>;

/** Returns the props of a page: plain data, whose hash decides whether the page is rendered again. */
export function propsOf(route: PlannedRoute, from: PropsSource): PageProps {
  switch (route.source.kind) {
    case 'page': {
      const { id } = route.source;
      return pageProps(route, from.config.routes.find((config) => config.id === id) as RouteConfig, from);
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
  const page = route.source.kind === 'page' ? (route.source.page ?? 1) : 1;
  /** Returns the part of a value that this page shows. */
  const pageOf = (value: unknown, { perPage }: { readonly perPage?: number | undefined }): unknown => {
    if (perPage === undefined || !Array.isArray(value)) return value;
    const pages = Math.max(1, Math.ceil(value.length / perPage));
    const first = page === 1 ? route.path : route.path.replace(/\/page\/\d+$/, '') || '/';
    props.pagination = paginationOf({ page, pages, total: value.length }, (n) => listPagePath(first, n));
    return value.slice((page - 1) * perPage, page * perPage);
  };
  for (const [name, query] of Object.entries(config.data ?? {})) {
    if ('file' in query) props[name] = pageOf(from.data(query.file.replaceAll('{locale}', route.locale)), query);
    else if ('image' in query) props[name] = from.image(query.image);
    else if ('config' in query) props[name] = valueAt(from.config.site, query.config);
    else props[name] = pageOf(queryEntries(route, from, query), query);
  }
  return props;
}

/** Returns the number of values of a query in a locale. */
export function queryLength(
  query: DataQuery,
  locale: string,
  from: Pick<PropsSource, 'config' | 'content' | 'data'>,
): number {
  if ('file' in query) {
    const data = from.data(query.file.replaceAll('{locale}', locale));
    return Array.isArray(data) ? data.length : 1;
  }
  return 'collection' in query ? entriesOf(scopeIn(query.collection, locale, from)?.locale, query).length : 1;
}

/** Returns the value at a dotted path; null if there is none. */
const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((parent, key) => (parent as Record<string, unknown> | undefined)?.[key], value) ??
  null;

type EntryQuery = {
  readonly collection: string;
  readonly limit?: number | undefined;
  readonly tag?: string | undefined;
};

/** Returns the entries in the page's locale, or in the default locale if the collection has none in the page's. */
function queryEntries(route: PlannedRoute, from: PropsSource, query: EntryQuery): EntrySummary[] {
  const scope = scopeIn(query.collection, route.locale, from);
  if (!scope) return [];
  return entriesOf(scope.locale, query).map((entry) => summaryOf(entry, scope));
}

/** Returns the entries of a locale that a query selects. */
function entriesOf(
  locale: LocaleIndex | undefined,
  { tag, limit }: Pick<EntryQuery, 'tag' | 'limit'>,
): readonly IndexedEntry[] {
  const all = locale?.entries ?? [];
  const entries = tag === undefined ? all : all.filter(({ tags }) => tags.includes(tag));
  return entries.slice(0, limit ?? entries.length);
}

type Scope = SummaryScope & { readonly from: PropsSource };

function scopeOf(route: PlannedRoute, from: PropsSource): Scope {
  const name = (route.source as { collection: string }).collection;
  const index = from.content.get(name) as CollectionIndex;
  return {
    from,
    index,
    locale: index.locales.get(route.locale) as LocaleIndex,
    at: from.config.locales.list.find(({ code }) => code === route.locale) as Locale,
  };
}

function entryProps(scope: Scope, folder: string): Omit<EntryProps, 'body' | 'toc'> {
  const { entries, indexOfFolder } = scope.locale;
  const index = indexOfFolder.get(folder) as number;
  const summary = (entry: IndexedEntry | undefined) => (entry ? summaryOf(entry, scope) : null);
  const { config } = scope.index;
  // In a list from new to old, the next entry to read is the preceding one.
  const step = config.sort.startsWith('-') ? -1 : 1;
  const entry = entries[index] as IndexedEntry;
  return {
    entry: summaryOf(entry, scope),
    words: entry.words,
    previous: summary(entries[index - step]),
    next: summary(entries[index + step]),
    ...seriesProp(entry, scope),
    related: relatedEntries(scope.locale, index, config.related).map((other) => summaryOf(other, scope)),
    feeds: feedsOf(scope.index, scope.at, scope.from),
    ...treeProp(scope),
    // `renderPage` adds the body of a Markdown entry.
    ...(hasBody(entry) ? {} : { body: { html: '' }, toc: [] }),
  };
}

/** Returns the series that an entry is a part of, if the collection has any. */
function seriesProp(entry: IndexedEntry, scope: Scope): Pick<EntryProps, 'series'> {
  const { taxonomies } = scope.index.config;
  const ordered = Object.keys(taxonomies).filter((name) => taxonomies[name]?.ordered);
  if (ordered.length === 0) return {};
  const series = ordered.flatMap((name) =>
    (entry.terms[name] ?? []).flatMap((key): readonly EntrySeries[] => {
      const entries = termsOf(scope.locale, name).find((term) => term.key === key)?.entries ?? [];
      const index = entries.indexOf(entry);
      const parts = entries.map((part) => summaryOf(part, scope));
      const [previous, next] = [parts[index - 1] ?? null, parts[index + 1] ?? null];
      return [
        {
          taxonomy: name,
          term: tagRef(key, scope, { taxonomy: name }),
          part: index + 1,
          entries: parts,
          previous,
          next,
        },
      ];
    }),
  );
  return { series };
}

/** Returns whether an entry is a file of Markdown or MDX; records of data have no body. */
export const hasBody = ({ file }: Pick<IndexedEntry, 'file'>): boolean => textEnding.test(file);

/** Trees of collections by locale, which all of their pages share. */
const trees = new WeakMap<LocaleIndex, readonly EntryNode[]>();

function treeProp(scope: SummaryScope): { readonly tree?: readonly EntryNode[] } {
  return scope.index.config.tree ? { tree: nodesOf(scope) } : {};
}

function nodesOf({ locale, index, at }: SummaryScope): readonly EntryNode[] {
  const cached = trees.get(locale);
  if (cached) return cached;
  const nodeOf = ({ name, entry, children }: TreeNode<IndexedEntry>): EntryNode => ({
    name,
    title: entry?.title ?? titleOfFolder(name),
    path: entry ? pathOf(entry, { index, at }) || null : null,
    children: children.map(nodeOf),
  });
  const nodes = treeOf(locale.entries).map(nodeOf);
  trees.set(locale, nodes);
  return nodes;
}

/** Returns the title of a folder without an entry: `Getting started` for `getting-started`. */
function titleOfFolder(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type ListSource = { readonly tag: string | null; readonly taxonomy: string | null; readonly page: number };

function listProps(route: PlannedRoute, scope: Scope, { tag, taxonomy, page }: ListSource): EntryListProps {
  const { config, name } = scope.index;
  const terms = termsOf(scope.locale, taxonomy);
  const settings = taxonomy === null ? config.tags : config.taxonomies[taxonomy];
  const term = tag === null ? undefined : terms.find(({ slug }) => slug === (route.params.tag ?? route.params.term));
  const all = term ? term.entries : scope.locale.entries;
  const perPage = (tag === null ? config.list?.perPage : settings?.perPage) ?? all.length;
  const first = term
    ? fillPath(settings?.path ?? '', { tag: term.slug, term: term.slug })
    : config.list
      ? pathFor(config.list, route.locale)
      : '';
  const pages = Math.max(1, Math.ceil(all.length / perPage));
  return {
    collection: name,
    tag: term ? tagRef(term.key, scope, { taxonomy }) : null,
    ...(taxonomy === null ? {} : { taxonomy }),
    entries: all.slice((page - 1) * perPage, page * perPage).map((entry) => summaryOf(entry, scope)),
    pagination: paginationOf({ page, pages, total: all.length }, (n) => localePath(scope.at, listPagePath(first, n))),
    tags: terms
      .slice(0, maxTags)
      .map((used) => ({ ...tagRef(used.key, scope, { taxonomy }), count: used.entries.length })),
    feeds: feedsOf(scope.index, localeOf(scope, route.locale), scope.from),
    ...treeProp(scope),
  };
}

/** Maximum number of tags in the props of a list, the most used ones, so that its size does not grow with the site. */
const maxTags = 100;

type Pages = { readonly page: number; readonly pages: number; readonly total: number };

function paginationOf(position: Pages, path: (page: number) => string): EntryListProps['pagination'] {
  const { page, pages } = position;
  const candidates = [1, page - 2, page - 1, page, page + 1, page + 2, pages];
  const shown = [...new Set(candidates)].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b);
  return {
    ...position,
    previous: page > 1 ? path(page - 1) : null,
    next: page < pages ? path(page + 1) : null,
    links: shown.map((number) => ({ page: number, path: path(number) })),
  };
}

const localeOf = (scope: Scope, code: string): Locale =>
  scope.from.config.locales.list.find((locale) => locale.code === code) as Locale;

const feedTypes = { rss: 'application/rss+xml', atom: 'application/atom+xml', json: 'application/feed+json' } as const;
const feedFiles = { rss: 'rss.xml', atom: 'atom.xml', json: 'feed.json' } as const;

/** Returns the feeds of a collection in a locale, below the path of its list. */
export function feedsOf(
  index: CollectionIndex,
  at: Locale,
  { feedTitle }: Pick<SummarySource, 'feedTitle'>,
): readonly FeedRef[] {
  const { config, locales } = index;
  if (!config.list || !locales.has(at.code)) return [];
  const listPath = pathFor(config.list, at.code);
  const listFolder = listPath === '/' ? '' : listPath;
  const title = feedTitle(index, at.code);
  return config.feeds.map((kind) => ({
    kind,
    path: localePath(at, `${listFolder}/${feedFiles[kind]}`),
    type: feedTypes[kind],
    title,
  }));
}
