import type { HeadTag } from '../contract.ts';
import type { HeadInput, PageFacts } from './head-input.ts';

/** Open Graph (https://ogp.me) and Twitter card, for previews of shared links. */
export function socialTags(input: HeadInput, facts: PageFacts): HeadTag[] {
  const { site, entry, route } = input;
  const { image } = facts;
  const others = site.locales.filter(({ code }) => code !== route.locale && facts.alternates[code] !== undefined);
  return [
    ...property('og:type', entry ? 'article' : 'website'),
    ...property('og:title', facts.title),
    ...property('og:description', facts.description),
    ...property('og:url', facts.url),
    ...property('og:site_name', site.name),
    ...property('og:locale', ogLocale(facts.language)),
    ...[...new Set(others.map(({ language }) => ogLocale(language)))].flatMap((locale) =>
      property('og:locale:alternate', locale),
    ),
    ...property('og:image', image?.src ?? ''),
    ...property('og:image:width', image?.width ? String(image.width) : ''),
    ...property('og:image:height', image?.height ? String(image.height) : ''),
    ...property('og:image:alt', image?.alt ?? ''),
    ...property('article:published_time', entry?.date ?? ''),
    ...property('article:modified_time', entry?.updated ?? ''),
    ...(entry?.tags ?? []).flatMap(({ tag }) => property('article:tag', tag)),
    ...card('twitter:card', image ? 'summary_large_image' : 'summary'),
    ...card('twitter:title', facts.title),
    ...card('twitter:description', facts.description),
    ...card('twitter:image', image?.src ?? ''),
    ...card('twitter:image:alt', image?.alt ?? ''),
  ];
}

/** `de_DE` of `de-DE`; the protocol knows no scripts, so `zh-Hans-CN` is `zh_CN`. */
function ogLocale(language: string): string {
  const [first, ...rest] = language.split('-');
  const region = rest.find((part) => /^(?:[a-z]{2}|\d{3})$/i.test(part));
  return region === undefined ? (first as string) : `${first}_${region.toUpperCase()}`;
}

function property(name: string, content: string): HeadTag[] {
  return content === '' ? [] : [['meta', { property: name, content }]];
}

function card(name: string, content: string): HeadTag[] {
  return content === '' ? [] : [['meta', { name, content }]];
}
