import { PLACEHOLDER_CHARACTER } from '../text/placeholders.ts';
import { applyInOrder, replaceCounted, type TextChange } from './change.ts';

export const PUNCTUATION = ['keep', 'toFull', 'toHalf'] as const;

export type PunctuationOptions = {
  readonly punctuation: (typeof PUNCTUATION)[number];
  /** Convert to full width only beside a Chinese, Japanese or Korean character. */
  readonly onlyBesideCjk: boolean;
  readonly digits: boolean;
  readonly spacing: boolean;
};

const FULL_WIDTH: { readonly [half: string]: string } = {
  ',': '，',
  '.': '。',
  '!': '！',
  '?': '？',
  ';': '；',
  ':': '：',
  '(': '（',
  ')': '）',
  '~': '～',
};

const HALF_WIDTH: { readonly [full: string]: string } = {
  ...Object.fromEntries(Object.entries(FULL_WIDTH).map(([half, full]) => [full, half])),
  '、': ',',
  '．': '.',
  '［': '[',
  '］': ']',
  '｛': '{',
  '｝': '}',
  '％': '%',
  '＋': '+',
  '－': '-',
  '＝': '=',
  '／': '/',
  '＆': '&',
  '＃': '#',
  '＠': '@',
};

const CJK = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〇《》「」『』【】，。！？；：（）、]`;
const PLACEHOLDERS = `(?:${PLACEHOLDER_CHARACTER})*`;

const isCjk = new RegExp(`^${CJK}$`, 'u');
const LAST_VISIBLE = new RegExp(`(.)${PLACEHOLDERS}$`, 'su');
const FIRST_VISIBLE = new RegExp(`^${PLACEHOLDERS}(.)`, 'su');

/** Whether the visible character before or after an offset is Chinese, Japanese or Korean. */
const isBesideCjk = (text: string, at: number): boolean =>
  isCjk.test(LAST_VISIBLE.exec(text.slice(Math.max(0, at - 40), at))?.[1] ?? '') ||
  isCjk.test(FIRST_VISIBLE.exec(text.slice(at + 1, at + 41))?.[1] ?? '');

/** Whether a mark belongs to a number, time, name or URL, or to a run of dots, and is not punctuation. */
const isPartOfWord = (text: string, at: number): boolean => {
  const [left = '', mark = '', right = ''] = [text[at - 1], text[at], text[at + 1]];
  if (mark === '.' && (left === '.' || right === '.')) return true;
  if (mark === ':' && right === '/') return true;
  return /[.,:~]/.test(mark) && /[A-Za-z0-9]/.test(left) && /[A-Za-z0-9]/.test(right);
};

/** Offsets of matching brackets, in both directions. */
const bracketPairs = (text: string): ReadonlyMap<number, number> => {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: bracket, index } of text.matchAll(/[()]/g)) {
    if (bracket === '(') open.push(index);
    else {
      const start = open.pop();
      if (start !== undefined) pairs.set(start, index).set(index, start);
    }
  }
  return pairs;
};

const toFullWidth = (text: string, onlyBesideCjk: boolean): TextChange => {
  const pairs = bracketPairs(text);
  const isWanted = (at: number): boolean => {
    if (isPartOfWord(text, at)) return false;
    if (!onlyBesideCjk) return true;
    const other = pairs.get(at);
    return isBesideCjk(text, at) || (other !== undefined && isBesideCjk(text, other));
  };
  let count = 0;
  const marks = text.replace(/[,.!?;:()~]/g, (mark, at: number) => {
    if (!isWanted(at)) return mark;
    count += 1;
    return FULL_WIDTH[mark] ?? mark;
  });
  // Full-width marks include their spacing.
  const withoutSpaces = marks.replace(/([，。！？；：）]) (?=\S)/g, '$1').replace(/ (?=（)/g, '');
  return { text: count > 0 ? withoutSpaces : text, count };
};

const FULL_WIDTH_MARKS = /[，。！？；：（）～、．［］｛｝％＋－＝／＆＃＠]/g;
const toHalfWidth = (text: string): TextChange => {
  let count = 0;
  const changed = text.replace(FULL_WIDTH_MARKS, (wide, at: number) => {
    count += 1;
    const mark = HALF_WIDTH[wide] ?? wide;
    const [left = '', right = ''] = [text[at - 1], text[at + 1]];
    // Half-width marks need a space after them, opening brackets before them.
    if (mark === '(') return /[\p{L}\p{N}]/u.test(left) ? ' (' : mark;
    return /[,.!?;:)]/.test(mark) && /[\p{L}\p{N}（]/u.test(right) ? `${mark} ` : mark;
  });
  return { text: changed, count };
};

const FULL_WIDTH_LETTERS = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u3000]/g;
const toHalfWidthLetter = (letter: string): string =>
  letter === '\u3000' ? ' ' : String.fromCharCode(letter.charCodeAt(0) - 0xfee0);

const CJK_LETTER = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const SCRIPT_BOUNDARY = new RegExp(
  `(?<=${CJK_LETTER})(?=${PLACEHOLDERS}[A-Za-z0-9])|(?<=[A-Za-z0-9%]${PLACEHOLDERS})(?=${CJK_LETTER})`,
  'gu',
);

/** Converts punctuation, digits and spacing of a text whose tags and URLs are placeholders. */
export const convertPunctuation = (text: string, options: PunctuationOptions): TextChange => {
  const changes: ((text: string) => TextChange)[] = [];
  if (options.digits) changes.push((one) => replaceCounted(one, FULL_WIDTH_LETTERS, toHalfWidthLetter));
  if (options.punctuation === 'toFull') changes.push((one) => toFullWidth(one, options.onlyBesideCjk));
  if (options.punctuation === 'toHalf') changes.push(toHalfWidth);
  if (options.spacing) changes.push((one) => replaceCounted(one, SCRIPT_BOUNDARY, () => ' '));
  return applyInOrder(text, changes);
};
