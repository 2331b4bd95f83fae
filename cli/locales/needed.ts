import type { SiteConfig } from '../config/types.ts';

/**
 * Which messages a locale must have: those of a page's own file only where the page exists in the locale,
 * all others everywhere. A page's file is the one that its SEO messages are in.
 */
export function neededKeys(config: SiteConfig): (locale: string) => (key: string) => boolean {
  const main = config.locales.default;
  const owners = new Map<string, Set<string>>();
  for (const route of config.routes) {
    const file = route.seo?.split('.')[0];
    if (file === undefined) continue;
    const here = owners.get(file) ?? new Set<string>();
    for (const code of route.locales === 'all'
      ? config.locales.known
      : route.locales === 'none'
        ? [main]
        : route.locales)
      here.add(code);
    owners.set(file, here);
  }
  return (locale) => (key) => owners.get(key.slice(0, key.indexOf('.')))?.has(locale) ?? true;
}
