import type { HeadTag } from '../contract.ts';
import type { HeadInput, PageFacts } from './head-input.ts';

/** Returns the Open Graph (https://ogp.me) and Twitter card tags, for previews of shared links. */
export function socialTags(input: HeadInput, facts: PageFacts): HeadTag[] {
  const { site, entry, route } = input;
  const { image } = facts;
  const others = site.locales.filter(({ code }) => code !== route.locale && facts.alternates[code] !== undefined);
  return [
    ...propertyTags('og:type', entry ? 'article' : 'website'),
    ...propertyTags('og:title', facts.title),
    ...propertyTags('og:description', facts.description),
    ...propertyTags('og:url', facts.url),
    ...propertyTags('og:site_name', site.name),
    ...propertyTags('og:locale', ogLocale(facts.language)),
    ...[...new Set(others.map(({ language }) => ogLocale(language)))].flatMap((locale) =>
      propertyTags('og:locale:alternate', locale),
    ),
    ...propertyTags('og:image', image?.src ?? ''),
    ...propertyTags('og:image:width', image?.width ? String(image.width) : ''),
    ...propertyTags('og:image:height', image?.height ? String(image.height) : ''),
    ...propertyTags('og:image:alt', image?.alt ?? ''),
    ...propertyTags('article:published_time', entry?.date ?? ''),
    ...propertyTags('article:modified_time', entry?.updated ?? ''),
    ...(entry?.tags ?? []).flatMap(({ tag }) => propertyTags('article:tag', tag)),
    ...nameTags('twitter:card', image ? 'summary_large_image' : 'summary'),
    ...nameTags('twitter:title', facts.title),
    ...nameTags('twitter:description', facts.description),
    ...nameTags('twitter:image', image?.src ?? ''),
    ...nameTags('twitter:image:alt', image?.alt ?? ''),
  ];
}

/** Returns the Open Graph locale of a BCP 47 tag: `de_DE` for `de-DE`, and `zh_CN` for `zh-Hans-CN`, without the script. */
function ogLocale(language: string): string {
  const [first, ...rest] = language.split('-');
  const region = rest.find((part) => /^(?:[a-z]{2}|\d{3})$/i.test(part));
  return region === undefined ? (first as string) : `${first}_${region.toUpperCase()}`;
}

function propertyTags(name: string, content: string): HeadTag[] {
  return content === '' ? [] : [['meta', { property: name, content }]];
}

function nameTags(name: string, content: string): HeadTag[] {
  return content === '' ? [] : [['meta', { name, content }]];
}
