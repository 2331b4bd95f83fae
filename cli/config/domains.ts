import type { z } from 'zod';
import type { localesSchema } from './schema/locales.ts';
import type { SiteSettings } from './types.ts';

type LocaleFile = z.output<typeof localesSchema>;
type Origin = Pick<SiteSettings, 'url' | 'base'>;

/** A domain of a site whose languages have domains of their own. Its pages are built into a folder of their own. */
export type Domain = {
  /** Host, also the name of its folder below the output folder: `example.de`, with a port `localhost-3000`. */
  readonly name: string;
  /** Origin. */
  readonly url: string;
  /** Codes of its locales. */
  readonly codes: readonly string[];
};

const urlOf = ({ url }: LocaleFile['locales'][number], site: Origin): string => url ?? site.url;

/** Returns the domains of a site in the order of its locales; none if all locales have the origin of the site. */
export function domainsOf({ locales }: LocaleFile, site: Origin): readonly Domain[] {
  const urls = [...new Set(locales.map((locale) => urlOf(locale, site)))];
  if (urls.every((url) => url === site.url)) return [];
  return urls.map((url) => ({
    name: new URL(url).host.replace(':', '-'),
    url,
    codes: locales.filter((locale) => urlOf(locale, site) === url).map(({ code }) => code),
  }));
}

/**
 * Returns the prefix of a locale's paths in the build of a domain, and the URL of its pages if they are on another
 * domain: their paths are then URLs. The default locale of the site has no prefix on its domain, else the first one.
 */
export function addressOn(
  domain: Domain,
  locale: LocaleFile['locales'][number],
  { file, site }: { readonly file: LocaleFile; readonly site: Origin },
): { readonly prefix: string; readonly url?: string } {
  const origin = urlOf(locale, site);
  const codes = domainsOf(file, site).find(({ url }) => url === origin)?.codes ?? [];
  const first = codes.includes(file.default) ? file.default : codes[0];
  const hasPrefix = locale.code !== first || (locale.code === file.default && file.prefixDefault);
  const prefix = hasPrefix ? `/${locale.code}` : '';
  if (origin === domain.url) return { prefix };
  const url = origin + site.base;
  return { prefix: url + prefix, url };
}
