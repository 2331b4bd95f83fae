import type { z } from 'zod';
import type { Diagnostic } from '../contract.ts';
import { duplicatesIn, duplicateText, tagsOf } from '../lib/head-tags.ts';
import { suggest } from '../lib/suggest.ts';
import type { SourceTree } from '../sources/tree.ts';
import type { DataPath } from '../sources/yaml.ts';
import { didYouMean, problemAt, warningAt } from './explain.ts';
import type { LoadedFile } from './load.ts';
import type { routesSchema } from './schema/routes.ts';
import type { headSchema } from './schema/shared.ts';
import type { DataQuery, RouteConfig, SiteSettings } from './types.ts';

type File = z.output<typeof routesSchema>;
type Route = File['routes'][number];
type Query = Route['data'][string];
type Target = NonNullable<Route['redirect']>;

/** Names that routes may refer to; null if they are not completely known. */
export type SiteNames = {
  readonly locales: readonly string[] | null;
  readonly collections: readonly string[] | null;
  readonly custom: unknown;
};

/** Returns a redirect with its status, 301 by default. */
export function redirectOf(target: Target): { readonly to: string; readonly status: number } {
  return typeof target === 'string' ? { to: target, status: 301 } : target;
}

function queryOf({ collection = '', limit, tag, file, config, image, perPage }: Query): DataQuery {
  if (image !== undefined) return { image };
  const paged = perPage === undefined ? {} : { perPage };
  if (file !== undefined) return { file, ...paged };
  if (config !== undefined) return { config };
  return { collection, ...(limit === undefined ? {} : { limit }), ...(tag === undefined ? {} : { tag }), ...paged };
}

/** A route and its index in the file. */
export type IndexedRoute = { readonly route: RouteConfig; readonly index: number };

/** Completes the routes and checks each against the rest of the site. Omits routes without page and redirect. */
export function resolveRoutes(
  tree: SourceTree,
  loaded: LoadedFile<File>,
  names: SiteNames,
): { readonly value: readonly IndexedRoute[]; readonly problems: readonly Diagnostic[] } {
  const { routes, notFound } = loaded.value;
  const problems = routes.flatMap((_, index) => checkRoute(tree, { loaded, index }, names));
  const pages = routes.flatMap(({ page }, index) =>
    page === undefined ? [] : [{ name: page, location: loaded.locate(['routes', index, 'page']) }],
  );
  if (notFound) pages.push({ name: notFound.page, location: loaded.locate(['notFound', 'page']) });
  const value = routes.flatMap((route, index): IndexedRoute[] => {
    const data = Object.fromEntries(Object.entries(route.data).map(([name, query]) => [name, queryOf(query)]));
    const { page = null, redirect } = route;
    if (redirect) return [{ route: { ...route, data, page, redirect: redirectOf(redirect) }, index }];
    return page === null ? [] : [{ route: { ...route, data, page, redirect: null }, index }];
  });
  const isUnshown = loaded.isComplete && !pages.some(({ name }) => name === notFoundPage);
  if (isUnshown && !notFound && componentsIn(tree, 'site/pages').includes(notFoundPage)) {
    const hint = 'Add `notFound: { page: NotFound, seo: notFound.seo }`.';
    const message =
      'There is a page `NotFound`, but no `notFound` that names it, so the site has no page for addresses that do not exist.';
    problems.push(warningAt(loaded.locate([]), 'CONFIG_NO_NOT_FOUND', [message, hint]));
  }
  return { value, problems: [...problems, ...checkComponents(tree, 'site/pages', pages)] };
}

const notFoundPage = 'NotFound';

type RouteLocation = { readonly loaded: LoadedFile<File>; readonly index: number };

