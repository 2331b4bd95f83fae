import type { DataQuery, RouteConfig, SiteConfig } from '../config/types.ts';
import type { ContentIndex } from '../content/content-index.ts';
import type { LinkTable } from '../content/links.ts';
import type { Diagnostic, Locale } from '../contract.ts';
import { isGlob, pathMatcher } from '../lib/path-rules.ts';
import { isHosted, listPagePath, localePath, pathFor, withoutPrefix } from '../lib/paths.ts';
import { type Result, settle } from '../report/result.ts';
import { collectionRoutes, type LastModified } from './collections.ts';
import type { PlannedRoute, RouteTable } from './types.ts';

export type RouteInput = {
  readonly config: SiteConfig;
  readonly content: ContentIndex;
  readonly modified: LastModified;
  /** Returns the number of values that a query has in a locale. */
  readonly lengthOf: (query: PagedQuery, locale: string) => number;
};

export type PagedQuery = DataQuery & { readonly perPage: number };

/** Returns every page of the site in each of its locales. Only this function computes the paths of pages. */
export function planRoutes(input: RouteInput): Result<RouteTable> {
  const { config, content, modified } = input;
  const planned = [
    ...config.routes.flatMap((route) => pageRoutes(config, route, input)),
    ...[...content.values()].flatMap((collection) => collectionRoutes(config, collection, modified)),
    ...notFoundRoutes(config),
  ];
  const routes = withoutRedirectedPages(planned, config);
  const byPath = new Map<string, PlannedRoute>();
  /** By what claims the paths: of lists with several pages, the first conflict stands for those of all pages. */
  const conflicts = new Map<string, Diagnostic>();
  for (const route of routes) {
    const other = byPath.get(route.path);
    const key = other ? `${route.locale}\n${describeRoute(other)}\n${describeRoute(route)}` : '';
    if (!other) byPath.set(route.path, route);
    else if (!conflicts.has(key)) conflicts.set(key, conflictProblem(other, route, content));
  }
  const problems = [...replacedProblems(planned, routes, config), ...conflicts.values()];
  return settle(() => ({ routes: routes.filter(({ path }) => path.startsWith('/')), byPath }), problems);
}

/** Returns the routes without those that a redirect replaces, and without them as alternates of others. */
function withoutRedirectedPages(routes: readonly PlannedRoute[], config: SiteConfig): readonly PlannedRoute[] {
  const redirects = redirectPaths(config);
  const exact = new Set(redirects);
  const globs = redirects.filter(isGlob).map(pathMatcher);
  const isRedirected = (path: string): boolean => exact.has(path) || globs.some((matches) => matches(path));
  // Hosts show the not-found page at paths that a glob does not match.
  const remaining = routes.filter(({ path, status }) => !(status === 404 ? exact.has(path) : isRedirected(path)));
  if (remaining.length === routes.length) return routes;
  return remaining.map((route) => {
    const alternates = Object.entries(route.alternates).filter(([, path]) => !isRedirected(path));
    return { ...route, alternates: Object.fromEntries(alternates) };
  });
}

const redirectPaths = ({ rules }: SiteConfig): readonly string[] =>
  Object.keys(rules).filter((path) => rules[path]?.redirect);

