import { PLACEHOLDER_CHARACTER } from '../text/placeholders.ts';
import { applyInOrder, replaceCounted, type TextChange } from './change.ts';

export const QUOTE_STYLES = ['keep', 'straight', 'english', 'german', 'french', 'corner'] as const;
export type QuoteStyle = (typeof QUOTE_STYLES)[number];

export type QuoteOptions = {
  readonly quotes: QuoteStyle;
  readonly apostrophe: boolean;
  readonly dashes: boolean;
  readonly ellipsis: boolean;
};

/** Quotation marks of a style; the inner ones stand inside another quotation. */
type QuoteMarks = readonly [open: string, close: string, innerOpen: string, innerClose: string];

const NARROW_SPACE = '\u202f';
const STYLES: { readonly [style in Exclude<QuoteStyle, 'keep'>]: QuoteMarks } = {
  straight: ['"', '"', "'", "'"],
  english: ['“', '”', '‘', '’'],
  german: ['„', '“', '‚', '‘'],
  french: [`«${NARROW_SPACE}`, `${NARROW_SPACE}»`, '“', '”'],
  corner: ['「', '」', '『', '』'],
};

const DOUBLE = /[«][ \u00a0\u202f]?|[ \u00a0\u202f]?[»]|["“”„‟「」『』]/g;
const SINGLE = /['‘’‚‛]/g;
const PLACEHOLDERS = `(?:${PLACEHOLDER_CHARACTER})*`;
const BEFORE_OPENING = new RegExp(`(?:^|[\\s([{<–—\\-/«„“‘「『（：，、]${PLACEHOLDERS})${PLACEHOLDERS}$`, 'u');
const WORD_BEFORE = new RegExp(`[\\p{L}\\p{N}]${PLACEHOLDERS}$`, 'u');
const WORD_AFTER = new RegExp(`^${PLACEHOLDERS}[\\p{L}\\p{N}]`, 'u');
const CJK_BEFORE = new RegExp(
  `[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]${PLACEHOLDERS}$`,
  'u',
);

const textBefore = (text: string, at: number): string => text.slice(Math.max(0, at - 24), at);

/** Marks with a fixed direction; that of others depends on their context. */
const DIRECTIONS: { readonly [mark: string]: 'open' | 'close' } = {
  '«': 'open',
  '»': 'close',
  '„': 'open',
  '「': 'open',
  '」': 'close',
  '『': 'open',
  '』': 'close',
};

const convertDoubleQuotes = (text: string, style: QuoteMarks): TextChange => {
  let open = false;
  return replaceCounted(text, DOUBLE, (mark, ...rest) => {
    const at = Number(rest.find((one) => typeof one === 'number'));
    const before = textBefore(text, at);
    const fixed = DIRECTIONS[mark.trim()];
    const atStart = BEFORE_OPENING.test(before) || (!open && CJK_BEFORE.test(before));
    open = fixed ? fixed === 'open' : atStart && !(open && mark === '”');
    return open ? style[0] : style[1];
  });
};

type SingleOptions = { readonly style: QuoteMarks | null; readonly apostrophe: string | null };

/** Converts single marks: quotation marks around words, apostrophes everywhere else. */
const convertSingleQuotes = (text: string, { style, apostrophe }: SingleOptions): TextChange => {
  let open = false;
  return replaceCounted(text, SINGLE, (mark, ...rest) => {
    const at = Number(rest.find((one) => typeof one === 'number'));
    const [before, after] = [textBefore(text, at), text.slice(at + 1, at + 25)];
    const isWithinWord = WORD_BEFORE.test(before) && WORD_AFTER.test(after);
    const closes = open && !isWithinWord && !/^\s*$/.test(before);
    const opens =
      !isWithinWord &&
      !open &&
      BEFORE_OPENING.test(before) &&
      /\S['’‘](?![\p{L}\p{N}])/u.test(text.slice(at + 1).split('\n\n')[0] ?? '');
    if (!isWithinWord && !/^\d/.test(after) && (opens || closes)) {
      open = opens;
      return style ? (opens ? style[2] : style[3]) : mark;
    }
    return apostrophe ?? mark;
  });
};

const DASHES = new RegExp(
  `(?<![-\\w<!])---(?![->])|(?<=[\\p{L}\\p{N},.;:!?"”’)]${PLACEHOLDERS})---(?=${PLACEHOLDERS}[\\p{L}\\p{N}"“‘(])`,
  'gu',
);
const DOUBLE_HYPHEN = new RegExp(
  `(?<= )--(?= )|(?<=[\\p{L}\\p{N},.;:!?"”’)]${PLACEHOLDERS})--(?=${PLACEHOLDERS}[\\p{L}\\p{N}"“‘(])`,
  'gu',
);
const RANGE = /(?<=(?<![\d-])\d{1,4})-(?=\d{1,4}(?![\d-]))/g;

const convertDashes = (text: string): TextChange =>
  applyInOrder(text, [
    (one) =>
      replaceCounted(one, DASHES, (mark, ...rest) => {
        const at = Number(rest.find((part) => typeof part === 'number'));
        const line = one.slice(one.lastIndexOf('\n', at) + 1).split('\n')[0] ?? '';
        return line.trim() === mark ? mark : '—';
      }),
    (one) =>
      replaceCounted(one, DOUBLE_HYPHEN, (mark, ...rest) => {
        const at = Number(rest.find((part) => typeof part === 'number'));
        const [left = '', right = ''] = [one[at - 1], one[at + mark.length]];
        return left === ' ' || (/\d/.test(left) && /\d/.test(right)) ? '–' : '—';
      }),
    (one) => replaceCounted(one, RANGE, () => '–'),
  ]);

const convertEllipses = (text: string): TextChange =>
  replaceCounted(text, /(?<!\.)\.{3}(?!\.)|(?<!\.)\. \. \.(?!\.)|。{3,}/g, (mark) =>
    mark.startsWith('。') ? '……' : '…',
  );

export type QuoteCounts = { readonly quotes: number; readonly dashes: number; readonly ellipses: number };

/** Converts quotation marks, apostrophes, dashes and ellipses of a text whose tags and URLs are placeholders. */
export const convertQuotes = (
  text: string,
  options: QuoteOptions,
): { readonly text: string; readonly counts: QuoteCounts } => {
  const style = options.quotes === 'keep' ? null : STYLES[options.quotes];
  const apostrophe = options.apostrophe ? '’' : options.quotes === 'straight' ? "'" : null;
  const quoted = applyInOrder(text, [
    (one) => (style ? convertDoubleQuotes(one, style) : { text: one, count: 0 }),
    (one) => (style || apostrophe ? convertSingleQuotes(one, { style, apostrophe }) : { text: one, count: 0 }),
  ]);
  const dashed = options.dashes ? convertDashes(quoted.text) : { text: quoted.text, count: 0 };
  const final = options.ellipsis ? convertEllipses(dashed.text) : { text: dashed.text, count: 0 };
  return { text: final.text, counts: { quotes: quoted.count, dashes: dashed.count, ellipses: final.count } };
};
