import type { RouteConfig, SiteConfig } from '../config/types.ts';
import type { CollectionIndex, ContentIndex, IndexedEntry, LocaleIndex, TagIndex } from '../content/collect.ts';
import type { LinkTable } from '../content/links.ts';
import type { Diagnostic, Locale } from '../contract.ts';
import { entryPath, fillPath, listPagePath, localePath, pathFiller, plainPath } from '../lib/paths.ts';
import { type Result, settle } from '../report/result.ts';
import type { PlannedRoute, RouteTable } from './types.ts';

/** Dates of the sources' last changes, for `lastmod`. */
export type LastModified = {
  /** W3C date of a page of routes.yaml, from its component and messages; null when unknown. */
  readonly page: (page: string, namespace: string, locale: string) => string | null;
  readonly file: (file: string) => string | null;
};

/** Every page of the site in every locale that it has. The only place that computes a page's path. */
export function planRoutes(config: SiteConfig, content: ContentIndex, modified: LastModified): Result<RouteTable> {
  const planned = [
    ...config.routes.flatMap((route) => pageRoutes(config, route, modified)),
    ...[...content.values()].flatMap((collection) => collectionRoutes(config, collection, modified)),
    ...notFoundRoutes(config),
  ];
  const routes = withoutRedirected(planned, config);
  const byPath = new Map<string, PlannedRoute>();
  const problems: Diagnostic[] = [];
  for (const route of routes) {
    const other = byPath.get(route.path);
    if (other) problems.push(conflict(other, route));
    else byPath.set(route.path, route);
  }
  return settle(() => ({ routes, byPath }), problems);
}

/** A redirect stands before a page of the same path; then the page is no version of the others either. */
function withoutRedirected(routes: readonly PlannedRoute[], config: SiteConfig): readonly PlannedRoute[] {
  const gone = new Set(Object.keys(config.rules).filter((path) => config.rules[path]?.redirect));
  if (!routes.some((route) => gone.has(route.path))) return routes;
  const kept = routes.filter((route) => !gone.has(route.path));
  return kept.map((route) => {
    const alternates = Object.entries(route.alternates).filter(([, path]) => !gone.has(path));
    return { ...route, alternates: Object.fromEntries(alternates) };
  });
}

function pageRoutes(config: SiteConfig, route: RouteConfig, modified: LastModified): PlannedRoute[] {
  if (route.redirect) return [];
  const locales = localesOf(config, route);
  const pathIn = (locale: Locale) => (route.locales === 'none' ? route.path : localePath(locale, route.path));
  const alternates = Object.fromEntries(locales.map((locale) => [locale.code, pathIn(locale)]));
  return locales.map((locale) => ({
    path: pathIn(locale),
    id: route.id,
    locale: locale.code,
    params: {},
    page: `pages/${route.page}`,
    alternates,
    index: route.index,
    lastmod: modified.page(route.page, route.seo?.split('.')[0] ?? '', locale.code),
    status: 200,
    source: { kind: 'page', id: route.id },
  }));
}

function localesOf(config: SiteConfig, route: RouteConfig): readonly Locale[] {
  const { list, default: main } = config.locales;
  if (route.locales === 'all') return list;
  const codes = route.locales === 'none' ? [main] : route.locales;
  return list.filter((locale) => codes.includes(locale.code));
}

function collectionRoutes(config: SiteConfig, index: CollectionIndex, modified: LastModified): PlannedRoute[] {
  const byCode = new Map(config.locales.list.map((locale) => [locale.code, locale]));
  const { path } = index.config;
  const filled = path === undefined ? null : pathFiller(path, 'slug');
  const fill = (slug: string): string => (slug === '' || !filled ? entryPath(path ?? '', slug) : filled(slug));
  const taxonomies = taxonomiesOf(index);
  return [...index.locales].flatMap(([code, locale]) => {
    const at = byCode.get(code) as Locale;
    const scope = { config, index, locale, at, byCode, fill, page: `templates/${index.config.template}` };
    const dates = locale.entries.map((entry) => entryModified(entry, modified));
    return [
      ...(filled ? locale.entries.map((entry, i) => entryRoute(scope, entry, dates[i] ?? null)) : []),
      ...listRoutes(scope, dates.reduce<string | null>(later, null)),
      ...taxonomies.flatMap((taxonomy) => termRoutes(scope, taxonomy, modified)),
    ];
  });
}

type Scope = {
  readonly config: SiteConfig;
  readonly index: CollectionIndex;
  readonly locale: LocaleIndex;
  readonly at: Locale;
  readonly byCode: ReadonlyMap<string, Locale>;
  /** Path of an entry by its slug. */
  readonly fill: (slug: string) => string;
  /** Module key of an entry's page. */
  readonly page: string;
};

const entryModified = (entry: IndexedEntry, modified: LastModified): string | null =>
  entry.updated ?? modified.file(entry.file) ?? (entry.date || null);

const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

function entryRoute(
  { index, at, byCode, fill, page }: Scope,
  entry: IndexedEntry,
  lastmod: string | null,
): PlannedRoute {
  const alternates: Record<string, string> = {};
  for (const code of index.translations.get(entry.folder) ?? []) {
    const there = index.locales.get(code);
    const slug = there?.entries[there.indexOfFolder.get(entry.folder) ?? -1]?.slug ?? entry.slug;
    alternates[code] = localePath(byCode.get(code) as Locale, fill(slug));
  }
  return {
    path: localePath(at, fill(entry.slug)),
    id: index.name,
    locale: at.code,
    params: { slug: entry.slug },
    page,
    alternates,
    index: true,
    lastmod,
    status: 200,
    source: { kind: 'entry', collection: index.name, folder: entry.folder },
  };
}

