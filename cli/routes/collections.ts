import type { SiteConfig } from '../config/types.ts';
import type { CollectionIndex, LocaleIndex, TagIndex } from '../content/content-index.ts';
import type { IndexedEntry } from '../content/read.ts';
import type { Locale } from '../contract.ts';
import { entryParams, entryPath, fillPath, listPagePath, localePath, pathFiller, pathFor } from '../lib/paths.ts';
import type { PlannedRoute } from './types.ts';

/** Dates of the sources' last changes, for `lastmod`. */
export type LastModified = {
  /** W3C date of a page of routes.yaml, from its component and messages; null when unknown. */
  readonly page: (page: string, namespace: string, locale: string) => string | null;
  readonly file: (file: string) => string | null;
};

/** Returns the pages of a collection in every locale: of its entries, its list and its terms. */
export function collectionRoutes(config: SiteConfig, index: CollectionIndex, modified: LastModified): PlannedRoute[] {
  const byCode = new Map(config.locales.list.map((locale) => [locale.code, locale]));
  const pathOf = entryPaths(index.config);
  const { path, paths } = index.config;
  const taxonomies = taxonomiesOf(index);
  return [...index.locales].flatMap(([code, locale]) => {
    const at = byCode.get(code) as Locale;
    const pattern = path === undefined ? null : pathFor({ path, paths }, code);
    const scope = { config, index, locale, at, byCode, pathOf, page: `templates/${index.config.template}` };
    const dates = locale.entries.map((entry) => entryModified(entry, modified));
    return [
      ...(pattern !== null ? locale.entries.map((entry, i) => entryRoute(scope, entry, dates[i] ?? null)) : []),
      ...listRoutes(scope, dates.reduce<string | null>(laterDate, null)),
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
  /** Path of an entry in its locale, without prefix. */
  readonly pathOf: (entry: IndexedEntry) => string;
  /** Module key of an entry's page. */
  readonly page: string;
};

/** Returns a function that returns the path of an entry. It is faster if the path depends on the slug only. */
function entryPaths({ path = '', paths }: CollectionIndex['config']): (entry: IndexedEntry) => string {
  const hasOnlySlug = paths === undefined && /^[^{]*\{slug\}[^{]*$/.test(path);
  const fill = pathFiller(path, 'slug');
  return (entry) =>
    hasOnlySlug && entry.slug !== '' ? fill(entry.slug) : entryPath(pathFor({ path, paths }, entry.locale), entry);
}

const entryModified = (entry: IndexedEntry, modified: LastModified): string | null =>
  entry.updated ?? modified.file(entry.file) ?? (entry.date || null);

const laterDate = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

function entryRoute(
  { index, at, byCode, pathOf, page }: Scope,
  entry: IndexedEntry,
  lastmod: string | null,
): PlannedRoute {
  const alternates: Record<string, string> = {};
  for (const code of index.translations.get(entry.folder) ?? []) {
    const localeIndex = index.locales.get(code);
    const version = localeIndex?.entries[localeIndex.indexOfFolder.get(entry.folder) ?? -1] ?? entry;
    alternates[code] = localePath(byCode.get(code) as Locale, pathOf(version));
  }
  return {
    path: localePath(at, pathOf(entry)),
    id: index.name,
    locale: at.code,
    params: entryParams(index.config.path ?? '', entry),
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
  return Array.from({ length: pages }, (_, pageIndex): PlannedRoute => {
    const path = localePath(at, listPagePath(pathFor(list, at.code), pageIndex + 1));
    const listLocales = config.locales.list.filter(({ code }) => index.locales.has(code));
    const alternates =
      pageIndex === 0
        ? Object.fromEntries(listLocales.map((other) => [other.code, localePath(other, pathFor(list, other.code))]))
        : { [at.code]: path };
    return {
      path,
      id: `${index.name}.list`,
      locale: at.code,
      params: { page: String(pageIndex + 1) },
      page: `templates/${list.template}`,
      alternates,
      index: true,
      lastmod,
      status: 200,
      source: {
        kind: 'list',
        collection: index.name,
        tag: null,
        taxonomy: null,
        page: pageIndex + 1,
        configPath: listPagePath(list.path, pageIndex + 1),
      },
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
  const taxonomy = (definition: Omit<Taxonomy, 'slugs'>): Taxonomy => ({
    ...definition,
    slugs: new Map(
      Array.from(locales, ([code, locale]) => [code, new Set(definition.termsIn(locale).map(({ slug }) => slug))]),
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
    const lastmod = term.entries.map((entry) => entryModified(entry, modified)).reduce(laterDate, null);
    const termLocales = config.locales.list.filter(({ code }) => slugs.get(code)?.has(term.slug));
    return Array.from({ length: pages }, (_, pageIndex): PlannedRoute => {
      const path = localePath(at, listPagePath(first, pageIndex + 1));
      return {
        path,
        id: `${index.name}.${name ?? 'tag'}`,
        locale: at.code,
        params: { [param]: term.slug, page: String(pageIndex + 1) },
        page: `templates/${settings.template}`,
        alternates:
          pageIndex === 0
            ? Object.fromEntries(termLocales.map((other) => [other.code, localePath(other, first)]))
            : { [at.code]: path },
        index: true,
        lastmod,
        status: 200,
        source: { kind: 'list', collection: index.name, tag: term.tag, taxonomy: name, page: pageIndex + 1 },
      };
    });
  });
}
