import { attributesOf, TAG, textOfHtml } from '../text/html.ts';
import { type Definitions, definitionsOf, type InlineRules, inlineText } from '../text/inline.ts';

export type Heading = {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  /** The `id` attribute of an HTML heading. */
  readonly id: string | null;
};

/** Whether a source is HTML. Markdown may begin with a tag too, but has headings marked by `#`. */
const isHtml = (source: string): boolean =>
  /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype|html|head|body|main|article|section|header|div|nav|h[1-6])\b/i.test(
    source,
  ) && !/^ {0,3}#{1,6}[ \t]/m.test(source);

const headingText = (html: string, { imageAlt }: InlineRules): string => {
  const words = html.replace(TAG, (tag) => (imageAlt && /^<img\b/i.test(tag) ? (attributesOf(tag).alt ?? '') : ''));
  return textOfHtml(words).replace(/\s+/g, ' ').trim();
};

/** Headings of HTML, except those in comments, scripts, styles and templates. */
const htmlHeadings = (html: string, rules: InlineRules): readonly Heading[] =>
  [
    ...html
      .replace(/<!--[\s\S]*?-->|<(script|style|template|textarea)\b[\s\S]*?<\/\1\s*>/gi, '')
      .matchAll(/<h([1-6])\b([^>]*)>([\s\S]*?)<\/h\1\s*>/gi),
  ].map(([, level, attributes, content = '']) => ({
    level: Number(level),
    text: headingText(content, rules),
    id: attributesOf(`<h${attributes}>`).id ?? null,
  }));

/** The content of a line inside block quotes and list items, and the depth of the quotes. */
const unwrap = (line: string): { readonly depth: number; readonly item: boolean; readonly rest: string } => {
  const quotes = /^(?: {0,3}> ?)*/.exec(line)?.[0] ?? '';
  const inside = line.slice(quotes.length);
  const item = /^ {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]+(?=#)/.exec(inside)?.[0] ?? '';
  return { depth: quotes.split('>').length - 1, item: item !== '', rest: inside.slice(item.length) };
};

const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const LIST_ITEM = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;
const HTML_BLOCK =
  /^ {0,3}<(?:!--|\/?(?:address|article|aside|blockquote|body|center|details|dialog|div|dl|fieldset|figure|footer|form|h[1-6]|head|header|hr|html|li|main|nav|ol|p|section|summary|table|td|th|tr|ul)\b)/i;

type ReaderState = {
  readonly found: Heading[];
  /** Lines of the open paragraph, which an underline would make a heading; `depth`: of the block quotes around them. */
  paragraph: string[];
  depth: number;
  /** Fence of the open code block, and the width of what precedes it: its spaces and list markers. */
  fence: { readonly mark: string; readonly indent: number } | null;
  html: string[] | null;
};

const closeHtml = (reader: ReaderState, rules: InlineRules): void => {
  if (reader.html) reader.found.push(...htmlHeadings(reader.html.join('\n'), rules));
  reader.html = null;
};

type InlineContext = { readonly rules: InlineRules; readonly defined: Definitions };

const readLine = (reader: ReaderState, line: string, { rules, defined }: InlineContext): void => {
  const { depth, item, rest } = unwrap(line);
  const fence = /^([ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*)(`{3,}(?=[^`]*$)|~{3,})/.exec(rest);
  if (reader.fence) {
    const [, space = '', closes = ''] = /^([ \t]*)(`+|~+)[ \t]*$/.exec(rest) ?? [];
    if (closes.startsWith(reader.fence.mark) && space.length <= reader.fence.indent + 3) reader.fence = null;
    return;
  }
  if (reader.html) {
    reader.html.push(rest);
    const comment = reader.html[0]?.includes('<!--') ?? false;
    if (comment ? rest.includes('-->') : rest.trim() === '') closeHtml(reader, rules);
    return;
  }
  const paragraph = reader.depth === depth ? reader.paragraph : [];
  const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(rest)?.[1];
  const atx = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:(?:^|[ \t]+)#+)?[ \t]*$/.exec(rest);
  const push = (level: number, text: string) =>
    reader.found.push({ level, text: inlineText(text, rules, defined), id: null });
  reader.paragraph = [];
  reader.depth = depth;
  if (underline && paragraph.length > 0 && !item) push(underline.startsWith('=') ? 1 : 2, paragraph.join('\n'));
  else if (atx) push(atx[1]?.length ?? 1, (atx[2] ?? '').replace(/^#+$/, ''));
  else if (fence) reader.fence = { mark: fence[2] ?? '', indent: fence[1]?.length ?? 0 };
  else if (HTML_BLOCK.test(rest)) {
    reader.html = [rest];
    if (/<!--[\s\S]*-->/.test(rest)) closeHtml(reader, rules);
  } else if (rest.trim() !== '' && !RULE.test(rest) && !LIST_ITEM.test(rest) && !/^ {0,3}\[[^\]]+\]:/.test(rest)) {
    const indented = paragraph.length === 0 && /^(?: {4}|\t)/.test(rest);
    if (!indented) reader.paragraph = [...paragraph, rest.trim()];
  }
};

/** Headings of Markdown: marked by `#` or underlined, also in quotes and list items, and those of embedded HTML. */
const markdownHeadings = (markdown: string, rules: InlineRules): readonly Heading[] => {
  const context = { rules, defined: definitionsOf(markdown) };
  const reader: ReaderState = { found: [], paragraph: [], depth: 0, fence: null, html: null };
  for (const line of markdown.split('\n')) readLine(reader, line, context);
  closeHtml(reader, rules);
  return reader.found;
};

/** Front matter is removed first: its closing line would underline the lines above it. */
const FRONT_MATTER = /^\ufeff?(---|\+\+\+)[ \t]*\n(?=[\w"'-]+[ \t]*[:=])[\s\S]*?\n\1[ \t]*(?:\n|$)/;

/** Headings of Markdown or HTML in document order. In a text without headings, each line is a heading of level 2. */
export const headingsOf = (source: string, rules: InlineRules): readonly Heading[] => {
  const text = source.replace(/\r\n?/g, '\n').replace(FRONT_MATTER, '');
  const found = isHtml(text) ? htmlHeadings(text, rules) : markdownHeadings(text, rules);
  if (found.length > 0) return found;
  const none = new Set<string>();
  const lines = text.split('\n').map((line) => inlineText(line, rules, none));
  return lines.filter((line) => line !== '').map((line) => ({ level: 2, text: line, id: null }));
};
