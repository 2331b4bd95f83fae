import type { Locale, SiteInfo } from '../contract.ts';
import { isRootPath, localeOf, normalizePath, scriptProtocols, splitPath } from './paths.ts';

// Paths as navigation reads them. They are apart from `paths.ts`, which the first page of a visit needs to be hydrated.

/** Returns whether a path ends in a file extension. */
export function isFile(path: string): boolean {
  return /\.\w+$/.test(path);
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

/** Returns the locale whose prefix a path has, or else the locale without prefix, or else the default locale. */
export function localeOfPath(site: SiteInfo, path: string): Locale {
  return (
    site.locales.find(({ prefix }) => prefix && (path === prefix || path.startsWith(`${prefix}/`))) ??
    site.locales.find(({ prefix }) => !prefix) ??
    localeOf(site, site.defaultLocale)
  );
}