function listRoutes({ config, index, locale, at }: Scope, lastmod: string | null): PlannedRoute[] {
  const list = index.config.list;
  if (!list) return [];
  const pages = Math.max(1, Math.ceil(locale.entries.length / list.perPage));
  return Array.from({ length: pages }, (_, k) => {
    const path = localePath(at, listPagePath(list.path, k + 1));
    const everywhere = config.locales.list.filter((one) => index.locales.has(one.code));
    const alternates =
      k === 0
        ? Object.fromEntries(everywhere.map((one) => [one.code, localePath(one, list.path)]))
        : { [at.code]: path };
    return {
      path,
      id: `${index.name}.list`,
      locale: at.code,
      params: { page: String(k + 1) },
      page: `templates/${list.template}`,
      alternates,
      index: true,
      lastmod,
      status: 200,
      source: { kind: 'list', collection: index.name, tag: null, taxonomy: null, page: k + 1 },
    };
  });
}

/** A taxonomy of a collection; the tags are the first of them. */
type Taxonomy = {
  /** Null: the tags. */
  readonly name: string | null;
  readonly param: 'tag' | 'term';
  readonly settings: NonNullable<CollectionIndex['config']['tags']> | CollectionIndex['config']['taxonomies'][string];
  readonly termsIn: (locale: LocaleIndex) => readonly TagIndex[];
  /** Slugs of the terms in each locale. */
  readonly slugs: ReadonlyMap<string, ReadonlySet<string>>;
};

function taxonomiesOf({ config, locales }: CollectionIndex): readonly Taxonomy[] {
  const taxonomy = (one: Omit<Taxonomy, 'slugs'>): Taxonomy => ({
    ...one,
    slugs: new Map(
      Array.from(locales, ([code, locale]) => [code, new Set(one.termsIn(locale).map(({ slug }) => slug))]),
    ),
  });
  return [
    ...(config.tags
      ? [taxonomy({ name: null, param: 'tag', settings: config.tags, termsIn: ({ tags }) => tags })]
      : []),
    ...Object.entries(config.taxonomies).map(([name, settings]) =>
      taxonomy({ name, param: 'term', settings, termsIn: (locale) => locale.taxonomies.get(name) ?? [] }),
    ),
  ];
}

function termRoutes({ config, index, locale, at }: Scope, taxonomy: Taxonomy, modified: LastModified): PlannedRoute[] {
  const { name, param, settings, slugs } = taxonomy;
  return taxonomy.termsIn(locale).flatMap((term) => {
    const pages = Math.ceil(term.entries.length / settings.perPage);
    const first = fillPath(settings.path, { [param]: term.slug });
    const lastmod = term.entries.map((entry) => entryModified(entry, modified)).reduce(later, null);
    const sharing = config.locales.list.filter((one) => slugs.get(one.code)?.has(term.slug));
    return Array.from({ length: pages }, (_, k): PlannedRoute => {
      const path = localePath(at, listPagePath(first, k + 1));
      return {
        path,
        id: `${index.name}.${name ?? 'tag'}`,
        locale: at.code,
        params: { [param]: term.slug, page: String(k + 1) },
        page: `templates/${settings.template}`,
        alternates:
          k === 0 ? Object.fromEntries(sharing.map((one) => [one.code, localePath(one, first)])) : { [at.code]: path },
        index: true,
        lastmod,
        status: 200,
        source: { kind: 'list', collection: index.name, tag: term.tag, taxonomy: name, page: k + 1 },
      };
    });
  });
}

/** `/404` and `/de/404`: pages to serve with status 404, in no sitemap. */
function notFoundRoutes(config: SiteConfig): PlannedRoute[] {
  const { notFound } = config;
  if (!notFound) return [];
  return config.locales.list.map((locale) => ({
    path: localePath(locale, '/404'),
    id: 'not-found',
    locale: locale.code,
    params: {},
    page: `pages/${notFound.page}`,
    alternates: {},
    index: false,
    lastmod: null,
    status: 404,
    source: { kind: 'not-found' },
  }));
}

function conflict(first: PlannedRoute, second: PlannedRoute): Diagnostic {
  return {
    code: 'ROUTE_CONFLICT',
    severity: 'error',
    message: `Two pages claim ${first.path}: ${describeRoute(first)} and ${describeRoute(second)}.`,
    hint: 'Change the path, slug or tag of one of them.',
  };
}

/** Says where a page comes from, in the middle of a sentence. */
export function describeRoute({ source, locale }: PlannedRoute): string {
  switch (source.kind) {
    case 'page':
      return `the route "${source.id}" of config/routes.yaml`;
    case 'entry':
      return `the entry ${source.collection}/${source.folder} (${locale})`;
    case 'list':
      return source.tag === null
        ? `the list of ${source.collection}`
        : `the ${source.taxonomy ?? 'tag'} "${source.tag}" of ${source.collection}`;
    case 'not-found':
      return 'the not-found page';
  }
}

export function linkTable(config: SiteConfig, routes: readonly PlannedRoute[]): LinkTable {
  const table = new Map<string, Record<string, string>>();
  const locales = new Map(config.locales.list.map((locale) => [locale.code, locale]));
  for (const route of routes) {
    if (route.status !== 200) continue;
    const locale = locales.get(route.locale) as Locale;
    const plain = route.path.startsWith(locale.prefix) ? plainPath(locale, route.path) : route.path;
    const known = table.get(plain);
    if (known) known[route.locale] = route.path;
    else table.set(plain, { [route.locale]: route.path });
  }
  return table;
}
