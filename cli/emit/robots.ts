import { absolute, type SiteAddress, withBase } from '../lib/url.ts';
import type { OutputFile } from '../routes/types.ts';
import { sitemapIndexPath } from './sitemap.ts';

export type RobotsInput = {
  readonly site: SiteAddress;
  /** False for a preview deployment: crawlers are asked to stay out. */
  readonly crawl?: boolean;
  /**
   * Path prefixes that crawlers should not fetch, without base. Not for pages with `noindex`: a crawler must
   * fetch those to see it.
   */
  readonly disallow?: readonly string[];
};

/** `robots.txt`. Crawlers look for it at the root of the host only: under a base it has to be served from there. */
export function robotsTxt({ site, crawl = true, disallow = [] }: RobotsInput): OutputFile {
  const rules = crawl ? disallow.map((path) => `Disallow: ${withBase(site.base, path)}`) : ['Disallow: /'];
  const lines = ['User-agent: *', ...(rules.length > 0 ? rules : ['Allow: /'])];
  if (crawl) lines.push('', `Sitemap: ${absolute(site, sitemapIndexPath)}`);
  return { path: 'robots.txt', content: `${lines.join('\n')}\n` };
}
