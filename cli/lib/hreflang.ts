import type { Locale, SiteInfo } from '../contract.ts';
import type { Route } from '../routes/types.ts';

export type HreflangLink = { readonly hreflang: string; readonly path: string };

/** What a route table tells of its pages. */
export type PageTable = { readonly routes: readonly Route[]; readonly byPath: ReadonlyMap<string, Route> };

/** Whether search engines may list a page: open to them and found. */
export function isIndexable(route: Route): boolean {
  return route.index && route.status === 200;
}

/**
 * Versions of a page that search engines may list, locale -> path. A link to a version that they may not
 * list would void the links of all, so both head and sitemap take their alternates from here.
 */
export function indexableAlternates(route: Route, table: Pick<PageTable, 'byPath'>): Readonly<Record<string, string>> {
  const kept = Object.entries(route.alternates).filter(([, path]) => {
    const target = table.byPath.get(path);
    return target !== undefined && isIndexable(target);
  });
  return Object.fromEntries(kept);
}

/**
 * hreflang links of a page, in the site's order of locales: one for each version, itself included; where a tag
 * has a region, also its bare language (`de-DE` and `de`), from the first version in that language unless a
 * version has that tag itself; last `x-default`, the default locale's version, else the first.
 */
export function hreflangLinks(
  site: Pick<SiteInfo, 'locales' | 'defaultLocale'>,
  alternates: Readonly<Record<string, string>>,
): readonly HreflangLink[] {
  const versions = site.locales.flatMap((locale) => {
    const path = alternates[locale.code];
    return path === undefined ? [] : [{ locale, path }];
  });
  const links = new Map(versions.map(({ locale, path }) => [locale.language, path]));
  for (const { locale, path } of versions) {
    const bare = bareLanguage(locale);
    if (!links.has(bare)) links.set(bare, path);
  }
  const main = alternates[site.defaultLocale] ?? versions[0]?.path;
  if (main !== undefined) links.set('x-default', main);
  return Array.from(links, ([hreflang, path]) => ({ hreflang, path }));
}

const languageAndScript = /^[a-z]{2,8}(?:-[a-z]{4}(?![a-z\d]))?/i;

/** Language with its script, without region: `zh` of `zh-CN`, `zh-Hant` of `zh-Hant-TW`. */
function bareLanguage(locale: Locale): string {
  return languageAndScript.exec(locale.language)?.[0] ?? locale.language;
}
