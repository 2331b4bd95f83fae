import type { Locale, SiteInfo } from '../contract.ts';
import { localeOf } from './context.ts';

/** The locale whose prefix a path has, else the one without prefix, else the default. */
export function localeOfPath(site: SiteInfo, path: string): Locale {
  return (
    site.locales.find(({ prefix }) => prefix && (path === prefix || path.startsWith(`${prefix}/`))) ??
    site.locales.find(({ prefix }) => !prefix) ??
    localeOf(site, site.defaultLocale)
  );
}

/** The site's locale for a visitor's earliest wish that there is one for: by equal tag, else by equal language. */
export function matchLocale(wishes: readonly string[], locales: readonly Locale[]): Locale | null {
  const language = (tag: string) => tag.toLowerCase().split('-')[0];
  const exact = (wish: string) =>
    locales.find((l) => [l.language, l.code].some((tag) => tag.toLowerCase() === wish.toLowerCase()));
  for (const wish of wishes) {
    const match = exact(wish) ?? locales.find((l) => language(l.language) === language(wish));
    if (match) return match;
  }
  return null;
}
