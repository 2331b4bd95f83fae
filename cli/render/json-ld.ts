import type { EntrySummary, Json, SiteInfo } from '../contract.ts';
import { absoluteAsset, absoluteUrl } from '../lib/url.ts';
import type { HeadInput, Organization, PageFacts, ShareImage } from './head-input.ts';

type Node = { readonly [key: string]: Json };

/** Returns the schema.org nodes of a page, for one `@graph`. They contain no invented values, such as ratings. */
export function structuredData(input: HeadInput, facts: PageFacts): readonly Node[] {
  return [...mainNodes(input, facts), ...breadcrumbNodes(input)];
}

function mainNodes(input: HeadInput, facts: PageFacts): readonly Node[] {
  switch (input.kind) {
    case null:
      return [];
    case 'WebSite':
      return [webSite(input, facts), ...organizationNodes(input)];
    case 'WebApplication':
    case 'SoftwareApplication':
      return [application(input, facts, input.kind)];
    case 'BlogPosting':
      return input.entry ? [blogPosting(input, facts, input.entry)] : [];
    case 'Blog':
      return [{ ...page(input, facts, 'Blog'), blogPost: (input.entries ?? []).map((e) => teaser(e, input.site)) }];
    case 'CollectionPage':
      return [{ ...page(input, facts, 'CollectionPage'), ...itemList(input) }];
    case 'Article':
    case 'TechArticle':
      return [article(input, facts, input.kind)];
    case 'WebPage':
    case 'AboutPage':
    case 'ContactPage':
    case 'ProfilePage':
      return [page(input, facts, input.kind)];
  }
}

function page(input: HeadInput, facts: PageFacts, type: string): Node {
  return {
    '@type': type,
    name: facts.title,
    ...text('description', facts.description),
    url: facts.url,
    inLanguage: facts.language,
    ...imageNode(facts.image),
    isPartOf: {
      '@type': 'WebSite',
      '@id': siteId(input.site),
      name: input.site.name,
      url: absoluteUrl(input.site, '/'),
    },
    ...publisher(input),
  };
}

function webSite(input: HeadInput, facts: PageFacts): Node {
  return {
    '@type': 'WebSite',
    '@id': siteId(input.site),
    name: input.site.name,
    ...text('description', facts.description),
    url: facts.url,
    inLanguage: facts.language,
    ...publisher(input),
  };
}

/** Returns the node of a free application that runs in the browser. */
function application(input: HeadInput, facts: PageFacts, type: string): Node {
  return {
    ...page(input, facts, type),
    applicationCategory: input.applicationCategory ?? 'UtilitiesApplication',
    operatingSystem: 'Any',
    browserRequirements: 'Requires JavaScript',
    isAccessibleForFree: true,
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
  };
}

/** Returns the node of an article; its dates are optional. */
function article(input: HeadInput, facts: PageFacts, type: string): Node {
  const { date = '', updated = null } = input.entry ?? {};
  return {
    ...page(input, facts, type),
    headline: facts.title,
    ...text('datePublished', date),
    ...text('dateModified', updated ?? date),
  };
}

function blogPosting(input: HeadInput, facts: PageFacts, entry: EntrySummary): Node {
  return {
    '@type': 'BlogPosting',
    headline: entry.title,
    ...text('description', facts.description),
    url: facts.url,
    mainEntityOfPage: { '@type': 'WebPage', '@id': facts.url },
    ...imageNode(facts.image),
    datePublished: entry.date,
    dateModified: entry.updated ?? entry.date,
    author: author(input, entry),
    ...publisher(input),
    inLanguage: facts.language,
    ...(input.words === undefined ? {} : { wordCount: input.words }),
    timeRequired: `PT${entry.minutes}M`,
    ...(entry.tags.length === 0 ? {} : { keywords: entry.tags.map(({ tag }) => tag) }),
  };
}

function author(input: HeadInput, entry: EntrySummary): Node | readonly Node[] {
  const persons = (entry.terms?.author ?? []).map(({ tag, path }) => ({
    '@type': 'Person',
    name: tag,
    ...(path === null ? {} : { url: absoluteUrl(input.site, path) }),
  }));
  if (persons.length > 0) return persons.length === 1 ? (persons[0] as Node) : persons;
  if (entry.author !== null) return { '@type': 'Person', name: entry.author };
  return {
    '@type': 'Organization',
    name: input.organization?.name ?? input.site.name,
    url: absoluteUrl(input.site, '/'),
  };
}

function teaser(entry: EntrySummary, site: SiteInfo): Node {
  const url = absoluteUrl(site, entry.path);
  return { '@type': 'BlogPosting', headline: entry.title, url, datePublished: entry.date };
}

function itemList({ entries = [], site }: HeadInput): Node {
  if (entries.length === 0) return {};
  const items = entries.map((entry, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name: entry.title,
    url: absoluteUrl(site, entry.path),
  }));
  return { mainEntity: { '@type': 'ItemList', itemListElement: items } };
}

/** Returns the breadcrumbs as a list; nothing if there is only the page itself. */
function breadcrumbNodes({ breadcrumbs = [], site }: HeadInput): readonly Node[] {
  if (breadcrumbs.length < 2) return [];
  const items = breadcrumbs.map(({ name, path }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: absoluteUrl(site, path),
  }));
  return [{ '@type': 'BreadcrumbList', itemListElement: items }];
}

function organizationNodes({ organization, site }: HeadInput): readonly Node[] {
  if (organization === null) return [];
  return [
    {
      '@type': 'Organization',
      '@id': organizationId(site),
      name: organization.name ?? site.name,
      url: absoluteUrl(site, '/'),
      ...logo(organization, site),
      ...(organization.sameAs.length === 0 ? {} : { sameAs: organization.sameAs }),
    },
  ];
}

function publisher({ organization, site }: HeadInput): Node {
  if (organization === null) return {};
  const name = organization.name ?? site.name;
  return { publisher: { '@type': 'Organization', '@id': organizationId(site), name, ...logo(organization, site) } };
}

function logo(organization: Organization, site: SiteInfo): Node {
  if (organization.logo === undefined) return {};
  return { logo: { '@type': 'ImageObject', url: absoluteAsset(site, organization.logo) } };
}

function imageNode(image: ShareImage | null): Node {
  if (image === null) return {};
  const size = image.width > 0 && image.height > 0 ? { width: image.width, height: image.height } : {};
  return { image: { '@type': 'ImageObject', url: image.src, ...size } };
}

function text(key: string, value: string): Node {
  return value === '' ? {} : { [key]: value };
}

const siteId = (site: SiteInfo): string => `${absoluteUrl(site, '/')}#website`;
const organizationId = (site: SiteInfo): string => `${absoluteUrl(site, '/')}#organization`;
