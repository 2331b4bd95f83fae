import type { RouteConfig, SiteConfig } from '../config/types.ts';
import type { CollectionIndex, ContentIndex } from '../content/content-index.ts';
import type { RouteSummary, SiteInfo } from '../contract.ts';
import type { LocalisedPath } from '../lib/paths.ts';

/** Returns the facts about the site for every page. They are part of the boot bundle, so none depends on content edits. */
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
  const routeCodes =
    route.locales === 'all'
      ? codes
      : route.locales === 'none'
        ? [locales.default]
        : codes.filter((code) => route.locales.includes(code));
  const defaultFirst = routeCodes.filter((code) => code === locales.default);
  return {
    path: route.path,
    ...localPaths(route),
    locales: [...defaultFirst, ...routeCodes.filter((code) => code !== locales.default)],
    ...(route.locales === 'none' ? { unprefixed: true } : {}),
  };
}

const localPaths = ({ paths }: LocalisedPath): Pick<RouteSummary, 'paths'> => (paths ? { paths } : {});

/** Returns the list page of a collection, which exists only in locales with an entry. */
function listSummary({ config, locales }: CollectionIndex): RouteSummary[] {
  const { list } = config;
  return list && locales.size > 0 ? [{ path: list.path, ...localPaths(list), locales: [...locales.keys()] }] : [];
}
