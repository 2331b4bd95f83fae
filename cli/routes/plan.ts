import type { DataQuery, RouteConfig, SiteConfig } from '../config/types.ts';
import type { ContentIndex } from '../content/collect.ts';
import type { LinkTable } from '../content/links.ts';
import type { Diagnostic, Locale } from '../contract.ts';
import { listPagePath, localePath, pathFor, withoutPrefix } from '../lib/paths.ts';
import { type Result, settle } from '../report/result.ts';
import { collectionRoutes, type LastModified } from './collections.ts';
import type { PlannedRoute, RouteTable } from './types.ts';

export type RouteInput = {
  readonly config: SiteConfig;
  readonly content: ContentIndex;
  readonly modified: LastModified;
  /** Number of values that a query has in a locale. */
  readonly lengthOf: (query: PagedQuery, locale: string) => number;
};

export type PagedQuery = DataQuery & { readonly perPage: number };

/** Every page of the site in every locale that it has. The only place that computes a page's path. */
export function planRoutes(input: RouteInput): Result<RouteTable> {
  const { config, content, modified } = input;
  const planned = [
    ...config.routes.flatMap((route) => pageRoutes(config, route, input)),
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

function pageRoutes(
  config: SiteConfig,
  route: RouteConfig,
  { modified, lengthOf }: Pick<RouteInput, 'modified' | 'lengthOf'>,
): PlannedRoute[] {
  if (route.redirect) return [];
  const locales = localesOf(config, route);
  const pathIn = (locale: Locale) =>
    route.locales === 'none' ? route.path : localePath(locale, pathFor(route, locale.code));
  const alternates = Object.fromEntries(locales.map((locale) => [locale.code, pathIn(locale)]));
  const paged = pagedQuery(route);
  return locales.flatMap((locale) => {
    const first = pathIn(locale);
    const lastmod = modified.page(route.page, route.seo?.split('.')[0] ?? '', locale.code);
    const pages = paged ? Math.max(1, Math.ceil(lengthOf(paged, locale.code) / paged.perPage)) : 1;
    return Array.from({ length: pages }, (_, k): PlannedRoute => {
      const path = listPagePath(first, k + 1);
      return {
        path,
        id: route.id,
        locale: locale.code,
        params: paged ? { page: String(k + 1) } : {},
        page: `pages/${route.page}`,
        alternates: k === 0 ? alternates : { [locale.code]: path },
        index: route.index,
        lastmod,
        status: 200,
        source: {
          kind: 'page',
          id: route.id,
          ...(paged ? { page: k + 1 } : {}),
          plain: listPagePath(route.path, k + 1),
        },
      };
    });
  });
}

/** The query of a route whose values are divided into pages, or null. */
export function pagedQuery({ data }: Pick<RouteConfig, 'data'>): PagedQuery | null {
  const paged = Object.values(data).find((query) => 'perPage' in query && query.perPage !== undefined);
  return (paged as PagedQuery | undefined) ?? null;
}

function localesOf(config: SiteConfig, route: RouteConfig): readonly Locale[] {
  const { list, default: main } = config.locales;
  if (route.locales === 'all') return list;
  const codes = route.locales === 'none' ? [main] : route.locales;
  return list.filter((locale) => codes.includes(locale.code));
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
    const own = route.path.startsWith(locale.prefix) ? withoutPrefix(locale, route.path) : route.path;
    // A path that is translated is linked by its path in the configuration, or as it is.
    const { source } = route;
    const plain = source.kind === 'page' || source.kind === 'list' ? (source.plain ?? own) : own;
    for (const key of new Set([plain, own])) {
      const known = table.get(key);
      if (!known) table.set(key, { [route.locale]: route.path });
      else if (key === plain || known[route.locale] === undefined) known[route.locale] = route.path;
    }
  }
  return table;
}
