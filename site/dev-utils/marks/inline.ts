import { attributesOf, decodeEntities, escapeAttribute, escapeText, TAG } from '../text/html.ts';
import { createPlaceholders, withoutPlaceholders } from '../text/placeholders.ts';

const IMAGE = /!\[([^\]]*)\]\(\s*<?((?:[^()\s>]|\([^()\s>]*\))*)>?(?:\s+"([^"]*)")?\s*\)/g;
const LINK = /\[([^\]]+)\]\(\s*<?((?:[^()\s>]|\([^()\s>]*\))*)>?(?:\s+"([^"]*)")?\s*\)/g;
const STRONG_EMPHASIS = /(\*\*\*|___)(?=[^\s*_])(.+?)(?<=[^\s*_])\1/gs;
const STRONG = /(\*\*|__)(?=\S)(.+?)(?<=\S)\1/gs;
const EMPHASIS = /(?<![\p{L}\p{N}*_])([*_])(?=[^\s*_])(.+?)(?<=[^\s*_])\1(?![\p{L}\p{N}*_])/gsu;
const STRIKE = /~~(?=\S)(.+?)(?<=\S)~~/gs;

type Target = { readonly name: 'href' | 'src'; readonly url: string; readonly title: string | undefined };

const attributes = ({ name, url, title }: Target): string =>
  `${name}="${escapeAttribute(url)}"${title ? ` title="${escapeAttribute(title)}"` : ''}`;

/** Converts inline Markdown to inline HTML. Tags are kept, or escaped if `literal`. */
export const inlineToHtml = (markdown: string, literal: boolean): string => {
  const { protect, restore } = createPlaceholders();
  const link = (_: string, ...[inside = '', url = '', title]: string[]) =>
    `${protect(`<a ${attributes({ name: 'href', url, title })}>`)}${inside}${protect('</a>')}`;
  const image = (_: string, ...[alt = '', url = '', title]: string[]) =>
    protect(`<img ${attributes({ name: 'src', url, title })} alt="${escapeAttribute(alt)}">`);
  const text = withoutPlaceholders(markdown)
    .replace(/\\[!-/:-@[-`{-~]|(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, (whole, ticks = '') =>
      protect(
        ticks === ''
          ? escapeText(whole.slice(1))
          : `<code>${escapeText(whole.slice(ticks.length, -ticks.length).trim())}</code>`,
      ),
    )
    .replace(/<((?:https?:\/\/|mailto:)[^\s<>]+)>/g, (_, url) =>
      protect(`<a ${attributes({ name: 'href', url, title: undefined })}>${escapeText(url)}</a>`),
    )
    .replace(literal ? /(?!)/g : TAG, (tag) => protect(tag))
    .replace(/&[#\w]+;/g, (entity) => (literal ? entity : protect(entity)))
    .replace(IMAGE, image)
    .replace(LINK, link);
  return restore(
    escapeText(text)
      .replace(STRONG_EMPHASIS, '<em><strong>$2</strong></em>')
      .replace(STRONG, '<strong>$2</strong>')
      .replace(EMPHASIS, '<em>$2</em>')
      .replace(STRIKE, '<del>$1</del>'),
  );
};

/** Escapes characters that Markdown would interpret. */
const escapeMarkdown = (text: string): string =>
  text.replace(/\\(?=[!-/:-@[-`{-~])|[*`[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!])/giu, '\\$&');

const DELIMITERS: { readonly [tag: string]: string } = { strong: '**', b: '**', em: '*', i: '*', del: '~~', s: '~~' };

/** Converts inline HTML to inline Markdown. Tags without a Markdown equivalent are kept. */
export const htmlToInline = (html: string): string => {
  const { protect, restore } = createPlaceholders();
  const ends: string[] = [];
  const withCode = withoutPlaceholders(html).replace(/<code\b[^>]*>([\s\S]*?)<\/code\s*>/gi, (_, code: string) => {
    const text = decodeEntities(code.replace(TAG, ''));
    const ticks = text.includes('`') ? '``' : '`';
    return protect(ticks === '`' ? `\`${text}\`` : `${ticks} ${text} ${ticks}`);
  });
  const text = withCode.replace(TAG, (tag) => {
    const name = /^<\/?([a-z\d]+)/i.exec(tag)?.[1]?.toLowerCase() ?? '';
    const pair = DELIMITERS[name];
    if (pair) return protect(pair);
    const { href = '', src = '', alt = '', title } = attributesOf(tag);
    const suffix = title ? ` "${title}"` : '';
    if (name === 'img') return protect(`![${alt}](${src}${suffix})`);
    if (name !== 'a') return protect(tag);
    if (tag.startsWith('</')) return protect(ends.pop() ?? '');
    ends.push(`](${href}${suffix})`);
    return protect('[');
  });
  return restore(escapeMarkdown(decodeEntities(text)));
};
