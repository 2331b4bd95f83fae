import { HELD } from '../text/hold.ts';
import { type Changed, inTurn, replaceCounted } from './change.ts';

export const QUOTE_STYLES = ['keep', 'straight', 'english', 'german', 'french', 'corner'] as const;
export type QuoteStyle = (typeof QUOTE_STYLES)[number];

export type QuoteOptions = {
  readonly quotes: QuoteStyle;
  readonly apostrophe: boolean;
  readonly dashes: boolean;
  readonly ellipsis: boolean;
};

/** Opening and closing marks, outside and inside of another quotation. */
type Set4 = readonly [open: string, close: string, innerOpen: string, innerClose: string];

const NARROW = '\u202f';
const STYLES: { readonly [style in Exclude<QuoteStyle, 'keep'>]: Set4 } = {
  straight: ['"', '"', "'", "'"],
  english: ['“', '”', '‘', '’'],
  german: ['„', '“', '‚', '‘'],
  french: [`«${NARROW}`, `${NARROW}»`, '“', '”'],
  corner: ['「', '」', '『', '』'],
};

const DOUBLE = /[«][ \u00a0\u202f]?|[ \u00a0\u202f]?[»]|["“”„‟「」『』]/g;
const SINGLE = /['‘’‚‛]/g;
const SKIP = `(?:${HELD})*`;
const OPENS = new RegExp(`(?:^|[\\s([{<–—\\-/«„“‘「『（：，、]${SKIP})${SKIP}$`, 'u');
const WORD_BEFORE = new RegExp(`[\\p{L}\\p{N}]${SKIP}$`, 'u');
const WORD_AFTER = new RegExp(`^${SKIP}[\\p{L}\\p{N}]`, 'u');
const WIDE_BEFORE = new RegExp(
  `[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]${SKIP}$`,
  'u',
);

const tail = (text: string, at: number): string => text.slice(Math.max(0, at - 24), at);

/** Directions that marks have by themselves; the others are told by what is around them. */
const FIXED: { readonly [mark: string]: 'open' | 'close' } = {
  '«': 'open',
  '»': 'close',
  '„': 'open',
  '「': 'open',
  '」': 'close',
  '『': 'open',
  '』': 'close',
};

const doubles = (text: string, style: Set4): Changed => {
  let open = false;
  return replaceCounted(text, DOUBLE, (mark, ...rest) => {
    const at = Number(rest.find((one) => typeof one === 'number'));
    const before = tail(text, at);
    const fixed = FIXED[mark.trim()];
    const atStart = OPENS.test(before) || (!open && WIDE_BEFORE.test(before));
    open = fixed ? fixed === 'open' : atStart && !(open && mark === '”');
    return open ? style[0] : style[1];
  });
};

type SingleOptions = { readonly style: Set4 | null; readonly apostrophe: string | null };

/** Single marks are quotation marks around words, and apostrophes everywhere else. */
const singles = (text: string, { style, apostrophe }: SingleOptions): Changed => {
  let open = false;
  return replaceCounted(text, SINGLE, (mark, ...rest) => {
    const at = Number(rest.find((one) => typeof one === 'number'));
    const [before, after] = [tail(text, at), text.slice(at + 1, at + 25)];
    const between = WORD_BEFORE.test(before) && WORD_AFTER.test(after);
    const closes = open && !between && !/^\s*$/.test(before);
    const opens =
      !between &&
      !open &&
      OPENS.test(before) &&
      /\S['’‘](?![\p{L}\p{N}])/u.test(text.slice(at + 1).split('\n\n')[0] ?? '');
    if (!between && !/^\d/.test(after) && (opens || closes)) {
      open = opens;
      return style ? (opens ? style[2] : style[3]) : mark;
    }
    return apostrophe ?? mark;
  });
};

const DASHES = new RegExp(
  `(?<![-\\w<!])---(?![->])|(?<=[\\p{L}\\p{N},.;:!?"”’)]${SKIP})---(?=${SKIP}[\\p{L}\\p{N}"“‘(])`,
  'gu',
);
const DOUBLE_HYPHEN = new RegExp(
  `(?<= )--(?= )|(?<=[\\p{L}\\p{N},.;:!?"”’)]${SKIP})--(?=${SKIP}[\\p{L}\\p{N}"“‘(])`,
  'gu',
);
const RANGE = /(?<=(?<![\d-])\d{1,4})-(?=\d{1,4}(?![\d-]))/g;

const dashes = (text: string): Changed =>
  inTurn(text, [
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

const ellipses = (text: string): Changed =>
  replaceCounted(text, /(?<!\.)\.{3}(?!\.)|(?<!\.)\. \. \.(?!\.)|。{3,}/g, (mark) =>
    mark.startsWith('。') ? '……' : '…',
  );

export type QuoteCounts = { readonly quotes: number; readonly dashes: number; readonly ellipses: number };

/** Quotation marks, apostrophes, dashes and ellipses of a text in which tags and addresses are held. */
export const convertQuotes = (
  text: string,
  options: QuoteOptions,
): { readonly text: string; readonly counts: QuoteCounts } => {
  const style = options.quotes === 'keep' ? null : STYLES[options.quotes];
  const apostrophe = options.apostrophe ? '’' : options.quotes === 'straight' ? "'" : null;
  const quoted = inTurn(text, [
    (one) => (style ? doubles(one, style) : { text: one, count: 0 }),
    (one) => (style || apostrophe ? singles(one, { style, apostrophe }) : { text: one, count: 0 }),
  ]);
  const dashed = options.dashes ? dashes(quoted.text) : { text: quoted.text, count: 0 };
  const ended = options.ellipsis ? ellipses(dashed.text) : { text: dashed.text, count: 0 };
  return { text: ended.text, counts: { quotes: quoted.count, dashes: dashed.count, ellipses: ended.count } };
};
