import type { SiteInfo } from '../contract.ts';

/** Origin and base of a site. */
export type SiteAddress = Pick<SiteInfo, 'url' | 'base'>;

// No flag `i`: with it, \w would match some letters outside of ASCII.
const notInUrls = /%(?![\dA-Fa-f]{2})|[^\w\-.~!$&'()*+,;=:@/?#%]/gu;
const unreserved = /^[\w\-.~/]*$/;
const loneSurrogate = /\p{Cs}/u;
const httpUrl = /^https?:\/\//i;

/**
 * Percent-encodes the characters of a path that a URL must not contain. Leaves percent escapes, query and fragment
 * unchanged.
 */
export function encodePath(path: string): string {
  if (unreserved.test(path)) return path;
  return path.replace(notInUrls, (text) => encodeURIComponent(loneSurrogate.test(text) ? '\uFFFD' : text));
}

/** Returns the encoded path with base, as links in pages contain it: `/sub` and `/a` give `/sub/a`. Encodes a URL only. */
export function urlPath(base: string, path: string): string {
  return (httpUrl.test(path) ? '' : base) + encodePath(path);
}

/** Splits a URL into its path and its query, which begins with the question mark or is empty. */
export function splitQuery(url: string): readonly [path: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
}

/** Adds a request's query, as `splitQuery` returns it, to a redirect target that has none, before the fragment. */
export function withQuery(to: string, query: string): string {
  const at = to.indexOf('#');
  const [path, fragment] = at < 0 ? [to, ''] : [to.slice(0, at), to.slice(at)];
  return path.includes('?') ? to : path + query + fragment;
}

/** Returns a part of a URL without its escapes; unchanged if they are malformed, as browsers open such URLs too. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the URL path of a file, whose name may contain any character. */
export function fileUrl(path: string): string {
  return encodePath(path.replace(/[%?#]/g, encodeURIComponent));
}

/** Returns the absolute URL of a path without base. Returns an absolute URL unchanged. */
export function absoluteUrl(site: SiteAddress, path: string): string {
  return httpUrl.test(path) ? path : site.url + urlPath(site.base, path);
}

/** Returns the absolute URL of an asset, whose path may already start with the base. */
export function absoluteAsset(site: SiteAddress, src: string): string {
  const hasBase = site.base !== '' && src.startsWith(`${site.base}/`);
  return absoluteUrl(hasBase ? { url: site.url, base: '' } : site, src);
}

/** Returns whether a text is a valid redirect target: a path of the site or an http(s) URL. */
export function isRedirectTarget(target: string): boolean {
  return httpUrl.test(target) || /^\/(?![/\\])/.test(target);
}
