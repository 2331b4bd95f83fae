import type { Locale, SiteInfo } from '../contract.ts';

/** Protocols of URLs that are never navigated to, because they can run scripts. */
const scriptProtocols: readonly string[] = ['javascript:', 'data:', 'blob:', 'vbscript:'];

/** True for `/a`, false for `//host`, `/\host` and everything that does not start with a slash. */
export function isRootPath(to: string): boolean {
  return /^\/(?![/\\])/.test(to);
}

/** True if the URL's protocol can run scripts, in any spelling that a browser accepts. */
export function isScriptUrl(to: string): boolean {
  try {
    return scriptProtocols.includes(new URL(to, 'http://localhost').protocol);
  } catch {
    return false;
  }
}

/** True for paths that end like the name of a file. */
export function isFile(path: string): boolean {
  return /\.\w+$/.test(path);
}

/** Returns the path decoded, without `index.html` and without a slash at the end, except in `/`. */
export function normalizePath(path: string): string {
  const trimmed = path.replace(/\/(?:index\.html)?$/, '') || '/';
  try {
    return decodeURI(trimmed);
  } catch {
    return trimmed;
  }
}

/** Prefixes a path with the base; returns anything else unchanged. */
export function withBase(to: string, base: string): string {
  return isRootPath(to) ? base + to : to;
}

/** Splits a path from its query and hash. */
export function splitPath(to: string): readonly [path: string, queryAndHash: string] {
  const end = to.search(/[?#]/);
  return end < 0 ? [to, ''] : [to.slice(0, end), to.slice(end)];
}

/** Returns the path of a page as the route table has it: decoded, without base and final slash; null outside the base. */
export function pagePath(pathname: string, base: string): string | null {
  const below = stripBase(pathname, base);
  return below === null ? null : normalizePath(below);
}

function stripBase(pathname: string, base: string): string | null {
  if (pathname === base) return '/';
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null;
}

/**
 * Returns the URL of a page's payload: without the page's query and hash, with `version` (hash or time) as the query.
 * Throws if the path names a host.
 */
export function payloadUrl(path: string, base: string, version: string): string {
  if (!isRootPath(path)) throw new Error('Payload URL must not include hostname');
  const page = normalizePath(splitPath(path)[0]);
  return `${base}${encodeURI(page === '/' ? '' : page)}/_payload.json?${version}`;
}

/** Target of a navigation, resolved by the URL parser that the browser itself uses. */
export type Target =
  | { readonly kind: 'internal' | 'outside' | 'external'; readonly url: URL }
  | { readonly kind: 'blocked'; readonly protocol: string };

/**
 * Classifies a target: `internal` is below the base, `outside` on the same origin but not below it, `external` on another
 * origin. A target that starts with a single slash is a path below the base; any other is relative to `at.href`.
 * Throws a TypeError if the target is not a URL.
 */
export function classifyTarget(to: string, at: { readonly href: string; readonly base: string }): Target {
  const url = new URL(isRootPath(to) ? at.base + to : to, at.href);
  if (scriptProtocols.includes(url.protocol)) return { kind: 'blocked', protocol: url.protocol };
  if (url.origin !== new URL(at.href).origin || !/^https?:$/.test(url.protocol)) return { kind: 'external', url };
  return { kind: stripBase(url.pathname, at.base) === null ? 'outside' : 'internal', url };
}

/** Returns the locale with this code. Throws if the site does not have it. */
export function localeOf(site: SiteInfo, code: string): Locale {
  const locale = site.locales.find((candidate) => candidate.code === code);
  if (!locale) throw new Error(`Unknown locale: ${code}`);
  return locale;
}

/** Returns the locale whose prefix a path has, else the one without prefix, else the default. */
export function localeOfPath(site: SiteInfo, path: string): Locale {
  return (
    site.locales.find(({ prefix }) => prefix && (path === prefix || path.startsWith(`${prefix}/`))) ??
    site.locales.find(({ prefix }) => !prefix) ??
    localeOf(site, site.defaultLocale)
  );
}

/**
 * Adds the locale prefix to the path of a route. If the route does not exist in the locale, the result is its path in
 * the default locale. A path that is not a configured route is assumed to exist in every locale. Throws for a code that
 * the site does not have.
 */
export function resolveLocalePath(
  site: SiteInfo,
  to: string,
  code: string,
): { readonly path: string; readonly locale: Locale } {
  const [path, queryAndHash] = splitPath(to);
  const route = site.routes.find((candidate) => candidate.path === path);
  const wanted = localeOf(site, code);
  const locale = !route || route.locales.includes(code) ? wanted : localeOf(site, site.defaultLocale);
  const own = route?.paths?.[locale.code] ?? path;
  return { path: (own === '/' ? locale.prefix || '/' : locale.prefix + own) + queryAndHash, locale };
}
