import { HELD } from '../text/hold.ts';
import { type Changed, inTurn, replaceCounted } from './change.ts';

export const PUNCTUATION = ['keep', 'toFull', 'toHalf'] as const;

export type PunctuationOptions = {
  readonly punctuation: (typeof PUNCTUATION)[number];
  /** To full width only where a Chinese, Japanese or Korean character is next to the mark. */
  readonly onlyBesideCjk: boolean;
  readonly digits: boolean;
  readonly spacing: boolean;
};

const FULL: { readonly [half: string]: string } = {
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

const HALF: { readonly [full: string]: string } = {
  ...Object.fromEntries(Object.entries(FULL).map(([half, full]) => [full, half])),
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
const SKIP = `(?:${HELD})*`;

const isCjk = new RegExp(`^${CJK}$`, 'u');
const LEFT = new RegExp(`(.)${SKIP}$`, 'su');
const RIGHT = new RegExp(`^${SKIP}(.)`, 'su');

/** Whether the visible character left or right of a place is a Chinese, Japanese or Korean one. */
const besideCjk = (text: string, at: number): boolean =>
  isCjk.test(LEFT.exec(text.slice(Math.max(0, at - 40), at))?.[1] ?? '') ||
  isCjk.test(RIGHT.exec(text.slice(at + 1, at + 41))?.[1] ?? '');

/** Points in numbers, times, names and addresses are no punctuation, and neither are dots in a row. */
const isPartOfWord = (text: string, at: number): boolean => {
  const [left = '', mark = '', right = ''] = [text[at - 1], text[at], text[at + 1]];
  if (mark === '.' && (left === '.' || right === '.')) return true;
  if (mark === ':' && right === '/') return true;
  return /[.,:~]/.test(mark) && /[A-Za-z0-9]/.test(left) && /[A-Za-z0-9]/.test(right);
};

/** Places of brackets that belong together. */
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

const toFull = (text: string, onlyBesideCjk: boolean): Changed => {
  const pairs = bracketPairs(text);
  const isWanted = (at: number): boolean => {
    if (isPartOfWord(text, at)) return false;
    if (!onlyBesideCjk) return true;
    const other = pairs.get(at);
    return besideCjk(text, at) || (other !== undefined && besideCjk(text, other));
  };
  let count = 0;
  const marks = text.replace(/[,.!?;:()~]/g, (mark, at: number) => {
    if (!isWanted(at)) return mark;
    count += 1;
    return FULL[mark] ?? mark;
  });
  // A full-width mark brings its own space.
  const tight = marks.replace(/([，。！？；：）]) (?=\S)/g, '$1').replace(/ (?=（)/g, '');
  return { text: count > 0 ? tight : text, count };
};

const WIDE_MARKS = /[，。！？；：（）～、．［］｛｝％＋－＝／＆＃＠]/g;
const toHalf = (text: string): Changed => {
  let count = 0;
  const changed = text.replace(WIDE_MARKS, (wide, at: number) => {
    count += 1;
    const mark = HALF[wide] ?? wide;
    const [left = '', right = ''] = [text[at - 1], text[at + 1]];
    // A half-width mark needs a space after it, a bracket one before it.
    if (mark === '(') return /[\p{L}\p{N}]/u.test(left) ? ' (' : mark;
    return /[,.!?;:)]/.test(mark) && /[\p{L}\p{N}（]/u.test(right) ? `${mark} ` : mark;
  });
  return { text: changed, count };
};

const WIDE_LETTERS = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u3000]/g;
const narrow = (letter: string): string =>
  letter === '\u3000' ? ' ' : String.fromCharCode(letter.charCodeAt(0) - 0xfee0);

const LETTERS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const GAP = new RegExp(`(?<=${LETTERS})(?=${SKIP}[A-Za-z0-9])|(?<=[A-Za-z0-9%]${SKIP})(?=${LETTERS})`, 'gu');

/** Punctuation, digits and spaces of a text in which tags and addresses are held. */
export const convertPunctuation = (text: string, options: PunctuationOptions): Changed => {
  const changes: ((text: string) => Changed)[] = [];
  if (options.digits) changes.push((one) => replaceCounted(one, WIDE_LETTERS, narrow));
  if (options.punctuation === 'toFull') changes.push((one) => toFull(one, options.onlyBesideCjk));
  if (options.punctuation === 'toHalf') changes.push(toHalf);
  if (options.spacing) changes.push((one) => replaceCounted(one, GAP, () => ' '));
  return inTurn(text, changes);
};
