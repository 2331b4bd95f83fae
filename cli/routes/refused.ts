import { ownRoute } from './stored-table.ts';
import type { PlannedRoute, RouteTable } from './types.ts';

/** Returns the table without some pages, and without them as alternates of other pages. */
export function withoutPages(table: RouteTable, paths: { readonly has: (path: string) => boolean }): RouteTable {
  if (!table.routes.some(({ path }) => paths.has(path))) return table;
  const routes = [...table.byPath.values()]
    .filter(({ path }) => !paths.has(path))
    .map((route) => withoutAlternates(route, paths));
  const byPath = new Map(routes.map((route) => [route.path, route]));
  return { routes: table.routes.flatMap(({ path }) => byPath.get(path) ?? []), byPath };
}

function withoutAlternates(route: PlannedRoute, paths: { readonly has: (path: string) => boolean }): PlannedRoute {
  const all = Object.entries(route.alternates);
  const kept = all.filter(([, path]) => !paths.has(path));
  return kept.length === all.length ? route : { ...ownRoute(route), alternates: Object.fromEntries(kept) };
}
