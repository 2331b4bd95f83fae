import { join, resolve, sep } from 'node:path';
import type { z } from 'zod';
import type { Diagnostic, NavigationEntry } from '../contract.ts';
import { type Result, settle } from '../report/result.ts';
import type { SourceTree } from '../sources/tree.ts';
import { checkContent } from './collections.ts';
import { type LoadedFile, load, loadSite } from './load.ts';
import { checkMessageFolders, resolveLocales } from './locales.ts';
import { checkBudgets, checkHeads, resolveRoutes } from './pages.ts';
import {
  checkNavigation,
  checkPathClashes,
  collectionPaths,
  localesOf,
  ownersOf,
  type PathOwner,
  pathTable,
} from './paths.ts';
import { checkRedirectLoops, checkRedirectTargets, resolveRules } from './rules.ts';
import { contentSchema } from './schema/content.ts';
import { localesSchema, navigationSchema, routesSchema } from './schema/routes.ts';
import {
  type CollectionConfig,
  type ConfigOverrides,
  type Domain,
  deepFreeze,
  type SiteConfig,
  type SiteSettings,
} from './types.ts';
import { checkFileNames, checkUnread } from './unread.ts';

/**
 * Reads `config/*.yaml` and checks each file against its schema, the other files and the sources. Returns all problems
 * together: invalid parts are left out of the checks between files, so that one problem does not hide another.
 */
export function resolveConfig(tree: SourceTree, options: ConfigOverrides = {}): Result<SiteConfig> {
  const loadedSite = loadSite(tree, options);
  const localesFile = withDefault(
    load(tree, { name: 'locales', schema: localesSchema, empty: {} }),
    localesSchema.parse({}),
  );
  const routesFile = withDefault(
    load(tree, { name: 'routes', schema: routesSchema, empty: {} }),
    routesSchema.parse({}),
  );
  const contentFile = withDefault(
    load(tree, { name: 'content', schema: contentSchema, empty: {} }),
    contentSchema.parse({}),
  );
  const navigationFile = withDefault(load(tree, { name: 'navigation', schema: navigationSchema, empty: [] }), []);

  const settings = resolveLocales(localesFile, { ...options, site: loadedSite.value });
  const { domain } = settings.value;
  const site = domain ? onDomain(loadedSite, domain) : loadedSite;
  // The paths of the site always include all locales, also those excluded from this build.
  const locales = resolveLocales(localesFile, {
    ...(options.domain === undefined ? {} : { domain: options.domain }),
    site: loadedSite.value,
  }).value.list;
  const collections = completeCollections(contentFile.value);
  const routes = resolveRoutes(tree, routesFile, {
    locales: localesFile.isComplete ? settings.value.allCodes : null,
    collections: contentFile.isComplete ? Object.keys(collections) : null,
    custom: site.value?.custom,
  });
  const owners: readonly PathOwner[] = [
    ...routes.value.flatMap(({ route, index }) => {
      const location = routesFile.locate(['routes', index, 'path']);
      const paged = Object.values(route.data).some((query) => 'perPage' in query);
      return ownersOf(
        { description: `the route \`${route.id}\``, paths: route, paged, location },
        localesOf(route, locales),
      );
    }),
    ...Object.entries(collections).flatMap(([name, collection]) =>
      collectionPaths(name, collection, {
        locales,
        locate: (key) => contentFile.locate(['collections', name, ...key]),
      }),
    ),
  ];
  const paths = pathTable(owners);
  const isComplete = routesFile.isComplete && contentFile.isComplete && localesFile.isComplete;
  const root = { to: site.value?.rootRedirect, location: site.locate(['rootRedirect']) };
  const rules = resolveRules({
    file: routesFile,
    routes: routes.value,
    locales,
    settings: settings.value,
    paths,
    root,
  });
  const origin = site.value ?? { url: '', base: '' };
  const problems: readonly Diagnostic[] = [
    ...site.problems,
    ...localesFile.problems,
    ...settings.problems,
    ...routesFile.problems,
    ...routes.problems,
    ...contentFile.problems,
    ...checkContent(tree, contentFile, settings.value.allCodes),
    ...checkUnread(tree, contentFile, settings.value.allCodes),
    ...navigationFile.problems,
    ...checkHeads(site, routesFile),
    ...checkBudgets(tree, site),
    ...checkMessageFolders(tree, localesFile, usesMessages(routesFile.value, collections)),
    ...checkPathClashes(owners),
    ...checkNavigation(tree, navigationFile, isComplete ? paths : null),
    ...rules.problems,
    ...checkRedirectLoops(rules.value, origin),
    ...(isComplete ? checkRedirectTargets(tree, rules.value, { paths, site: origin }) : []),
    ...checkFileNames(tree),
    ...checkRoot(tree.root),
  ];
  return settle(
    () =>
      deepFreeze({
        site: site.value,
        locales: settings.value,
        routes: routes.value.map(({ route }) => route),
        notFound: routesFile.value.notFound ?? null,
        rules: Object.fromEntries(rules.value.map(({ glob, rule }) => [glob, rule])),
        navigation: navigationFile.value as readonly NavigationEntry[],
        content: { maxTextMb: contentFile.value.maxTextMb, collections },
      }) as SiteConfig,
    problems,
  );
}

