import { type Block, joinLines, type ReadOptions } from './blocks.ts';
import { inlineToHtml } from './inline.ts';

const BLOCK_START =
  /^ {0,3}(?:#{1,6}(?:[ \t]|$)|>|[-*+][ \t]|\d{1,9}[.)][ \t]|`{3,}|~{3,}|<(?:table|figure|div|ul|ol|dl|pre|p|h[1-6])\b)/i;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const ITEM = /^ {0,3}(?:([-*+])|(\d{1,9})[.)])[ \t]+(.*)$/;

/** Inline HTML of a paragraph. Two spaces or a backslash at the end of a line break it; all ends do if `keepBreaks`. */
const paragraphHtml = (lines: readonly string[], { keepBreaks, literal }: ReadOptions): string => {
  const parts: string[][] = [[]];
  for (const line of lines) {
    parts.at(-1)?.push(line.trim().replace(/\\$/, ''));
    if (keepBreaks || / {2,}$|\\$/.test(line)) parts.push([]);
  }
  return parts
    .filter((part) => part.length > 0)
    .map((part) => inlineToHtml(joinLines(part), literal))
    .join('\n');
};

type ParsedBlock = { readonly block: Block | null; readonly lines: number };

const linesUntil = (lines: readonly string[], stop: (line: string) => boolean): number => {
  const at = lines.findIndex((line, index) => index > 0 && stop(line));
  return at < 0 ? lines.length : at;
};

const parseCode = (lines: readonly string[], fence: string): ParsedBlock => {
  const end = linesUntil(lines, (line) => line.trim().startsWith(fence));
  return { block: { kind: 'code', text: lines.slice(1, end).join('\n') }, lines: end + 1 };
};

const parseList = (lines: readonly string[], options: ReadOptions): ParsedBlock => {
  const [, bullet, number] = ITEM.exec(lines[0] ?? '') ?? [];
  const [ordered, start] = [!bullet, Number(number ?? 1)];
  const items: string[][] = [];
  const end = linesUntil(lines, (line) => line.trim() === '' || (BLOCK_START.test(line) && !ITEM.test(line)));
  for (const line of lines.slice(0, end)) {
    const item = ITEM.exec(line);
    if (item) items.push([item[3] ?? '']);
    else items.at(-1)?.push(line);
  }
  return {
    block: { kind: 'list', ordered, start, items: items.map((item) => paragraphHtml(item, options)) },
    lines: end,
  };
};

const parseBlock = (lines: readonly string[], options: ReadOptions): ParsedBlock => {
  const first = lines[0] ?? '';
  if (first.trim() === '') return { block: null, lines: 1 };
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(first)?.[1];
  if (fence) return parseCode(lines, fence);
  const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(first);
  if (heading) {
    const html = inlineToHtml(heading[2] ?? '', options.literal);
    return { block: { kind: 'heading', level: heading[1]?.length ?? 1, html }, lines: 1 };
  }
  if (RULE.test(first)) return { block: { kind: 'rule' }, lines: 1 };
  if (ITEM.test(first)) return parseList(lines, options);
  if (/^ {0,3}>/.test(first)) {
    const end = linesUntil(lines, (line) => !/^ {0,3}>/.test(line));
    const inside = lines.slice(0, end).map((line) => line.replace(/^ {0,3}> ?/, ''));
    return { block: { kind: 'quote', html: paragraphHtml(inside, options) }, lines: end };
  }
  if (BLOCK_START.test(first) && !options.literal) {
    const end = linesUntil(lines, (line) => line.trim() === '');
    return { block: { kind: 'raw', html: lines.slice(0, end).join('\n') }, lines: end };
  }
  const end = linesUntil(
    lines,
    (line) => line.trim() === '' || BLOCK_START.test(line) || /^ {0,3}(?:=+|-+)[ \t]*$/.test(line),
  );
  const underline = /^ {0,3}(=|-)+[ \t]*$/.exec(lines[end] ?? '')?.[1];
  const html = paragraphHtml(lines.slice(0, end), options);
  if (underline) return { block: { kind: 'heading', level: underline === '=' ? 1 : 2, html }, lines: end + 1 };
  return { block: { kind: 'paragraph', html }, lines: end };
};

/** Parses Markdown into paragraphs, headings, flat lists, quotes, code and thematic breaks. */
export const readMarkdown = (text: string, options: ReadOptions): readonly Block[] => {
  const blocks: Block[] = [];
  let rest = text.split('\n');
  while (rest.length > 0) {
    const { block, lines } = parseBlock(rest, options);
    if (block) blocks.push(block);
    rest = rest.slice(lines);
  }
  return blocks;
};
