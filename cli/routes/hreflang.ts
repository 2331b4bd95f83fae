import type { Locale, SiteInfo } from '../contract.ts';
import type { Route } from './types.ts';

export type HreflangLink = { readonly hreflang: string; readonly path: string };

/** A value of hreflang, and the locale of its version. */
export type HreflangTag = { readonly hreflang: string; readonly code: string };

/** The routes of a site, in order and by path. */
export type PageTable = { readonly routes: readonly Route[]; readonly byPath: ReadonlyMap<string, Route> };

/** True if search engines may list a page: it exists and has no `noindex`. */
export function isIndexable(route: Route): boolean {
  return route.index && route.status === 200;
}

/**
 * Returns the values of hreflang for a page with versions in `codes`, in the site's order of locales: one for each version;
 * where a tag has a region, also its bare language (`de-DE` and `de`), for the first version in that language unless
 * a version has that tag itself; last `x-default`, the default locale's version, else the first.
 */
export function hreflangTags(
  site: Pick<SiteInfo, 'locales' | 'defaultLocale'>,
  codes: readonly string[],
): readonly HreflangTag[] {
  const versions = site.locales.filter(({ code }) => codes.includes(code));
  const tags = new Map(versions.map(({ language, code }) => [language, code]));
  for (const locale of versions) {
    const bareTag = bareLanguage(locale);
    if (!tags.has(bareTag)) tags.set(bareTag, locale.code);
  }
  const defaultCode = codes.includes(site.defaultLocale) ? site.defaultLocale : versions[0]?.code;
  if (defaultCode !== undefined) tags.set('x-default', defaultCode);
  return Array.from(tags, ([hreflang, code]) => ({ hreflang, code }));
}

/** Returns the hreflang links of a page, to itself and all other versions. */
export function hreflangLinks(
  site: Pick<SiteInfo, 'locales' | 'defaultLocale'>,
  alternates: Readonly<Record<string, string>>,
): readonly HreflangLink[] {
  return hreflangTags(site, Object.keys(alternates)).map(({ hreflang, code }) => ({
    hreflang,
    path: alternates[code] as string,
  }));
}

const languageAndScript = /^[a-z]{2,8}(?:-[a-z]{4}(?![a-z\d]))?/i;

/** Returns the language of a locale with its script, without region: `zh` of `zh-CN`, `zh-Hant` of `zh-Hant-TW`. */
function bareLanguage(locale: Locale): string {
  return languageAndScript.exec(locale.language)?.[0] ?? locale.language;
}
