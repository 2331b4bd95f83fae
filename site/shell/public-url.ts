import type { SiteInfo } from '@safelight/sitegen/types';

/** URL of a file of `site/public`: below the CDN prefix of the settings, or below the site's own base. */
export const publicUrl = (site: Pick<SiteInfo, 'base' | 'custom'>, path: string): string => {
  const cdn = site.custom.cdn;
  return `${typeof cdn === 'string' && cdn !== '' ? cdn.replace(/\/$/, '') : site.base}${path}`;
};
