import { attributesOf, decodeEntities, escapeText, TAG } from '../text/html.ts';
import { type Block, joinLines, type ParagraphFormat, type ReadOptions } from './blocks.ts';
import { readMarkdown } from './read-markdown.ts';

const readText = (text: string, separator: RegExp, { keepBreaks, literal }: ReadOptions): readonly Block[] =>
  text
    .split(separator)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const lines = part.trim().split('\n');
      const joined = keepBreaks ? lines.map((line) => line.trim()).join('\n') : joinLines(lines);
      return { kind: 'paragraph', html: literal ? escapeText(joined) : joined };
    });

const BREAK = /\s*<br\s*\/?>\s*/gi;

/** Inline HTML with spaces collapsed as browsers do, and `<br>` as `\n`. */
const inlineHtml = (html: string): string =>
  html
    .replace(/<\/?(?:p|div|li|blockquote|body|main|article|section)\b[^>]*>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/[ \t\n]+/g, ' ')
    .replace(BREAK, '\n')
    .trim();

const BLOCK =
  /<(h[1-6]|ul|ol|pre|blockquote|table|figure|dl|script|style)\b[^>]*>[\s\S]*?<\/\1\s*>|<hr\b[^>]*>|<p\b[^>]*>[\s\S]*?(?=<\/p\s*>|<(?:p|h[1-6]|ul|ol|pre|blockquote|table|hr)\b|$)(?:<\/p\s*>)?|<\/?(?:div|main|article|section|body|html)\b[^>]*>/gi;

const listItems = (list: string): readonly string[] =>
  list
    .split(/<li\b[^>]*>/i)
    .slice(1)
    .map((item) => inlineHtml(item.replace(/<\/li\s*>[\s\S]*$/i, '').replace(/<\/[uo]l\s*>\s*$/i, '')))
    .filter((item) => item !== '');

/** Number of the first item of a list. */
const startOf = (list: string): number => {
  const start = attributesOf(/^<[^>]*>/.exec(list)?.[0] ?? '').start ?? '';
  return /^\d{1,9}$/.test(start) ? Number(start) : 1;
};

const blocksOfTag = (whole: string, name: string): readonly Block[] => {
  const inside = whole.replace(/^<[^>]*>/, '').replace(/<\/[a-z\d]+\s*>$/i, '');
  switch (name) {
    case 'ul':
    case 'ol':
      // Nested lists cannot be represented by a flat list.
      return /<[uo]l\b/i.test(inside)
        ? [{ kind: 'raw', html: whole }]
        : [{ kind: 'list', ordered: name === 'ol', start: startOf(whole), items: listItems(inside) }];
    case 'pre':
      return [{ kind: 'code', text: decodeEntities(inside.replace(TAG, '')).replace(/^\n|\n$/g, '') }];
    case 'blockquote':
      return [{ kind: 'quote', html: inlineHtml(inside.replace(/<\/p>\s*<p\b[^>]*>/gi, '<br>')) }];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'p': {
      const html = inlineHtml(inside);
      return html === '' ? [] : [{ kind: 'paragraph', html }];
    }
    default:
      if (/^h[1-6]$/.test(name)) return [{ kind: 'heading', level: Number(name[1]), html: inlineHtml(inside) }];
      return /^(?:table|figure|dl|script|style)$/.test(name) ? [{ kind: 'raw', html: whole }] : [];
  }
};

/** Parses HTML into blocks. Text outside block elements forms paragraphs. */
const readHtml = (source: string): readonly Block[] => {
  const blocks: Block[] = [];
  const pushParagraphs = (part: string) => {
    for (const piece of part.split(/<\/p\s*>/i).map(inlineHtml))
      if (piece !== '') blocks.push({ kind: 'paragraph', html: piece });
  };
  let at = 0;
  for (const match of source.matchAll(BLOCK)) {
    pushParagraphs(source.slice(at, match.index));
    const name = /^<\/?([a-z\d]+)/i.exec(match[0])?.[1]?.toLowerCase() ?? '';
    if (!match[0].startsWith('</')) blocks.push(...blocksOfTag(match[0], name));
    at = match.index + match[0].length;
  }
  pushParagraphs(source.slice(at));
  return blocks;
};

/** Splits at double breaks, or at every break if there are no double ones. */
const readBreaks = (source: string): readonly Block[] => {
  const double = /(?:\s*<br\s*\/?>\s*){2,}/i;
  return source
    .split(double.test(source) ? /(?:\s*<br\s*\/?>\s*){2,}/i : /\s*<br\s*\/?>\s*/i)
    .map(inlineHtml)
    .filter((html) => html !== '')
    .map((html) => ({ kind: 'paragraph', html }));
};

/** Parses a text in a paragraph format into blocks. */
export const readBlocks = (source: string, format: ParagraphFormat, options: ReadOptions): readonly Block[] => {
  const text = source.replace(/\r\n?/g, '\n');
  switch (format) {
    case 'lines':
      return readText(text, /\n/, options);
    case 'blankLines':
      return readText(text, /\n[ \t\u3000]*\n/, options);
    case 'pTags':
      return readHtml(text);
    case 'brTags':
      return readBreaks(text);
    case 'markdown':
      return readMarkdown(text, options);
  }
};
