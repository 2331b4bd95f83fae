import type { Locale, SiteInfo } from '../contract.ts';

const cookieName = 'locale';
const cookieSeconds = 365 * 24 * 60 * 60;

/** Stores the chosen locale in a cookie for 365 days. Does nothing if cookies are blocked. */
export function storeLocale(site: SiteInfo, { code }: Locale): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser.
    document.cookie = `${cookieName}=${code}; Path=${site.base || '/'}; SameSite=Lax; Max-Age=${cookieSeconds}`;
  } catch {
    // The URL determines the locale; the cookie only selects it on later visits to `/`.
  }
}

/**
 * Returns the locale for a visit that starts at `/`: the stored one, or else the best match of the browser's languages,
 * which is then stored. Null for crawlers, for visitors from a page of the same site, after a reload, back or forward, and
 * without a match.
 */
export async function detectLocale(site: SiteInfo): Promise<Locale | null> {
  if (document.referrer.startsWith(`${location.origin}/`)) return null;
  // Whoever reloads this page or returns to it has chosen it by a link: the first visit led to the other language.
  const [entry] = performance.getEntriesByType('navigation');
  if (/reload|back/.test(String((entry as PerformanceNavigationTiming | undefined)?.type))) return null;
  const { isbot } = await import('isbot');
  if (isbot(navigator.userAgent)) return null;
  // Two domains that both sent visitors to the other one would do so for ever.
  const locales = site.locales.filter(({ url }) => url === undefined);
  const stored = locales.find(({ code }) => code === storedCode());
  const locale = stored ?? matchLocale(navigator.languages, locales);
  if (locale && !stored) storeLocale(site, locale);
  return locale;
}

function storedCode(): string | undefined {
  try {
    const pair = document.cookie.split(/; */).find((cookie) => cookie.startsWith(`${cookieName}=`));
    return pair?.slice(cookieName.length + 1);
  } catch {
    return undefined;
  }
}

/**
 * Returns the locale for the first preferred language tag that matches one, or null. A locale with an equal tag comes
 * before one with an equal language.
 */
export function matchLocale(preferred: readonly string[], locales: readonly Locale[]): Locale | null {
  const language = (tag: string) => tag.toLowerCase().split('-')[0];
  const exact = (tag: string) =>
    locales.find((locale) => [locale.language, locale.code].some((name) => name.toLowerCase() === tag.toLowerCase()));
  for (const tag of preferred) {
    const match = exact(tag) ?? locales.find((locale) => language(locale.language) === language(tag));
    if (match) return match;
  }
  return null;
}
