import type { SiteInfo } from '../contract.ts';

export type SiteAddress = Pick<SiteInfo, 'url' | 'base'>;

// Without the flag i, which lets \w stand for some letters outside ASCII.
const unsafe = /%(?![\dA-Fa-f]{2})|[^\w\-.~!$&'()*+,;=:@/?#%]/gu;
const plain = /^[\w\-.~/]*$/;
const loneSurrogate = /\p{Cs}/u;
const absoluteUrl = /^https?:\/\//i;

/** Percent-encodes what a URL cannot hold; what is already encoded, and a query or fragment, stays as it is. */
export function encodePath(path: string): string {
  if (plain.test(path)) return path;
  return path.replace(unsafe, (text) => encodeURIComponent(loneSurrogate.test(text) ? '\uFFFD' : text));
}

/** The path below the base, encoded, as a link in a page has it: `/sub` + `/a` is `/sub/a`. */
export function withBase(base: string, path: string): string {
  return base + encodePath(path);
}

/** Absolute URL of a path without base; an absolute URL stays as it is. */
export function absolute(site: SiteAddress, path: string): string {
  return absoluteUrl.test(path) ? path : site.url + withBase(site.base, path);
}

/** `absolute` for an asset, whose URL may already begin with the base. */
export function absoluteAsset(site: SiteAddress, src: string): string {
  const based = site.base !== '' && src.startsWith(`${site.base}/`);
  return absolute(based ? { url: site.url, base: '' } : site, src);
}

/** True for a path below the site or an http(s) URL: the only places that a redirect may lead to. */
export function isRedirectTarget(target: string): boolean {
  return absoluteUrl.test(target) || /^\/(?![/\\])/.test(target);
}
