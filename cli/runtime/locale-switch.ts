import type { Locale, SiteInfo } from '../contract.ts';
import { readCookie, writeCookie } from './cookie.ts';
import { matchLocale } from './locale-match.ts';

const cookie = 'locale';
const cookieSeconds = 365 * 24 * 60 * 60;

/** Stores the chosen locale in a cookie for 365 days. */
export function keepLocale(site: SiteInfo, locale: Locale): void {
  writeCookie(cookie, locale.code, { maxAge: cookieSeconds, path: site.base || '/' });
}

/**
 * On a visit that begins at `/`: the language once chosen, else the one that suits the browser, which is then kept.
 * Null for crawlers and for visitors who come from a page of the site.
 */
export async function detectLocale(site: SiteInfo): Promise<Locale | null> {
  if (document.referrer.startsWith(`${location.origin}/`)) return null;
  const { isCrawler } = await import('./crawler.ts');
  if (isCrawler()) return null;
  const kept = site.locales.find(({ code }) => code === readCookie(cookie));
  const locale = kept ?? matchLocale(navigator.languages, site.locales);
  if (locale && !kept) keepLocale(site, locale);
  return locale;
}
