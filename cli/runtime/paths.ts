/** Where a navigation leads, decided by the URL parser that the browser itself uses. */
export type Target =
  | { readonly kind: 'internal' | 'outside' | 'external'; readonly url: URL }
  | { readonly kind: 'blocked'; readonly protocol: string };

/** Protocols that are never navigated to. */
export const scriptProtocols: readonly string[] = ['javascript:', 'data:', 'blob:', 'vbscript:'];

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

/** True for `/a`, false for `//host`, `/\host` and everything that does not start with a slash. */
export function isRootPath(to: string): boolean {
  return /^\/(?![/\\])/.test(to);
}

/** True where the protocol can run script, in whatever spelling a browser accepts. */
export function isScriptUrl(to: string): boolean {
  try {
    return scriptProtocols.includes(new URL(to, 'http://localhost').protocol);
  } catch {
    return false;
  }
}

/** Path of a page as the route table writes it: decoded, without base and slash at the end; null outside the base. */
export function pagePath(pathname: string, base: string): string | null {
  const below = stripBase(pathname, base);
  return below === null ? null : normalizePath(below);
}

/** Decoded, with no slash at the end except in `/`. */
export function normalizePath(path: string): string {
  const trimmed = path.replace(/\/(?:index\.html)?$/, '') || '/';
  try {
    return decodeURI(trimmed);
  } catch {
    return trimmed;
  }
}

function stripBase(pathname: string, base: string): string | null {
  if (pathname === base) return '/';
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null;
}

/** URL of a path below the base; what is not such a path stays as it is. */
export function withBase(to: string, base: string): string {
  return isRootPath(to) ? base + to : to;
}

/** Path, and from the first `?` or `#` the rest. */
export function splitPath(to: string): readonly [path: string, rest: string] {
  const end = to.search(/[?#]/);
  return end < 0 ? [to, ''] : [to.slice(0, end), to.slice(end)];
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
