import type { Locale, SiteInfo } from '../contract.ts';
import { escapeXml } from '../lib/escape.ts';
import { localePath } from '../lib/paths.ts';
import { absolute } from '../lib/url.ts';
import { type HreflangTag, hreflangTags, isIndexable, type PageTable } from '../routes/hreflang.ts';
import type { OutputFile, Route } from '../routes/types.ts';

export type SitemapSite = Pick<SiteInfo, 'url' | 'base' | 'defaultLocale' | 'locales'>;

/** Most URLs and most bytes, uncompressed, of one file. */
export type SitemapLimits = { readonly urls: number; readonly bytes: number };

export type SitemapInput = {
  readonly site: SitemapSite;
  readonly table: PageTable;
  /** The protocol's limits (https://www.sitemaps.org/protocol.html) unless given. */
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
 * `{locale}/sitemap.xml` for each locale that has a page for search engines, then `sitemap-index.xml`. A locale
 * beyond the limits gets `sitemap-1.xml`, `sitemap-2.xml` …, and its `sitemap.xml` becomes an index of these; an
 * index may not name an index, so `sitemap-index.xml` then names the parts. Yields one file at a time: no more
 * than one part's text is held here.
 */
export function* sitemaps(input: SitemapInput): Generator<OutputFile> {
  const { site } = input;
  const all: Part[] = [];
  for (const [locale, routes] of routesByLocale(input)) {
    const parts: Part[] = [];
    for (const { content, lastmod, last } of urlsets(routes, input)) {
      const name = last && parts.length === 0 ? 'sitemap.xml' : `sitemap-${parts.length + 1}.xml`;
      const path = localePath(locale, `/${name}`);
      parts.push({ path, lastmod });
      yield { path: path.slice(1), content };
    }
    if (parts.length > 1) yield indexFile(site, localePath(locale, '/sitemap.xml'), parts);
    all.push(...parts);
  }
  if (all.length > 0) yield indexFile(site, sitemapIndexPath, all);
}

/** Paths of the files of `sitemaps`, without the parts of a locale beyond the limits. */
export function sitemapPaths({ site, table }: SitemapInput): readonly string[] {
  const codes = new Set(table.routes.filter(isIndexable).map((route) => route.locale));
  const paths = site.locales.filter(({ code }) => codes.has(code)).map((one) => localePath(one, '/sitemap.xml'));
  return paths.length === 0 ? [] : [...paths, sitemapIndexPath].map((path) => path.slice(1));
}

/** The default locale first, the others in the site's order; pages by path. Locales without pages are left out. */
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

type Urlset = { readonly content: string; readonly lastmod: string | null; readonly last: boolean };

/** Fills one file after the other; an entry above the limit of bytes by itself still gets a file. */
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
      yield { content: urlsetOpen + entries.join('') + urlsetClose, lastmod, last: false };
      entries = [];
      bytes = frame;
      lastmod = null;
    }
    entries.push(entry);
    bytes += size;
    lastmod = newest(lastmod, route.lastmod);
  }
  yield { content: urlsetOpen + entries.join('') + urlsetClose, lastmod, last: true };
}

type EntryWriter = (route: Route) => string;

/**
 * Writes a page with links to all its indexable versions. Most pages have the same locales, so what their links are
 * called is worked out once for each set of locales: this loop runs once for each version of each page.
 */
function entryWriter({ site, table }: SitemapInput): EntryWriter {
  const known = new Map<string, readonly HreflangTag[]>();
  return (route) => {
    const urls = new Map<string, string>();
    for (const { code } of site.locales) {
      const path = route.alternates[code];
      const version = path === undefined ? undefined : table.byPath.get(path);
      if (version && isIndexable(version)) urls.set(code, escapeXml(absolute(site, version.path)));
    }
    const codes = [...urls.keys()];
    const key = codes.join();
    const tags = known.get(key) ?? hreflangTags(site, codes);
    known.set(key, tags);
    let text = `<url>\n<loc>${escapeXml(absolute(site, route.path))}</loc>\n${lastmodElement(route.lastmod)}`;
    for (const { hreflang, code } of tags) {
      text += `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${urls.get(code)}"/>\n`;
    }
    return `${text}</url>\n`;
  };
}

function indexFile(site: SitemapSite, path: string, parts: readonly Part[]): OutputFile {
  const entries = parts.map(
    (part) =>
      `<sitemap>\n<loc>${escapeXml(absolute(site, part.path))}</loc>\n${lastmodElement(part.lastmod)}</sitemap>\n`,
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
