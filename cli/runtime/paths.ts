import type { Locale, SiteInfo } from '../contract.ts';

/** URL protocols that navigation refuses, because they can run scripts. */
const scriptProtocols: readonly string[] = ['javascript:', 'data:', 'blob:', 'vbscript:'];

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

/** Returns whether a path ends in a file extension. */
export function isFile(path: string): boolean {
  return /\.\w+$/.test(path);
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

/**
 * Returns the path of a page as in the route table: decoded, without base and trailing slash; null outside the base.
 */
export function pagePath(pathname: string, base: string): string | null {
  const below = stripBase(pathname, base);
  return below === null ? null : normalizePath(below);
}

function stripBase(pathname: string, base: string): string | null {
  if (pathname === base) return '/';
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null;
}

/**
 * Returns the URL of a page's payload. The query and fragment of `path` are dropped, and `version` (a hash or time)
 * becomes the query. Throws if `path` contains a host.
 */
export function payloadUrl(path: string, base: string, version: string): string {
  if (!isRootPath(path)) throw new Error('Payload URL must not include hostname');
  const page = normalizePath(splitPath(path)[0]);
  return `${base}${encodeURI(page === '/' ? '' : page)}/_payload.json?${version}`;
}

/** The target of a navigation, resolved by the browser's URL parser. */
export type Target =
  | { readonly kind: 'internal' | 'outside' | 'external'; readonly url: URL }
  | { readonly kind: 'blocked'; readonly protocol: string };

/**
 * Classifies a navigation target: `internal` (below the base), `outside` (same origin but not below the base),
 * `external` (another origin or protocol) or `blocked` (can run scripts). A target with a single leading slash is a
 * path without base; any other is relative to `at.href`. Throws a `TypeError` if the target is not a valid URL.
 */
export function classifyTarget(to: string, page: { readonly href: string; readonly base: string }): Target {
  const url = new URL(isRootPath(to) ? page.base + to : to, page.href);
  if (scriptProtocols.includes(url.protocol)) return { kind: 'blocked', protocol: url.protocol };
  if (url.origin !== new URL(page.href).origin || !/^https?:$/.test(url.protocol)) return { kind: 'external', url };
  return { kind: stripBase(url.pathname, page.base) === null ? 'outside' : 'internal', url };
}

/** Returns the locale with a code. Throws if the site does not have it. */
export function localeOf(site: SiteInfo, code: string): Locale {
  const locale = site.locales.find((candidate) => candidate.code === code);
  if (!locale) throw new Error(`Unknown locale: ${code}`);
  return locale;
}

/** Returns the locale whose prefix a path has, or else the locale without prefix, or else the default locale. */
export function localeOfPath(site: SiteInfo, path: string): Locale {
  return (
    site.locales.find(({ prefix }) => prefix && (path === prefix || path.startsWith(`${prefix}/`))) ??
    site.locales.find(({ prefix }) => !prefix) ??
    localeOf(site, site.defaultLocale)
  );
}

/**
 * Returns the path of a route in a locale, with prefix but without base, and the locale used. If the route does not
 * exist in the locale, that is the default locale. A path that is not a configured route is assumed to exist in every
 * locale. Throws for an unknown locale code.
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
  const localPath = route?.paths?.[locale.code] ?? path;
  return { path: (localPath === '/' ? locale.prefix || '/' : locale.prefix + localPath) + queryAndHash, locale };
}
