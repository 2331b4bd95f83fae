import { createHolder, withoutHeld } from '../text/hold.ts';
import { attributesOf, decodeEntities, escapeAttribute, escapeText, TAG } from '../text/html.ts';

const IMAGE = /!\[([^\]]*)\]\(\s*<?([^)\s>]*)>?(?:\s+"([^"]*)")?\s*\)/g;
const LINK = /\[([^\]]+)\]\(\s*<?([^)\s>]*)>?(?:\s+"([^"]*)")?\s*\)/g;
const STRONG = /(\*\*|__)(?=\S)(.+?)(?<=\S)\1/gs;
const EMPHASIS = /(?<![\p{L}\p{N}*_])([*_])(?=[^\s*_])(.+?)(?<=[^\s*_])\1(?![\p{L}\p{N}*_])/gsu;
const STRIKE = /~~(?=\S)(.+?)(?<=\S)~~/gs;

type Target = { readonly name: 'href' | 'src'; readonly url: string; readonly title: string | undefined };

const attributes = ({ name, url, title }: Target): string =>
  `${name}="${escapeAttribute(url)}"${title ? ` title="${escapeAttribute(title)}"` : ''}`;

/** Inline Markdown as inline HTML. Tags in it pass, if `literal` makes them text. */
export const inlineToHtml = (markdown: string, literal: boolean): string => {
  const { hold, release } = createHolder();
  const link = (_: string, ...[inside = '', url = '', title]: string[]) =>
    `${hold(`<a ${attributes({ name: 'href', url, title })}>`)}${inside}${hold('</a>')}`;
  const image = (_: string, ...[alt = '', url = '', title]: string[]) =>
    hold(`<img ${attributes({ name: 'src', url, title })} alt="${escapeAttribute(alt)}">`);
  const text = withoutHeld(markdown)
    .replace(/\\[!-/:-@[-`{-~]|(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, (whole, ticks = '') =>
      hold(
        ticks === ''
          ? escapeText(whole.slice(1))
          : `<code>${escapeText(whole.slice(ticks.length, -ticks.length).trim())}</code>`,
      ),
    )
    .replace(/<((?:https?:\/\/|mailto:)[^\s<>]+)>/g, (_, url) =>
      hold(`<a ${attributes({ name: 'href', url, title: undefined })}>${escapeText(url)}</a>`),
    )
    .replace(literal ? /(?!)/g : TAG, (tag) => hold(tag))
    .replace(/&[#\w]+;/g, (entity) => (literal ? entity : hold(entity)))
    .replace(IMAGE, image)
    .replace(LINK, link);
  return release(
    escapeText(text)
      .replace(STRONG, '<strong>$2</strong>')
      .replace(EMPHASIS, '<em>$2</em>')
      .replace(STRIKE, '<del>$1</del>'),
  );
};

/** What would be read as a mark within a line. */
const marked = (text: string): string =>
  text.replace(/\\(?=[!-/:-@[-`{-~])|[*`[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!])/giu, '\\$&');

const PAIRS: { readonly [tag: string]: string } = { strong: '**', b: '**', em: '*', i: '*', del: '~~', s: '~~' };

/** Inline HTML as inline Markdown. Tags without a sign in Markdown stay. */
export const htmlToInline = (html: string): string => {
  const { hold, release } = createHolder();
  const ends: string[] = [];
  const withCode = withoutHeld(html).replace(/<code\b[^>]*>([\s\S]*?)<\/code\s*>/gi, (_, code: string) => {
    const text = decodeEntities(code.replace(TAG, ''));
    const ticks = text.includes('`') ? '``' : '`';
    return hold(ticks === '`' ? `\`${text}\`` : `${ticks} ${text} ${ticks}`);
  });
  const text = withCode.replace(TAG, (tag) => {
    const name = /^<\/?([a-z\d]+)/i.exec(tag)?.[1]?.toLowerCase() ?? '';
    const pair = PAIRS[name];
    if (pair) return hold(pair);
    const { href = '', src = '', alt = '', title } = attributesOf(tag);
    const suffix = title ? ` "${title}"` : '';
    if (name === 'img') return hold(`![${alt}](${src}${suffix})`);
    if (name !== 'a') return hold(tag);
    if (tag.startsWith('</')) return hold(ends.pop() ?? '');
    ends.push(`](${href}${suffix})`);
    return hold('[');
  });
  return release(marked(decodeEntities(text)));
};
