import type { Json, NavigationEntry, RouteInfo, SiteInfo } from '@safelight/sitegen/types';

/** Developer tools are shown only when the mode setting is `dev` and the lock flag is off. */
export const showsDeveloperTools = (custom: { readonly [key: string]: Json }): boolean =>
  custom.mode === 'dev' && !custom.devLock;

/** The entries that this build of the site shows, in order. */
export const visibleEntries = (site: Pick<SiteInfo, 'navigation' | 'custom'>): readonly NavigationEntry[] =>
  showsDeveloperTools(site.custom) ? site.navigation : site.navigation.filter((entry) => !entry.devOnly);

/** Path of the current page without its locale prefix: `/blog` for `/de/blog`. */
export const plainPath = (route: Pick<RouteInfo, 'path'>, prefix: string): string =>
  prefix && (route.path === prefix || route.path.startsWith(`${prefix}/`))
    ? route.path.slice(prefix.length) || '/'
    : route.path;

/** Relation of an entry to the current path: `page` if equal, `section` if the path is below it, else null. */
export const currentOf = (entry: NavigationEntry, path: string): 'page' | 'section' | null => {
  if (entry.path === path) return 'page';
  const inside = entry.path !== undefined && path.startsWith(`${entry.path}/`);
  return inside || entry.contents?.some((sub) => currentOf(sub, path)) ? 'section' : null;
};

/** Whether the page at this path exists in a locale. Pages that are not in the route list, such as posts, count as existing. */
export const existsIn = (site: Pick<SiteInfo, 'routes'>, path: string, locale: string): boolean =>
  site.routes.find((route) => route.path === path)?.locales.includes(locale) ?? true;
