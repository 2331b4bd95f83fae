import type { RouteConfig, SiteConfig } from '../config/types.ts';
import type { CollectionIndex, ContentIndex } from '../content/collect.ts';
import type { RouteSummary, SiteInfo } from '../contract.ts';
import type { LocalisedPath } from '../lib/paths.ts';

/** What every page may know of the site: part of the boot bundle, so nothing that changes with the content. */
export function siteInfo(config: SiteConfig, content: ContentIndex): SiteInfo {
  const { site, locales } = config;
  return {
    name: site.name,
    url: site.url,
    base: site.base,
    defaultLocale: locales.default,
    locales: locales.list,
    routes: [
      ...config.routes.filter((route) => route.redirect === null).map((route) => summary(route, config)),
      ...[...content.values()].flatMap(listSummary),
    ],
    navigation: config.navigation,
    theme: site.theme,
    pollSeconds: site.builds.pollSeconds,
    detectLocale: locales.detect,
    api: site.api,
    ...(site.search ? { search: true } : {}),
    custom: site.custom,
  };
}

function summary(route: RouteConfig, { locales }: SiteConfig): RouteSummary {
  const codes = locales.list.map((locale) => locale.code);
  const here =
    route.locales === 'all'
      ? codes
      : route.locales === 'none'
        ? [locales.default]
        : codes.filter((code) => route.locales.includes(code));
  const first = here.filter((code) => code === locales.default);
  return {
    path: route.path,
    ...translated(route),
    locales: [...first, ...here.filter((code) => code !== locales.default)],
  };
}

const translated = ({ paths }: LocalisedPath): Pick<RouteSummary, 'paths'> => (paths ? { paths } : {});

/** The list of a collection: a page in the locales that have an entry, and in no other. */
function listSummary({ config, locales }: CollectionIndex): RouteSummary[] {
  const { list } = config;
  return list && locales.size > 0 ? [{ path: list.path, ...translated(list), locales: [...locales.keys()] }] : [];
}
