import type { z } from 'zod';
import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { SourceTree } from '../sources/tree.ts';
import { checkComponents } from './components.ts';
import type { Loaded } from './load.ts';
import { didYouMean, problemAt } from './problem.ts';
import type { routesSchema } from './schema/routes.ts';
import type { DataQuery, RouteConfig } from './types.ts';

type File = z.output<typeof routesSchema>;
type Route = File['routes'][number];
type Query = Route['data'][string];
type Target = NonNullable<Route['redirect']>;

/** Other parts of the configuration that routes name; null where they are not known in full. */
export type Known = {
  readonly locales: readonly string[] | null;
  readonly collections: readonly string[] | null;
  readonly custom: unknown;
};

/** A redirect in full; one given as text alone is for good. */
export function redirectOf(target: Target): { readonly to: string; readonly status: number } {
  return typeof target === 'string' ? { to: target, status: 301 } : target;
}

function queryOf({ collection = '', limit, tag, file, config }: Query): DataQuery {
  if (file !== undefined) return { file };
  if (config !== undefined) return { config };
  return { collection, ...(limit === undefined ? {} : { limit }), ...(tag === undefined ? {} : { tag }) };
}

/** A route and its place in the list of the file. */
export type PlacedRoute = { readonly route: RouteConfig; readonly index: number };

/** Routes in full, each held to the rest of the site. Routes with neither page nor redirect are left out. */
export function resolveRoutes(
  tree: SourceTree,
  loaded: Loaded<File>,
  known: Known,
): { readonly value: readonly PlacedRoute[]; readonly problems: readonly Diagnostic[] } {
  const { routes, notFound } = loaded.value;
  const problems = routes.flatMap((_, index) => checkRoute(tree, { loaded, index }, known));
  const pages = routes.flatMap(({ page }, index) =>
    page === undefined ? [] : [{ name: page, where: loaded.at(['routes', index, 'page']) }],
  );
  if (notFound) pages.push({ name: notFound.page, where: loaded.at(['notFound', 'page']) });
  const value = routes.flatMap((route, index): PlacedRoute[] => {
    const data = Object.fromEntries(Object.entries(route.data).map(([name, query]) => [name, queryOf(query)]));
    const { page = null, redirect } = route;
    if (redirect) return [{ route: { ...route, data, page, redirect: redirectOf(redirect) }, index }];
    return page === null ? [] : [{ route: { ...route, data, page, redirect: null }, index }];
  });
  return { value, problems: [...problems, ...checkComponents(tree, 'site/pages', pages)] };
}

type At = { readonly loaded: Loaded<File>; readonly index: number };

function checkRoute(tree: SourceTree, { loaded, index }: At, known: Known): Diagnostic[] {
  const { routes } = loaded.value;
  const route = routes[index] as Route;
  const problems: Diagnostic[] = [];
  const first = routes.findIndex((other) => other.id === route.id);
  if (first !== index) {
    const text = `The id \`${route.id}\` belongs to two routes: \`${routes[first]?.path}\` and \`${route.path}\`.`;
    const where = loaded.at(['routes', index, 'id']);
    problems.push(problemAt(where, 'CONFIG_DUPLICATE_ID', [text, 'Give one of them another id.']));
  }
  if (route.page === undefined && route.redirect === undefined) {
    const hint = 'Add `page`, the name of a component file in site/pages, or `redirect`.';
    const text = [`The route \`${route.id}\` has neither a page nor a redirect.`, hint] as const;
    problems.push(problemAt(loaded.at(['routes', index]), 'CONFIG_NO_PAGE', text));
  }
  if (Array.isArray(route.locales) && known.locales !== null) {
    for (const [place, code] of route.locales.entries()) {
      if (known.locales.includes(code)) continue;
      const hint = didYouMean(suggest(code, known.locales), `The locales are ${known.locales.join(', ')}.`);
      const where = loaded.at(['routes', index, 'locales', place]);
      problems.push(problemAt(where, 'CONFIG_UNKNOWN_LOCALE', [`There is no locale \`${code}\`.`, hint]));
    }
  }
  for (const [name, query] of Object.entries(route.data)) {
    const where = loaded.at(['routes', index, 'data', name]);
    const fault = queryFault(tree, query, known);
    if (fault) problems.push(problemAt(where, 'CONFIG_DATA', fault));
  }
  return problems;
}

function queryFault(tree: SourceTree, query: Query, known: Known): readonly [string, string] | null {
  const kinds = (['collection', 'file', 'config'] as const).filter((kind) => query[kind] !== undefined);
  const { collection, file, config } = query;
  if (kinds.length !== 1) {
    const count = kinds.length === 0 ? 'none' : `both \`${kinds.join('` and `')}\``;
    return [
      `A value takes exactly one of \`collection\`, \`file\` and \`config\`; this one has ${count}.`,
      'Keep one.',
    ];
  }
  if (collection === undefined && (query.limit !== undefined || query.tag !== undefined)) {
    return ['`limit` and `tag` go with `collection` only.', 'Remove them, or name a collection.'];
  }
  if (collection !== undefined && known.collections && !known.collections.includes(collection)) {
    const hint = didYouMean(suggest(collection, known.collections), 'Add it to config/content.yaml.');
    return [`There is no collection \`${collection}\`.`, hint];
  }
  if (file !== undefined && !someFile(tree, file)) {
    const files = [...tree.files.keys()].filter((path) => path.endsWith('.json') && /^(?:data|content)\//.test(path));
    return [`There is no file ${file}.`, didYouMean(suggest(file, files), `Create ${file}.`)];
  }
  if (config !== undefined && valueBelow(known.custom, config) === undefined) {
    return [`config/site.yaml has no value at \`${config}\`.`, 'Add it there, or correct the path.'];
  }
  return null;
}

/** A file with `{locale}` in its path may be missing in some locales, not in all. */
function someFile(tree: SourceTree, file: string): boolean {
  if (!file.includes('{locale}')) return tree.files.has(file);
  const [before = '', after = ''] = file.split('{locale}', 2);
  return [...tree.files.keys()].some((path) => path.startsWith(before) && path.endsWith(after));
}

function valueBelow(custom: unknown, path: string): unknown {
  return path
    .split('.')
    .slice(1)
    .reduce<unknown>((at, key) => (at as { [key: string]: unknown } | null | undefined)?.[key], custom);
}