/** Reports a character in the path of the site with which the bundler takes it for another path. */
function checkRoot(root: string): readonly Diagnostic[] {
  const character = ['?', '#', '\\'].find((one) => root.split(sep).join('/').includes(one));
  if (character === undefined) return [];
  const message = `The path of the site contains \`${character}\`, with which its code cannot be bundled: ${root}.`;
  return [{ code: 'SITE_PATH', severity: 'error', message, hint: 'Rename that folder.' }];
}

/** Returns the settings of a site for one of its domains: its origin, and a folder for its output. */
function onDomain(loaded: LoadedFile<SiteSettings | null>, { url, name }: Domain): LoadedFile<SiteSettings | null> {
  const { value } = loaded;
  return {
    ...loaded,
    value: value && { ...value, url, output: { ...value.output, dir: join(value.output.dir, name) } },
  };
}

/** Returns the collections with the defaults that depend on their other settings. */
function completeCollections(file: z.output<typeof contentSchema>): Readonly<Record<string, CollectionConfig>> {
  const complete = Object.entries(file.collections).map(([name, collection]) => {
    const type = collection.type ?? (collection.feeds.length > 0 ? 'blog' : 'pages');
    return [name, { ...collection, type, sort: collection.sort ?? (type === 'blog' ? '-date' : 'order') }] as const;
  });
  return Object.fromEntries(complete) as Readonly<Record<string, CollectionConfig>>;
}

function withDefault<T>(loaded: LoadedFile<T | null>, value: T): LoadedFile<T> {
  return { ...loaded, value: loaded.value ?? value };
}

type WithSeo = { readonly seo?: string | undefined };

function usesMessages(
  { routes, notFound }: { readonly routes: readonly WithSeo[]; readonly notFound?: WithSeo | undefined },
  collections: SiteConfig['content']['collections'],
): boolean {
  const withSeo = [...routes, ...(notFound ? [notFound] : []), ...Object.values(collections)];
  return withSeo.some(({ seo }) => seo !== undefined);
}

/**
 * The domains of a site that are built and all that it has, by name, and the absolute folder of their output folders.
 */
export type BuiltDomains = {
  readonly domains: readonly string[];
  readonly all: readonly string[];
  readonly out: string;
};

/** Returns the domains of the site that have a locale to build; null if it has none, or if its settings have errors. */
export function builtDomains(tree: SourceTree, overrides: ConfigOverrides): BuiltDomains | null {
  const config = resolveConfig(tree, overrides);
  if (!config.ok || config.value.locales.domains.length === 0) return null;
  const { domains, list } = config.value.locales;
  const codes = new Set(list.map(({ code }) => code));
  const built = domains.filter(({ codes: domainCodes }) => domainCodes.some((code) => codes.has(code)));
  const nameOf = ({ name }: { readonly name: string }) => name;
  return {
    domains: built.map(nameOf),
    all: domains.map(nameOf),
    out: resolve(tree.root, config.value.site.output.dir),
  };
}
