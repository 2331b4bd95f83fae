import { createHolder, withoutHeld } from '../text/hold.ts';
import { TAG } from '../text/html.ts';
import { type Block, detectMarks, type Marks, type ReadOptions } from './blocks.ts';
import { convertPunctuation, type PunctuationOptions } from './punctuation.ts';
import { convertQuotes, type QuoteCounts, type QuoteOptions } from './quotes.ts';
import { readBlocks } from './read.ts';
import { type WriteOptions, writeBlocks } from './write.ts';

export type MarksOptions = ReadOptions &
  WriteOptions &
  PunctuationOptions &
  QuoteOptions & {
    readonly from: Marks | 'auto';
    /** `keep`: only signs inside the text are changed. */
    readonly to: Marks | 'keep';
  };

export type Counts = QuoteCounts & {
  /** Parts whose marks were written anew. */
  readonly paragraphs: number;
  readonly punctuation: number;
};

export type Conversion = {
  readonly text: string;
  /** How the paragraphs of the source are marked: as chosen, or as found. */
  readonly from: Marks;
  readonly counts: Counts;
};

/** What is no prose: tags, code, addresses, targets of links, lines that only draw a rule, and front matter. */
const NOT_PROSE = [
  /^---\n[\s\S]*?\n---(?=\n|$)/,
  /<(pre|code|script|style)\b[\s\S]*?<\/\1\s*>/gi,
  TAG,
  /(`{3,}|~{3,})[\s\S]*?(?:\1|$)|(`+)(?!`)[^`\n]*\2/g,
  /\]\([^)\n]*\)/g,
  /\b(?:https?|ftp|mailto):[^\s<>"'）】」』，。]+|[\w.+-]+@[\w-]+\.[\w.-]+[\w]/g,
  /^[ \t]*(?:[-*_=][ \t]*){3,}$/gm,
  /^[ \t]*(?:\d{1,9}[.)]|[-*+])(?=[ \t])/gm,
  /&(?!quot;|#39;|apos;)[#\w]+;/g,
];

type Signs = { readonly text: string; readonly counts: Omit<Counts, 'paragraphs'> };

const convertSigns = (source: string, options: MarksOptions): Signs => {
  const { hold, release } = createHolder();
  const prose = NOT_PROSE.reduce((text, pattern) => text.replace(pattern, (part) => hold(part)), withoutHeld(source));
  const plain = prose.replace(/&quot;/g, '"').replace(/&(?:#39|apos);/g, "'");
  const punctuation = convertPunctuation(plain, options);
  const quotes = convertQuotes(punctuation.text, options);
  const all = (text: string): string => (text === release(text) ? text : all(release(text)));
  return { text: all(quotes.text), counts: { punctuation: punctuation.count, ...quotes.counts } };
};

const partsOf = (block: Block): number => (block.kind === 'list' ? block.items.length : 1);

/** Reads a text, writes its paragraphs with other marks, and changes the signs that are chosen. */
export const convertMarks = (source: string, options: MarksOptions): Conversion => {
  const from = options.from === 'auto' ? detectMarks(source) : options.from;
  const signs = convertSigns(source.replace(/\r\n?/g, '\n'), options);
  const { to } = options;
  if (to === 'keep') return { text: signs.text, from, counts: { ...signs.counts, paragraphs: 0 } };
  const blocks = readBlocks(signs.text, from, options);
  const paragraphs = from === to ? 0 : blocks.reduce((sum, block) => sum + partsOf(block), 0);
  return { text: writeBlocks(blocks, to, options), from, counts: { ...signs.counts, paragraphs } };
};