function checkRoute(tree: SourceTree, { loaded, index }: RouteLocation, names: SiteNames): Diagnostic[] {
  const { routes } = loaded.value;
  const route = routes[index] as Route;
  const problems: Diagnostic[] = [];
  const first = routes.findIndex((other) => other.id === route.id);
  if (first !== index) {
    const text = `The id \`${route.id}\` is used by two routes: \`${routes[first]?.path}\` and \`${route.path}\`.`;
    const location = loaded.locate(['routes', index, 'id']);
    problems.push(problemAt(location, 'CONFIG_DUPLICATE_ID', [text, 'Give one of them another id.']));
  }
  const isOmitted = (['page', 'redirect'] as const).some((key) => loaded.omits(['routes', index, key]));
  if (!isOmitted && route.page === undefined && route.redirect === undefined) {
    const hint = 'Add `page`, the name of a component file in site/pages, or `redirect`.';
    const text = [`The route \`${route.id}\` has neither a page nor a redirect.`, hint] as const;
    problems.push(problemAt(loaded.locate(['routes', index]), 'CONFIG_NO_PAGE', text));
  }
  if (Array.isArray(route.locales) && names.locales !== null) {
    for (const [position, code] of route.locales.entries()) {
      if (names.locales.includes(code)) continue;
      const hint = didYouMean(suggest(code, names.locales), `The locales are ${names.locales.join(', ')}.`);
      const location = loaded.locate(['routes', index, 'locales', position]);
      problems.push(problemAt(location, 'CONFIG_UNKNOWN_LOCALE', [`There is no locale \`${code}\`.`, hint]));
    }
  }
  const paged = Object.keys(route.data).filter((name) => route.data[name]?.perPage !== undefined);
  if (paged.length > 1) {
    const text = `Only one value of a route can have pages; here it is \`${paged.join('` and `')}\`.`;
    const location = loaded.locate(['routes', index, 'data', paged[1] as string]);
    problems.push(problemAt(location, 'CONFIG_DATA', [text, 'Remove `perPage` from the others.']));
  }
  for (const code of Object.keys(route.paths ?? {})) {
    if (names.locales === null || names.locales.includes(code)) continue;
    const hint = didYouMean(suggest(code, names.locales), `The locales are ${names.locales.join(', ')}.`);
    const location = loaded.locate(['routes', index, 'paths', code], 'key');
    problems.push(problemAt(location, 'CONFIG_UNKNOWN_LOCALE', [`There is no locale \`${code}\`.`, hint]));
  }
  for (const [name, query] of Object.entries(route.data)) {
    const location = loaded.locate(['routes', index, 'data', name]);
    const isInvalid = loaded.omits(['routes', index, 'data', name]);
    const problem = isInvalid ? null : queryProblem(tree, query, names);
    if (problem) problems.push(problemAt(location, 'CONFIG_DATA', problem));
  }
  return problems;
}

function queryProblem(tree: SourceTree, query: Query, names: SiteNames): readonly [string, string] | null {
  const kinds = (['collection', 'file', 'image', 'config'] as const).filter((kind) => query[kind] !== undefined);
  const { collection, file, config } = query;
  if (kinds.length !== 1) {
    const count = kinds.length === 0 ? 'none' : `both \`${kinds.join('` and `')}\``;
    return [
      `A value must have exactly one of \`collection\`, \`file\`, \`image\` and \`config\`; this one has ${count}.`,
      'Name exactly one of them.',
    ];
  }
  if (collection === undefined && (query.limit !== undefined || query.tag !== undefined)) {
    return ['`limit` and `tag` require `collection`.', 'Remove them, or add `collection`.'];
  }
  if (query.perPage !== undefined && collection === undefined && file === undefined) {
    return ['`perPage` requires `collection` or `file`.', 'Remove it, or add one of them.'];
  }
  if (collection !== undefined && names.collections && !names.collections.includes(collection)) {
    const hint = didYouMean(suggest(collection, names.collections), 'Add it to config/content.yaml.');
    return [`There is no collection \`${collection}\`.`, hint];
  }
  if (file !== undefined && !someFileExists(tree, file)) {
    const files = [...tree.files.keys()].filter((path) => /^(?:data|content)\/.*\.(?:json|ya?ml|csv)$/.test(path));
    return [`There is no file ${file}.`, didYouMean(suggest(file, files), `Create ${file}.`)];
  }
  if (config !== undefined && customValue(names.custom, config) === undefined) {
    return [`config/site.yaml has no value at \`${config}\`.`, 'Add it there, or correct the path.'];
  }
  return null;
}

