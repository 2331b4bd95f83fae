import type { PlannedRoute, RouteTable } from './types.ts';

/** Returns the table without some pages, and without them as alternates of other pages. */
export function withoutPages(table: RouteTable, paths: { readonly has: (path: string) => boolean }): RouteTable {
  const routes = table.routes.filter(({ path }) => !paths.has(path)).map((route) => withoutAlternates(route, paths));
  return { routes, byPath: new Map(routes.map((route) => [route.path, route])) };
}

function withoutAlternates(route: PlannedRoute, paths: { readonly has: (path: string) => boolean }): PlannedRoute {
  const all = Object.entries(route.alternates);
  const kept = all.filter(([, path]) => !paths.has(path));
  return kept.length === all.length ? route : { ...route, alternates: Object.fromEntries(kept) };
}
