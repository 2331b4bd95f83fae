import type { Locale, SiteInfo } from '../contract.ts';

/** Origin and base of a site, with its locales if some of them have an origin of their own. */
export type SiteAddress = Pick<SiteInfo, 'url' | 'base'> & Partial<Pick<SiteInfo, 'locales'>>;

// Without the flag i, with which \w would match some letters outside of ASCII.
const unsafe = /%(?![\dA-Fa-f]{2})|[^\w\-.~!$&'()*+,;=:@/?#%]/gu;
const plain = /^[\w\-.~/]*$/;
const loneSurrogate = /\p{Cs}/u;
const absoluteUrl = /^https?:\/\//i;

/** Percent-encodes characters that a URL must not contain; leaves encoded ones, query and fragment unchanged. */
export function encodePath(path: string): string {
  if (plain.test(path)) return path;
  return path.replace(unsafe, (text) => encodeURIComponent(loneSurrogate.test(text) ? '\uFFFD' : text));
}

/** Returns the encoded path below the base, as links in pages have it: `/sub` + `/a` is `/sub/a`. */
export function withBase(base: string, path: string): string {
  return base + encodePath(path);
}

/** Returns the absolute URL of a path without base; returns an absolute URL unchanged. */
export function absolute(site: SiteAddress, path: string): string {
  return absoluteUrl.test(path) ? path : originOf(site, path) + withBase(site.base, path);
}

/** Origin of a path: that of its locale, else that of the site. */
function originOf({ url, locales = [] }: SiteAddress, path: string): string {
  const isBelow = ({ prefix }: Locale) => path === prefix || path.startsWith(`${prefix}/`);
  return locales.find((locale) => locale.url !== undefined && isBelow(locale))?.url ?? url;
}

/** `absolute` for an asset, whose URL may already begin with the base. */
export function absoluteAsset(site: SiteAddress, src: string): string {
  const based = site.base !== '' && src.startsWith(`${site.base}/`);
  return absolute(based ? { url: site.url, base: '' } : site, src);
}

/** True for a path below the site or an http(s) URL: the only valid targets of a redirect. */
export function isRedirectTarget(target: string): boolean {
  return absoluteUrl.test(target) || /^\/(?![/\\])/.test(target);
}
