import type { HeadAttributes, HeadElements, HeadTag } from '../contract.ts';
import { urlPath } from './url.ts';

/** Returns the elements of a head as tags. Paths of `href` and `src` get the base. */
export function tagsOf({ meta = [], link = [], script = [] }: HeadElements, base: string): readonly HeadTag[] {
  return [
    ...meta.map((one): HeadTag => ['meta', attributesOf(one, base)]),
    ...link.map((one): HeadTag => ['link', attributesOf(one, base)]),
    ...script.map(({ text, ...one }): HeadTag => {
      const attributes = attributesOf(one, base);
      return text === undefined ? ['script', attributes] : ['script', attributes, String(text)];
    }),
  ];
}

const addresses = new Set(['href', 'src']);

/** Returns attributes as texts. Leaves out values other than texts, numbers and `true`. */
function attributesOf(written: HeadAttributes, base: string): { readonly [name: string]: string } {
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(written)) {
    if (value === true) attributes[name] = '';
    else if (typeof value === 'number') attributes[name] = String(value);
    else if (typeof value === 'string')
      attributes[name] = addresses.has(name) && /^\/(?!\/)/.test(value) ? urlPath(base, value) : value;
  }
  return attributes;
}

/** Returns the problem of the name of an attribute in a head, or null. */
export function attributeProblem(name: string): string | null {
  if (/^on/i.test(name)) return 'is blocked by the content security policy: add the handler in a script';
  return /^[A-Za-z_][\w:.-]*$/.test(name) ? null : 'must be the name of an attribute';
}

/** Returns the problem of an inline script, or null. */
export function scriptProblem(text: string): string | null {
  return /<\/script|<!--/i.test(text) ? 'must contain neither `</script` nor `<!--`' : null;
}

/** Returns the problem of an element as a sentence, or null. */
export function tagProblem(tag: HeadTag): string | null {
  const [, attributes, text = ''] = tag;
  const name = Object.keys(attributes).find((one) => attributeProblem(one) !== null);
  const problem = name === undefined ? scriptProblem(text) : attributeProblem(name);
  if (problem === null) return null;
  return `${describeTag(tag)}: ${name === undefined ? 'the text' : `the attribute \`${name}\``} ${problem}.`;
}

/** Message and hint of an element that one source adds twice. */
export const duplicateText = (tag: HeadTag): readonly [message: string, hint: string] => [
  `A second ${describeTag(tag)} is left out of the head.`,
  'Remove one of the two elements that say the same thing.',
];

/** Metadata of which a document has one value. Others, such as `og:image`, may be repeated. */
const singleMeta = new RegExp(
  `^(?:description|keywords|robots|viewport|color-scheme|theme-color|application-name|generator|referrer|twitter:.*
  |og:(?:title|type|url|description|site_name|locale|determiner)|fb:app_id)$`.replace(/\s+/g, ''),
);

/** Returns a key by which a later element replaces an earlier one. `isSingle`: a document has one element of the key. */
function keyOf([tag, attributes, text]: HeadTag): { readonly key: string; readonly isSingle: boolean } {
  const { name, property, media = '', rel = '', href = '', src, id } = attributes;
  switch (tag) {
    case 'meta': {
      const header = attributes['http-equiv'];
      const kind = (header ?? name ?? property ?? attributes.itemprop ?? '').toLowerCase();
      return { key: `meta ${kind} ${media}`, isSingle: header !== undefined || singleMeta.test(kind) };
    }
    case 'link':
      if (rel.toLowerCase() === 'canonical') return { key: 'canonical', isSingle: true };
      return { key: `link ${rel} ${href} ${media} ${attributes.hreflang ?? ''}`, isSingle: true };
    case 'script':
      return { key: `script ${src ?? id ?? text ?? ''}`, isSingle: true };
  }
}

/**
 * Returns the indexes of elements that repeat an earlier element of the list: the same element, or one of the same key
 * if a document has only one of these.
 */
export function duplicatesIn(tags: readonly HeadTag[]): readonly number[] {
  const seen = new Set<string>();
  return tags.flatMap((tag, index) => {
    const { key, isSingle } = keyOf(tag);
    const id = isSingle ? key : JSON.stringify(tag);
    if (seen.has(id)) return [index];
    seen.add(id);
    return [];
  });
}

/**
 * Joins the elements of several sources, from the least to the most specific. The elements of a source replace those
 * of earlier ones with the same key; duplicates within a source are left out.
 */
export function mergeTags(sources: readonly (readonly HeadTag[])[]): readonly HeadTag[] {
  let merged: readonly HeadTag[] = [];
  for (const tags of sources) {
    if (tags.length === 0) continue;
    const duplicates = new Set(duplicatesIn(tags));
    const uniqueTags = tags.filter((_, index) => !duplicates.has(index));
    const keys = new Set(uniqueTags.map((tag) => keyOf(tag).key));
    merged = [...merged.filter((tag) => !keys.has(keyOf(tag).key)), ...uniqueTags];
  }
  return merged;
}

/** Returns the start tag of an element, for messages. */
export function describeTag([tag, attributes, text]: HeadTag): string {
  const attributeTexts = Object.entries(attributes).map(([name, value]) =>
    value === '' ? ` ${name}` : ` ${name}="${value}"`,
  );
  const start = `<${tag}${attributeTexts.join('')}>`;
  return text === undefined ? start : `${start}${text.length > 40 ? `${text.slice(0, 39)}…` : text}`;
}

/** True for a script that a browser runs, and not a block of data such as JSON-LD. */
export function isExecutable([tag, { type = '' }]: HeadTag): boolean {
  return (
    tag === 'script' && /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:java|ecma)script)$/i.test(type)
  );
}
