/**
 * Characters by their advance width in Arial, in thousandths of an em (measured from Liberation Sans, which has the same
 * widths). Search engines show Latin and Cyrillic results in Arial.
 */
const LETTERS_BY_WIDTH: { readonly [thousandths: string]: string } = {
  222: 'ijl‘’',
  278: "'|!,./:;I[\\]ftı· \u00a0",
  333: '()-`r„“”{}"*\u202f',
  450: 'гкзт^',
  500: 'Jcksvxyzсух',
  525: 'эчьв',
  556: 'Гпян#$0123456789?L_abdeghnopqu«»–аеорё',
  575: 'ийбцКдл',
  595: '+<=>~×З',
  611: 'FTZТъ',
  650: 'УБЛЬ',
  667: '&ABEKPSVXYАВЕРХЧЁжД',
  720: 'мИЙПЭыCDHNRUwНСЯ',
  755: '©ЦюФ',
  778: 'GOQО',
  810: 'Ъшф',
  830: 'щmMМ',
  890: 'Ы%æ',
  920: 'ШЖ',
  944: 'WЩ',
  1000: '…—Ю@',
};
const widthByLetter = new Map(
  Object.entries(LETTERS_BY_WIDTH).flatMap(([width, letters]) =>
    [...letters].map((letter) => [letter, Number(width)] as const),
  ),
);

/**
 * Mean advance widths of other scripts in thousandths of an em, in the fonts of common systems. Combining marks have no
 * width.
 */
const SCRIPT_WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/\p{Mn}/u, 0],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u, 1000],
  [/\p{Script=Hangul}/u, 920],
  [/\p{Script=Devanagari}/u, 600],
  [/\p{Script=Thai}/u, 560],
];
const DEFAULT_WIDTH = 600;

/** Returns the width of a text in search results, in CSS pixels. `sizePx`: font size in CSS pixels. */
export const widthPx = (text: string, sizePx: number): number =>
  ([...text].reduce((sum, letter) => {
    const base = letter.normalize('NFD')[0] as string;
    const exactWidth = widthByLetter.get(letter) ?? widthByLetter.get(base);
    return sum + (exactWidth ?? SCRIPT_WIDTHS.find(([script]) => script.test(letter))?.[1] ?? DEFAULT_WIDTH);
  }, 0) *
    sizePx) /
  1000;
