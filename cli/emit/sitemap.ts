import type { Locale, SiteInfo } from '../contract.ts';
import { escapeXml } from '../lib/escape.ts';
import { localePath } from '../lib/paths.ts';
import { absoluteUrl, encodePath, type SiteAddress, urlPath } from '../lib/url.ts';
import { type HreflangTag, hreflangTags, isIndexable, type PageTable } from '../routes/hreflang.ts';
import type { OutputFile, Route } from '../routes/types.ts';

export type SitemapSite = Pick<SiteInfo, 'url' | 'base' | 'defaultLocale' | 'locales'>;

/** Maximum number of URLs and of uncompressed bytes of one file. */
export type SitemapLimits = { readonly urls: number; readonly bytes: number };

export type SitemapInput = {
  readonly site: SitemapSite;
  readonly table: PageTable;
  /** By default the limits of the protocol (https://www.sitemaps.org/protocol.html). */
  readonly limits?: SitemapLimits;
};

/** Path of the file that `robots.txt` names. */
export const sitemapIndexPath = '/sitemap-index.xml';

const protocolLimits: SitemapLimits = { urls: 50_000, bytes: 50 * 1024 * 1024 };
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const urlsetOpen = `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
const urlsetClose = '</urlset>\n';

type Part = { readonly path: string; readonly lastmod: string | null };

/**
 * Yields `{locale}/sitemap.xml` for each locale that has an indexable page, then `sitemap-index.xml`. A locale beyond the
 * limits has `sitemap-1.xml`, `sitemap-2.xml` …, and its `sitemap.xml` is an index of these; an index must not list an
 * index, so `sitemap-index.xml` lists the parts. At most one file is in memory at a time.
 */
export function* sitemaps(input: SitemapInput): Generator<OutputFile> {
  const { site } = input;
  const all: Part[] = [];
  for (const [locale, routes] of routesByLocale(input)) {
    const parts: Part[] = [];
    for (const { content, lastmod, isLast } of urlsets(routes, input)) {
      const name = isLast && parts.length === 0 ? 'sitemap.xml' : `sitemap-${parts.length + 1}.xml`;
      const path = localePath(locale, `/${name}`);
      parts.push({ path, lastmod });
      yield { path: path.slice(1), content };
    }
    if (parts.length > 1) yield indexFile(site, localePath(locale, '/sitemap.xml'), parts);
    all.push(...parts);
  }
  if (all.length > 0) yield indexFile(site, sitemapIndexPath, all);
}

/** Returns the paths of `sitemaps`, without the parts of a locale beyond the limits. */
export function sitemapPaths({ site, table }: SitemapInput): readonly string[] {
  const codes = new Set(table.routes.filter(isIndexable).map((route) => route.locale));
  const paths = site.locales.filter(({ code }) => codes.has(code)).map((locale) => localePath(locale, '/sitemap.xml'));
  return paths.length === 0 ? [] : [...paths, sitemapIndexPath].map((path) => path.slice(1));
}

/** Returns the indexable routes by locale, sorted by path; the default locale first, the others in the site's order. */
function routesByLocale({ site, table }: SitemapInput): readonly (readonly [Locale, readonly Route[]])[] {
  const groups = new Map<string, Route[]>();
  for (const route of table.routes) {
    if (!isIndexable(route)) continue;
    const group = groups.get(route.locale);
    if (group) group.push(route);
    else groups.set(route.locale, [route]);
  }
  const isDefault = (locale: Locale): number => (locale.code === site.defaultLocale ? 0 : 1);
  return site.locales
    .toSorted((a, b) => isDefault(a) - isDefault(b))
    .flatMap((locale) => {
      const routes = groups.get(locale.code);
      return routes ? [[locale, routes.toSorted((a, b) => (a.path < b.path ? -1 : 1))] as const] : [];
    });
}

type Urlset = { readonly content: string; readonly lastmod: string | null; readonly isLast: boolean };

/** Yields one file at a time. An entry that exceeds the limit of bytes by itself gets a file of its own. */
function* urlsets(routes: readonly Route[], input: SitemapInput): Generator<Urlset> {
  const limits = input.limits ?? protocolLimits;
  const write = entryWriter(input);
  const frame = Buffer.byteLength(urlsetOpen + urlsetClose);
  let entries: string[] = [];
  let bytes = frame;
  let lastmod: string | null = null;
  for (const route of routes) {
    const entry = write(route);
    const size = Buffer.byteLength(entry);
    if (entries.length > 0 && (entries.length === limits.urls || bytes + size > limits.bytes)) {
      yield { content: urlsetOpen + entries.join('') + urlsetClose, lastmod, isLast: false };
      entries = [];
      bytes = frame;
      lastmod = null;
    }
    entries.push(entry);
    bytes += size;
    lastmod = newest(lastmod, route.lastmod);
  }
  yield { content: urlsetOpen + entries.join('') + urlsetClose, lastmod, isLast: true };
}

type EntryWriter = (route: Route) => string;

/**
 * Returns a function that writes a page with links to all its indexable versions. It runs for each version of each page;
 * most pages exist in the same locales, so hreflang values are calculated once for each set of locales.
 */
function entryWriter({ site, table }: SitemapInput): EntryWriter {
  const tagsOfLocales = new Map<string, readonly HreflangTag[]>();
  return (route) => {
    const urls = new Map<string, string>();
    for (const { code } of site.locales) {
      const path = route.alternates[code];
      const version = path === undefined ? undefined : table.byPath.get(path);
      if (version && isIndexable(version)) urls.set(code, escapeXml(absoluteUrl(site, encodePath(version.path))));
    }
    const codes = [...urls.keys()];
    const key = codes.join();
    const tags = tagsOfLocales.get(key) ?? hreflangTags(site, codes);
    tagsOfLocales.set(key, tags);
    let text = `<url>\n<loc>${escapeXml(absoluteUrl(site, route.path))}</loc>\n${lastmodElement(route.lastmod)}`;
    for (const { hreflang, code } of tags) {
      text += `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${urls.get(code)}"/>\n`;
    }
    return `${text}</url>\n`;
  };
}

function indexFile(site: SitemapSite, path: string, parts: readonly Part[]): OutputFile {
  const entries = parts.map(
    (part) =>
      `<sitemap>\n<loc>${escapeXml(absoluteUrl(site, part.path))}</loc>\n${lastmodElement(part.lastmod)}</sitemap>\n`,
  );
  const content = `${declaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</sitemapindex>\n`;
  return { path: path.slice(1), content };
}

function lastmodElement(lastmod: string | null): string {
  return lastmod === null ? '' : `<lastmod>${escapeXml(lastmod)}</lastmod>\n`;
}

function newest(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return Date.parse(b) > Date.parse(a) ? b : a;
}

export type RobotsInput = {
  readonly site: SiteAddress;
  /**
   * Path prefixes that crawlers should not fetch, without base. Not for pages with `noindex`: a crawler must fetch a page
   * to see that.
   */
  readonly disallow?: readonly string[];
};

/** Returns `robots.txt`. Crawlers request it at the root of the host only: a site below a base must be served there. */
export function robotsTxt({ site, disallow = [] }: RobotsInput): OutputFile {
  const rules = disallow.map((path) => `Disallow: ${urlPath(site.base, path)}`);
  const lines = ['User-agent: *', ...(rules.length > 0 ? rules : ['Allow: /'])];
  return {
    path: 'robots.txt',
    content: `${[...lines, '', `Sitemap: ${absoluteUrl(site, sitemapIndexPath)}`].join('\n')}\n`,
  };
}
