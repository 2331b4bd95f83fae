import { TAG } from '../text/html.ts';
import { createPlaceholders, withoutPlaceholders } from '../text/placeholders.ts';
import { type Block, detectFormat, type ParagraphFormat, type ReadOptions } from './blocks.ts';
import { convertPunctuation, type PunctuationOptions } from './punctuation.ts';
import { convertQuotes, type QuoteCounts, type QuoteOptions } from './quotes.ts';
import { readBlocks } from './read.ts';
import { type WriteOptions, writeBlocks } from './write.ts';

export type MarksOptions = ReadOptions &
  WriteOptions &
  PunctuationOptions &
  QuoteOptions & {
    readonly from: ParagraphFormat | 'auto';
    /** `keep`: convert punctuation only. */
    readonly to: ParagraphFormat | 'keep';
  };

export type Counts = QuoteCounts & {
  /** Paragraphs and list items that were written in another format. */
  readonly paragraphs: number;
  readonly punctuation: number;
};

export type Conversion = {
  readonly text: string;
  /** Paragraph format of the source, as chosen or detected. */
  readonly from: ParagraphFormat;
  readonly counts: Counts;
};

/** Parts whose punctuation must not change: front matter, tags, code, link targets, URLs, thematic breaks, list markers. */
const PROTECTED_PATTERNS = [
  /^---\n[\s\S]*?\n---(?=\n|$)/,
  /<(pre|code|script|style)\b[\s\S]*?<\/\1\s*>/gi,
  TAG,
  /(`{3,}|~{3,})[\s\S]*?(?:\1|$)|(`+)(?!`)[^`\n]*\2/g,
  /\]\((?:[^()\n]|\([^()\n]*\))*\)/g,
  /\b(?:https?|ftp|mailto):[^\s<>"'）】」』，。]+|[\w.+-]+@[\w-]+\.[\w.-]+[\w]/g,
  /^[ \t]*(?:[-*_=][ \t]*){3,}$/gm,
  /^[ \t]*(?:\d{1,9}[.)]|[-*+])(?=[ \t])/gm,
  /&(?!quot;|#39;|apos;)[#\w]+;/g,
];

type PunctuationResult = { readonly text: string; readonly counts: Omit<Counts, 'paragraphs'> };

const convertProse = (source: string, options: MarksOptions): PunctuationResult => {
  const { protect, restore } = createPlaceholders();
  const protectedText = PROTECTED_PATTERNS.reduce(
    (text, pattern) => text.replace(pattern, (part) => protect(part)),
    withoutPlaceholders(source),
  );
  const plain = protectedText.replace(/&quot;/g, '"').replace(/&(?:#39|apos);/g, "'");
  const punctuation = convertPunctuation(plain, options);
  const quotes = convertQuotes(punctuation.text, options);
  const restoreAll = (text: string): string => (text === restore(text) ? text : restoreAll(restore(text)));
  return { text: restoreAll(quotes.text), counts: { punctuation: punctuation.count, ...quotes.counts } };
};

const paragraphCount = (block: Block): number => (block.kind === 'list' ? block.items.length : 1);

/** Converts the punctuation of a text and writes its paragraphs in another format. */
export const convertMarks = (source: string, options: MarksOptions): Conversion => {
  const lines = source.replace(/\r\n?/g, '\n');
  const from = options.from === 'auto' ? detectFormat(lines) : options.from;
  const converted = convertProse(lines, options);
  const { to } = options;
  if (to === 'keep') return { text: converted.text, from, counts: { ...converted.counts, paragraphs: 0 } };
  const blocks = readBlocks(converted.text, from, options);
  const paragraphs = from === to ? 0 : blocks.reduce((sum, block) => sum + paragraphCount(block), 0);
  return { text: writeBlocks(blocks, to, options), from, counts: { ...converted.counts, paragraphs } };
};
