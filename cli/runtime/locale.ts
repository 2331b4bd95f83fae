import type { Locale, SiteInfo } from '../contract.ts';
import { localeOf } from './context.ts';
import { splitPath } from './paths.ts';

/**
 * Path with locale prefix of a route given without. Where the route does not exist in the locale, that of the default
 * locale. A path that no route of the configuration has is taken to exist in every locale. Throws for a code that the
 * site does not have.
 */
export function resolveLocalePath(
  site: SiteInfo,
  to: string,
  code: string,
): { readonly path: string; readonly locale: Locale } {
  const [path, rest] = splitPath(to);
  const route = site.routes.find((candidate) => candidate.path === path);
  const wanted = localeOf(site, code);
  const locale = !route || route.locales.includes(code) ? wanted : localeOf(site, site.defaultLocale);
  return { path: (path === '/' ? locale.prefix || '/' : locale.prefix + path) + rest, locale };
}
