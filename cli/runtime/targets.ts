import { isRootPath, normalizePath, scriptProtocols, splitPath } from './paths.ts';

/** Where a navigation leads, decided by the URL parser that the browser itself uses. */
export type Target =
  | { readonly kind: 'internal' | 'outside' | 'external'; readonly url: URL }
  | { readonly kind: 'blocked'; readonly protocol: string };

/**
 * Sorts a target: `internal` lies below the base, `outside` on the same origin beside it, `external` elsewhere.
 * A target starting with a single slash is a path below the base, anything else is relative to `at.href`.
 * Throws a TypeError where the target is no URL.
 */
export function classifyTarget(to: string, at: { readonly href: string; readonly base: string }): Target {
  const url = new URL(isRootPath(to) ? at.base + to : to, at.href);
  if (scriptProtocols.includes(url.protocol)) return { kind: 'blocked', protocol: url.protocol };
  if (url.origin !== new URL(at.href).origin || !/^https?:$/.test(url.protocol)) return { kind: 'external', url };
  return { kind: stripBase(url.pathname, at.base) === null ? 'outside' : 'internal', url };
}

/** Path of a page as the route table writes it: decoded, without base and slash at the end; null outside the base. */
export function pagePath(pathname: string, base: string): string | null {
  const below = stripBase(pathname, base);
  return below === null ? null : normalizePath(below);
}

function stripBase(pathname: string, base: string): string | null {
  if (pathname === base) return '/';
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null;
}

/**
 * URL of a page's payload: query and hash of the page are dropped, `version` (payload hash or time) becomes the query.
 * Throws where the path names a host.
 */
export function payloadUrl(path: string, base: string, version: string): string {
  if (!isRootPath(path)) throw new Error('Payload URL must not include hostname');
  const page = normalizePath(splitPath(path)[0]);
  return `${base}${encodeURI(page === '/' ? '' : page)}/_payload.json?${version}`;
}
