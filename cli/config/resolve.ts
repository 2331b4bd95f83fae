import type { Diagnostic, NavigationEntry } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import { type Result, settle } from '../report/result.ts';
import type { SourceTree } from '../sources/tree.ts';
import { checkContent } from './content.ts';
import { deepFreeze } from './freeze.ts';
import { fileOf, type Loaded, load } from './load.ts';
import { checkMessageFolders, resolveLocales } from './locales.ts';
import { checkNavigation } from './navigation.ts';
import { type Claim, checkClaims, collectionClaims, pathTable, prefixesOf } from './path-table.ts';
import { didYouMean, warningAt } from './problem.ts';
import { checkLoops, checkTargets } from './redirects.ts';
import { resolveRoutes } from './routes.ts';
import { resolveRules } from './rules.ts';
import { contentSchema } from './schema/content.ts';
import { localesSchema } from './schema/locales.ts';
import { navigationSchema } from './schema/navigation.ts';
import { routesSchema } from './schema/routes.ts';
import { loadSite } from './site.ts';
import type { CollectionConfig, ConfigOverrides, SiteConfig } from './types.ts';

/**
 * Reads `config/*.yaml`, holds each file to its schema and all of them to each other and to the files of the site.
 * Collects every problem. Faulty parts are left out of the checks between files, so that one does not hide another.
 */
export function resolveConfig(tree: SourceTree, options: ConfigOverrides = {}): Result<SiteConfig> {
  const site = loadSite(tree, options);
  const localesFile = orElse(
    load(tree, { name: 'locales', schema: localesSchema, empty: {} }),
    localesSchema.parse({}),
  );
  const routesFile = orElse(load(tree, { name: 'routes', schema: routesSchema, empty: {} }), routesSchema.parse({}));
  const contentFile = orElse(
    load(tree, { name: 'content', schema: contentSchema, empty: {} }),
    contentSchema.parse({}),
  );
  const navigationFile = orElse(load(tree, { name: 'navigation', schema: navigationSchema, empty: [] }), []);

  const settings = resolveLocales(localesFile, options.locales);
  // What exists does not hang on which locales are built this time.
  const locales = resolveLocales(localesFile, undefined).value.list;
  const collections: Readonly<Record<string, CollectionConfig>> = contentFile.value.collections;
  const routes = resolveRoutes(tree, routesFile, {
    locales: localesFile.whole ? settings.value.known : null,
    collections: contentFile.whole ? Object.keys(collections) : null,
    custom: site.value?.custom,
  });
  const claims: readonly Claim[] = [
    ...routes.value.map(({ route, index }): Claim => {
      const where = routesFile.at(['routes', index, 'path']);
      return {
        by: `the route \`${route.id}\``,
        path: route.path,
        prefixes: prefixesOf(route, locales),
        paged: false,
        where,
      };
    }),
    ...Object.entries(collections).flatMap(([name, collection]) =>
      collectionClaims(name, collection, {
        locales,
        where: (key) => contentFile.at(['collections', name, ...(key === 'path' ? [key] : [key, 'path'])]),
      }),
    ),
  ];
  const paths = pathTable(claims);
  const whole = routesFile.whole && contentFile.whole && localesFile.whole;
  const root = { to: site.value?.rootRedirect, where: site.at(['rootRedirect']) };
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
    ...checkContent(tree, contentFile),
    ...navigationFile.problems,
    ...checkMessageFolders(tree, localesFile, usesMessages(routesFile.value, collections)),
    ...checkClaims(claims),
    ...checkNavigation(tree, navigationFile, whole ? paths : null),
    ...rules.problems,
    ...checkLoops(rules.value, origin),
    ...(whole ? checkTargets(tree, rules.value, { paths, site: origin }) : []),
    ...checkFileNames(tree),
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

function orElse<T>(loaded: Loaded<T | null>, value: T): Loaded<T> {
  return { ...loaded, value: loaded.value ?? value };
}

type Keyed = { readonly seo?: string | undefined };

function usesMessages(
  { routes, notFound }: { readonly routes: readonly Keyed[]; readonly notFound?: Keyed | undefined },
  collections: SiteConfig['content']['collections'],
): boolean {
  const keyed = [...routes, ...(notFound ? [notFound] : []), ...Object.values(collections)];
  return keyed.some(({ seo }) => seo !== undefined);
}

/** A file that nobody reads, with a name close to one that is read: `route.yaml`, `site.yml`. */
function checkFileNames(tree: SourceTree): readonly Diagnostic[] {
  const names = (['site', 'locales', 'routes', 'navigation', 'content'] as const).map(fileOf);
  const absent = names.filter((name) => !tree.files.has(name));
  return [...tree.files.keys()].flatMap((file) => {
    if (!/^config\/[^/]+\.ya?ml$/.test(file) || names.includes(file)) return [];
    const near = suggest(
      file.replace(/^config\/|\.ya?ml$/g, ''),
      absent.map((name) => name.slice(7, -5)),
    );
    if (near === null) return [];
    const text = [`${file} is not read.`, didYouMean(`config/${near}.yaml`, '')] as const;
    return [warningAt({ file }, 'CONFIG_FILE_NAME', text)];
  });
}
