import { attributesOf, decodeEntities, TAG } from '../text/html.ts';
import { type Found, NOTHING_FOUND, type PageMeta } from './page.ts';

const flat = (text: string): string => decodeEntities(text.replace(TAG, '')).replace(/\s+/g, ' ').trim();

type NamedTag = readonly [name: string, value: string];

/** Name and value of what a tag of the head says. */
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

const group = (tags: readonly NamedTag[]): Found['tags'] => {
  const groups: Record<string, string[]> = {};
  for (const [name, value] of tags) {
    const values = groups[name] ?? [];
    values.push(value);
    groups[name] = values;
  }
  return groups;
};

/** Title, description and card tags of HTML, as text: nothing is run or loaded. */
export const readHtml = (source: string): Found => {
  const html = source.replace(/<!--[\s\S]*?-->|<(script|style|template|svg)\b[\s\S]*?<\/\1\s*>/gi, '');
  const titles = [...html.matchAll(/<title\b[^>]*>([\s\S]*?)<\/title\s*>/gi)].map((match) => flat(match[1] ?? ''));
  const named = [...html.matchAll(TAG)].map(([tag]) => tag).filter((tag) => /^<(?:meta|link|html)\b/i.test(tag));
  const tags = group([...titles.map((title): NamedTag => ['title', title]), ...named.flatMap(tagOf)]);
  if (Object.keys(tags).length === 0) return NOTHING_FOUND;
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

/** Without what was not found. */
export const defined = (meta: { readonly [name in keyof PageMeta]?: PageMeta[name] | undefined }): Partial<PageMeta> =>
  Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== undefined));