/** Returns a warning for each redirect whose glob replaces pages, which may be more than its author thought of. */
function replacedProblems(
  planned: readonly PlannedRoute[],
  remaining: readonly PlannedRoute[],
  config: SiteConfig,
): Diagnostic[] {
  if (remaining.length === planned.length) return [];
  const paths = new Set(remaining.map(({ path }) => path));
  const replaced = planned.map(({ path }) => path).filter((path) => !paths.has(path));
  return redirectPaths(config).flatMap((glob) => {
    const [first, ...others] = isGlob(glob) ? replaced.filter(pathMatcher(glob)) : [];
    if (first === undefined) return [];
    return {
      code: 'REDIRECT_REPLACES_PAGES',
      severity: 'warning',
      message: `The redirect from \`${glob}\` replaces ${others.length === 0 ? 'a page' : `${others.length + 1} pages`} of the site: ${[first, ...others.slice(0, 2)].join(', ')}${others.length > 2 ? ' and others' : ''}.`,
      hint: 'Choose a pattern without them in config/routes.yaml, or delete what they are made from.',
      file: 'config/routes.yaml',
    };
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
    route.locales === 'none' ? (locale.url ?? '') + route.path : localePath(locale, pathFor(route, locale.code));
  const alternates = Object.fromEntries(locales.map((locale) => [locale.code, pathIn(locale)]));
  const query = pagedQuery(route);
  return locales.flatMap((locale) => {
    const first = pathIn(locale);
    const lastmod = modified.page(route.page, route.seo?.split('.')[0] ?? '', locale.code);
    const pages = query ? Math.max(1, Math.ceil(lengthOf(query, locale.code) / query.perPage)) : 1;
    return Array.from({ length: pages }, (_, pageIndex): PlannedRoute => {
      const path = listPagePath(first, pageIndex + 1);
      return {
        path,
        id: route.id,
        locale: locale.code,
        params: query ? { page: String(pageIndex + 1) } : {},
        page: `pages/${route.page}`,
        alternates: pageIndex === 0 ? alternates : { [locale.code]: path },
        index: route.index,
        lastmod,
        status: 200,
        source: {
          kind: 'page',
          id: route.id,
          ...(query ? { page: pageIndex + 1 } : {}),
          configPath: listPagePath(route.path, pageIndex + 1),
        },
      };
    });
  });
}

/** Returns the query of a route whose values are divided into pages, or null. */
export function pagedQuery({ data }: Pick<RouteConfig, 'data'>): PagedQuery | null {
  const query = Object.values(data).find((query) => 'perPage' in query && query.perPage !== undefined);
  return (query as PagedQuery | undefined) ?? null;
}

function localesOf(config: SiteConfig, route: RouteConfig): readonly Locale[] {
  const { list, default: defaultLocale } = config.locales;
  if (route.locales === 'all') return list;
  const codes = route.locales === 'none' ? [defaultLocale] : route.locales;
  return list.filter((locale) => codes.includes(locale.code));
}

/**
 * Returns the not-found pages, such as `/404` and `/de/404`, which have status 404 and are in no sitemap. Hosts show
 * `/404` also where every locale has a prefix.
 */
function notFoundRoutes({ notFound, locales }: SiteConfig): PlannedRoute[] {
  if (!notFound) return [];
  const hosted = locales.list.filter(isHosted);
  const first = hosted.find(({ code }) => code === locales.default) ?? hosted[0];
  const roots = first && hosted.every(({ prefix }) => prefix !== '') ? [{ ...first, prefix: '' }] : [];
  return [...roots, ...locales.list].map((locale) => ({
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

function conflictProblem(first: PlannedRoute, second: PlannedRoute, content: ContentIndex): Diagnostic {
  const file = entryFile(second, content) ?? entryFile(first, content);
  const [one, other] = [first, second].map((route) => {
    const from = route.source.kind === 'list' ? entryFile(route, content) : undefined;
    return describeRoute(route) + (from === undefined ? '' : ` (${from})`);
  });
  return {
    code: 'ROUTE_CONFLICT',
    severity: 'error',
    message: `Two pages claim ${first.path}: ${one} and ${other}.`,
    hint: 'Change the path, slug or tag of one of them.',
    ...(file === undefined ? {} : { file, line: 1, column: 1 }),
  };
}

/** Returns the file of the entry that a page shows, or of the first one with the tag or term that it lists. */
function entryFile({ source, locale }: PlannedRoute, content: ContentIndex): string | undefined {
  if (source.kind !== 'entry' && source.kind !== 'list') return undefined;
  const index = content.get(source.collection)?.locales.get(locale);
  if (source.kind === 'entry') return index?.entries[index.indexOfFolder.get(source.folder) ?? -1]?.file;
  const terms = source.taxonomy === null ? index?.tags : index?.taxonomies.get(source.taxonomy);
  return terms?.find(({ tag }) => tag === source.tag)?.entries[0]?.file;
}

/** Returns a description of a page's source, for the middle of a sentence. */
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

/** Returns the paths of pages by locale, for the links of texts. */
export function linkTable(config: SiteConfig, { byPath }: RouteTable): LinkTable {
  const table = new Map<string, Record<string, string>>();
  const locales = new Map(config.locales.list.map((locale) => [locale.code, locale]));
  for (const route of byPath.values()) {
    if (route.status !== 200) continue;
    const locale = locales.get(route.locale) as Locale;
    const unprefixed = withoutPrefix(locale, route.path);
    // Links to a page with a translated path use the path in the configuration, or the translated one.
    const { source } = route;
    const configPath =
      source.kind === 'page' || source.kind === 'list' ? (source.configPath ?? unprefixed) : unprefixed;
    for (const key of new Set([configPath, unprefixed])) {
      const pathsByLocale = table.get(key);
      if (!pathsByLocale) table.set(key, { [route.locale]: route.path });
      else if (key === configPath || pathsByLocale[route.locale] === undefined)
        pathsByLocale[route.locale] = route.path;
    }
  }
  return table;
}
