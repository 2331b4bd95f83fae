import type { Locale, SiteInfo } from '../contract.ts';
import { localePath } from '../lib/paths.ts';

/** URL protocols that navigation refuses, because they can run scripts. */
export const scriptProtocols: readonly string[] = ['javascript:', 'data:', 'blob:', 'vbscript:'];

/**
 * Returns whether a URL is a path on this origin: true for `/a`, false for `//host`, `/\host` and anything without a
 * leading slash.
 */
export function isRootPath(to: string): boolean {
  return /^\/(?![/\\])/.test(to);
}

/** Returns whether the protocol of a URL can run scripts, in any spelling that browsers accept. */
export function isScriptUrl(to: string): boolean {
  try {
    return scriptProtocols.includes(new URL(to, 'http://localhost').protocol);
  } catch {
    return false;
  }
}

/** Returns the decoded path without `index.html` and without a trailing slash, except for `/`. */
export function normalizePath(path: string): string {
  const trimmed = path.replace(/\/(?:index\.html)?$/, '') || '/';
  try {
    return decodeURI(trimmed);
  } catch {
    return trimmed;
  }
}

/** Returns a path with the base before it; any other URL unchanged. */
export function withBase(to: string, base: string): string {
  return isRootPath(to) ? base + to : to;
}

/** Splits a URL into its path and its query with fragment. */
export function splitPath(to: string): readonly [path: string, queryAndHash: string] {
  const end = to.search(/[?#]/);
  return end < 0 ? [to, ''] : [to.slice(0, end), to.slice(end)];
}

/** Returns the locale with a code. Throws if the site does not have it. */
export function localeOf(site: SiteInfo, code: string): Locale {
  const locale = site.locales.find((candidate) => candidate.code === code);
  if (!locale) throw new Error(`Unknown locale: ${code}`);
  return locale;
}

/**
 * Returns the path of a route in a locale, with prefix but without base, and the locale used. If the route does not
 * exist in the locale, that is the default locale. A path that is not a configured route is assumed to exist in every
 * locale. Any other URL, such as `#id`, is unchanged. Throws for an unknown locale code.
 */
export function resolveLocalePath(
  site: SiteInfo,
  to: string,
  code: string,
): { readonly path: string; readonly locale: Locale } {
  const [path, queryAndHash] = splitPath(to);
  const route = site.routes.find((candidate) => candidate.path === path);
  const requested = localeOf(site, code);
  const locale = !route || route.locales.includes(code) ? requested : localeOf(site, site.defaultLocale);
  const at = route?.unprefixed ? { ...locale, prefix: locale.url ?? '' } : locale;
  return { path: isRootPath(to) ? localePath(at, route?.paths?.[locale.code] ?? path) + queryAndHash : to, locale };
}