/** True if the file exists; with `{locale}` in its path, if it exists for some locale. */
function someFileExists(tree: SourceTree, file: string): boolean {
  if (!file.includes('{locale}')) return tree.files.has(file);
  const [before = '', after = ''] = file.split('{locale}', 2);
  return [...tree.files.keys()].some((path) => path.startsWith(before) && path.endsWith(after));
}

function customValue(custom: unknown, path: string): unknown {
  return path
    .split('.')
    .slice(1)
    .reduce<unknown>((parent, key) => (parent as { [key: string]: unknown } | null | undefined)?.[key], custom);
}

/** Returns the names of the component files in a folder, without extension. */
function componentsIn(tree: SourceTree, folder: string): readonly string[] {
  const names: string[] = [];
  const prefix = `${folder}/`;
  for (const path of tree.files.keys()) {
    if (path.startsWith(prefix) && /\.[jt]sx$/.test(path)) names.push(path.slice(folder.length + 1, -4));
  }
  return names;
}

/** Reports each page or template that has limits and does not exist. */
export function checkBudgets(tree: SourceTree, site: LoadedFile<SiteSettings | null>): readonly Diagnostic[] {
  return Object.keys(site.value?.budgets.pages ?? {}).flatMap((key) => {
    const [, folder = '', name = ''] = /^(\w+)\/(.*)$/.exec(key) ?? [];
    const location = site.locate(['budgets', 'pages', key], 'key');
    return checkComponents(tree, folder === 'pages' ? 'site/pages' : 'templates', [{ name, location }]);
  });
}

export type ComponentUse = { readonly name: string; readonly location: ReturnType<LoadedFile<unknown>['locate']> };

/** Reports each component without a file `<folder>/<name>.tsx` or `.jsx`. */
export function checkComponents(
  tree: SourceTree,
  folder: 'site/pages' | 'templates',
  uses: readonly ComponentUse[],
): readonly Diagnostic[] {
  const names = componentsIn(tree, folder);
  return uses
    .filter(({ name }) => !names.includes(name))
    .map(({ name, location }) => {
      const hint = didYouMean(
        suggest(name, names),
        `Create ${folder}/${name}.tsx with an exported component \`Page\`.`,
      );
      const code = folder === 'templates' ? 'CONFIG_NO_TEMPLATE' : 'CONFIG_NO_PAGE';
      const kind = folder === 'templates' ? 'template' : 'page';
      return problemAt(location, code, [
        `The ${kind} \`${name}\` does not exist: there is no ${folder}/${name}.tsx.`,
        hint,
      ]);
    });
}

type HeadSettings = z.output<typeof headSchema>;

/** Warns of each element that one list of the configuration adds to the head twice. */
export function checkHeads(
  site: LoadedFile<SiteSettings | null>,
  routes: LoadedFile<z.output<typeof routesSchema>>,
): readonly Diagnostic[] {
  return [
    ...(site.value ? duplicates(site.value.head as HeadSettings, site.locate, ['head']) : []),
    ...routes.value.routes.flatMap(({ head }, index) =>
      head ? duplicates(head, routes.locate, ['routes', index, 'head']) : [],
    ),
  ];
}

function duplicates(head: HeadSettings, locate: LoadedFile<unknown>['locate'], path: DataPath): readonly Diagnostic[] {
  return (['meta', 'link', 'script'] as const).flatMap((kind) => {
    const tags = tagsOf({ [kind]: head[kind] }, '');
    return duplicatesIn(tags).map((index) =>
      warningAt(locate([...path, kind, index]), 'HEAD_DUPLICATE', duplicateText(tags[index] as (typeof tags)[number])),
    );
  });
}
