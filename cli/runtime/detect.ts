import type { SiteInfo } from '../contract.ts';
import { readCookie, writeCookie } from './cookie.ts';
import { localeCookie, localeCookieSeconds, matchLocale } from './locale.ts';

type Navigate = (to: string, options: { readonly replace: boolean }) => Promise<void>;

/**
 * On a visit that begins at `/`: goes to the home page in the language once chosen, else the browser's. Crawlers and
 * visitors who come from a page of the site stay.
 */
export async function detectLocale(site: SiteInfo, navigate: Navigate): Promise<void> {
  if (document.referrer.startsWith(`${location.origin}/`)) return;
  const { isCrawler } = await import('./crawler.ts');
  if (isCrawler()) return;
  const kept = site.locales.find(({ code }) => code === readCookie(localeCookie));
  const locale = kept ?? matchLocale(navigator.languages, site.locales);
  if (!locale) return;
  if (!kept) writeCookie(localeCookie, locale.code, { maxAge: localeCookieSeconds, path: site.base || '/' });
  if (locale.prefix) await navigate(locale.prefix, { replace: true });
}
