import type { FeedRef, Head, HeadTag, SiteInfo } from '../contract.ts';
import { jsonForScript } from '../lib/escape.ts';
import { markdownFile } from '../lib/paths.ts';
import { absoluteAsset, absoluteUrl, encodePath, urlPath } from '../lib/url.ts';
import { hreflangLinks, isIndexable } from '../routes/hreflang.ts';
import type { HeadInput, PageFacts, ShareImage } from './head-input.ts';
import { structuredData } from './json-ld.ts';
import { socialTags } from './social.ts';

/**
 * Returns the title and elements that the generator adds to a page's head. A not-found page has only a title, a
 * description and `noindex`: it is shown at many addresses, so it has no canonical one. A page with `noindex` has no
 * alternate links.
 */
export function generatedHead(input: HeadInput): Head {
  const { route, page = {} } = input;
  const facts = factsOf(input);
  const found = route.status === 200;
  const indexed = isIndexable(route) && page.noindex !== true;
  const keywords = page.keywords ?? input.seo.keywords;
  const tags: HeadTag[] = [
    ...metaTags('description', facts.description),
    ...metaTags('keywords', keywords),
    ...metaTags('author', input.entry?.author ?? ''),
    ...metaTags('robots', indexed ? '' : 'noindex'),
  ];
  if (found) {
    tags.push(['link', { rel: 'canonical', href: facts.url }]);
    if (indexed) tags.push(...hreflangTags(input.site, facts.alternates));
    tags.push(...relatedTags(input), ...socialTags(input, facts));
    const nodes = structuredData(input, facts);
    if (nodes.length > 0) tags.push(jsonLdTag({ '@context': 'https://schema.org', '@graph': nodes }));
  }
  tags.push(...(page.jsonLd ?? []).map(jsonLdTag));
  return { title: facts.title, tags };
}

function factsOf(input: HeadInput): PageFacts {
  const { site, route, seo, page = {} } = input;
  return {
    title: page.title ?? titleOf(input),
    description: page.description ?? seo.description,
    url: absoluteUrl(site, route.path),
    language: site.locales.find((locale) => locale.code === route.locale)?.language ?? route.locale,
    image: imageOf(input),
    alternates: route.alternates,
  };
}

/** Returns the SEO title; of a not-found page with the site's name, of later pages of a list with their number. */
function titleOf({ route, seo, site, pagination }: HeadInput): string {
  if (route.status === 404) return `${seo.title} | ${site.name}`;
  return pagination && pagination.page > 1 ? `${seo.title} (${pagination.page})` : seo.title;
}

/** Returns the page's picture, else the entry's cover, else the site's picture. Networks show no SVG covers. */
function imageOf({ site, entry, image, page = {}, seo }: HeadInput): ShareImage | null {
  const cover = entry?.cover;
  const chosen =
    (page.image !== undefined && { src: page.image, width: 1200, height: 630, alt: page.title ?? seo.title }) ||
    (entry && cover && !/\.svg$/i.test(cover.src) && { ...cover, alt: entry.title }) ||
    image;
  return chosen ? { ...chosen, src: absoluteAsset(site, chosen.src) } : null;
}

function hreflangTags(site: SiteInfo, alternates: PageFacts['alternates']): HeadTag[] {
  return hreflangLinks(site, alternates).map(({ hreflang, path }) => [
    'link',
    { rel: 'alternate', hreflang, href: absoluteUrl(site, encodePath(path)) },
  ]);
}

const feedNames: Readonly<Record<FeedRef['kind'], string>> = { rss: 'RSS', atom: 'Atom', json: 'JSON Feed' };

function relatedTags({ site, route, pagination, feeds = [], hasCopy = false }: HeadInput): HeadTag[] {
  const link = (rel: string, path: string | null | undefined): HeadTag[] =>
    path ? [['link', { rel, href: urlPath(site.base, path) }]] : [];
  return [
    ...link('prev', pagination?.previous),
    ...link('next', pagination?.next),
    ...(hasCopy ? [copyTag(urlPath(site.base, `/${markdownFile(route.path)}`))] : []),
    ...feeds.map(({ kind, path, type, title }): HeadTag => {
      const href = urlPath(site.base, path);
      return ['link', { rel: 'alternate', type, href, title: `${title} – ${feedNames[kind]}` }];
    }),
  ];
}

const copyTag = (href: string): HeadTag => ['link', { rel: 'alternate', type: 'text/markdown', href }];

function metaTags(name: string, content: string): HeadTag[] {
  return content === '' ? [] : [['meta', { name, content }]];
}

function jsonLdTag(data: unknown): HeadTag {
  return ['script', { type: 'application/ld+json' }, jsonForScript(data)];
}
