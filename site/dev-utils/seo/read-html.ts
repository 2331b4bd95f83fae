import { attributesOf, decodeEntities, TAG } from '../text/html.ts';
import { EMPTY_SOURCE, type PageMeta, type ParsedSource } from './page.ts';

const plainText = (text: string): string => decodeEntities(text.replace(TAG, '')).replace(/\s+/g, ' ').trim();

type NamedTag = readonly [name: string, value: string];

/** Names and values that a tag of the head defines. */
const tagOf = (tag: string): readonly NamedTag[] => {
  const attributes = attributesOf(tag);
  const { name, property, content = '', rel, href = '', charset, lang } = attributes;
  if (/^<html/i.test(tag)) return lang === undefined ? [] : [['html lang', lang]];
  if (/^<link/i.test(tag))
    return (rel ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
      .map((one) => [one, href.trim()]);
  if (charset !== undefined) return [['charset', charset]];
  const key = (property ?? name ?? attributes['http-equiv'] ?? '').toLowerCase();
  return key === '' ? [] : [[key, content.replace(/\s+/g, ' ').trim()]];
};

const groupByName = (tags: readonly NamedTag[]): ParsedSource['tags'] => {
  const groups: Record<string, string[]> = {};
  for (const [name, value] of tags) {
    const values = groups[name] ?? [];
    values.push(value);
    groups[name] = values;
  }
  return groups;
};

/** Parses page metadata from HTML as text: no script runs, nothing is loaded. */
export const readHtml = (source: string): ParsedSource => {
  const html = source.replace(/<!--[\s\S]*?-->|<(script|style|template|svg)\b[\s\S]*?<\/\1\s*>/gi, '');
  const titles = [...html.matchAll(/<title\b[^>]*>([\s\S]*?)<\/title\s*>/gi)].map((match) => plainText(match[1] ?? ''));
  const named = [...html.matchAll(TAG)].map(([tag]) => tag).filter((tag) => /^<(?:meta|link|html)\b/i.test(tag));
  const tags = groupByName([...titles.map((title): NamedTag => ['title', title]), ...named.flatMap(tagOf)]);
  if (Object.keys(tags).length === 0) return EMPTY_SOURCE;
  const first = (...names: readonly string[]) => names.map((name) => tags[name]?.[0]).find(Boolean);
  const [title, description] = [first('title'), first('description')];
  const social = {
    title: first('og:title', 'twitter:title'),
    description: first('og:description', 'twitter:description'),
  };
  const found: { readonly [name in keyof PageMeta]: PageMeta[name] | undefined } = {
    title: title ?? social.title,
    description: description ?? social.description,
    url: first('canonical', 'og:url'),
    siteName: first('og:site_name', 'application-name'),
    image: first('og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'),
    socialTitle: social.title === title ? '' : social.title,
    socialDescription: social.description === description ? '' : social.description,
    card: first('twitter:card') === 'summary' ? 'summary' : first('twitter:card') ? 'summary_large_image' : undefined,
  };
  return { kind: 'html', meta: defined(found), tags };
};

/** The metadata without undefined values. */
export const defined = (meta: { readonly [name in keyof PageMeta]?: PageMeta[name] | undefined }): Partial<PageMeta> =>
  Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== undefined));
