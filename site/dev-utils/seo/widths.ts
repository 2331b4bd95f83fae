/**
 * Advance widths of Arial in thousandths of an em, with the characters that share them. Accented letters are as wide as
 * their base letters; the width of characters outside the table is estimated by script.
 */
const TABLE: { readonly [width: number]: string } = {
  191: "'",
  222: 'ijlſιі‘’‚‛',
  260: '|¦',
  278: ' !,./:;I[\\]ftı·ΙІ\u00a0',
  333: '()-`r¡¨²³´¸¹‐‑“”„‹›',
  334: '{}',
  350: '•',
  355: '"',
  365: 'ºг',
  370: 'ª',
  389: '*',
  395: 'τ',
  400: '°',
  438: 'к',
  441: 'ζ',
  446: 'ε',
  448: 'ξ',
  458: 'зт',
  469: '^',
  482: 'ς',
  500: 'Jcksvxyzĸγκλνсухѕ',
  510: 'эє',
  521: 'чь',
  525: 'χ',
  531: 'в',
  537: '¶',
  542: 'ГПя',
  547: 'υ',
  549: '±÷',
  551: 'Γ',
  552: '¯нџ',
  556: '#$0123456789?L_abdeghnopqu¢£¤¥§«»ðøþđħłŋŁηθοаеор–€',
  557: 'δ',
  559: 'и',
  569: 'ρ',
  573: 'бц',
  575: 'β',
  576: 'µμ',
  578: 'α',
  583: 'КдлЛ',
  584: '+<=>~¬×',
  604: 'З',
  611: 'FTZ¿ßΖΤТ',
  617: 'σ',
  618: 'Σ',
  625: 'ъ',
  635: 'У',
  648: 'φ',
  650: 'Ξ',
  656: 'БЬ',
  667: '&ABEKPSVXYÞΑΒΕΚΡΥΧЕЅАВРХЧ',
  668: 'ΔΛ',
  669: 'ж',
  677: 'Д',
  688: 'м',
  690: 'π',
  713: 'ψ',
  719: 'ЄИЭы',
  722: 'CDHNRUwÐĐĦΗΝНСЯ',
  737: '©®',
  740: 'Ц',
  748: 'Ω',
  750: 'ю',
  760: 'Ф',
  778: 'GOQØΘΟО',
  781: 'ω',
  792: 'Ъ',
  798: 'Φ',
  802: 'ш',
  823: 'фщ',
  833: 'MmΜМ',
  834: '¼½¾',
  835: 'Ψ',
  885: 'Ы',
  889: '%æ',
  917: 'Ш',
  923: 'Ж',
  938: 'Щ',
  944: 'Wœ',
  1000: 'ÆŒ—―…™←→',
  1010: 'Ю',
  1015: '@',
};

/** Typical widths for scripts that Arial lacks. */
const SCRIPTS: readonly (readonly [RegExp, number])[] = [
  [/\p{M}/u, 0],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]|\p{Extended_Pictographic}/u, 1000],
  [/\p{Script=Hangul}/u, 920],
  [/\p{Script=Thai}/u, 600],
  [/\p{Script=Devanagari}/u, 640],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/u, 500],
  [/\p{Lu}/u, 690],
];
const DEFAULT_WIDTH = 556;

const widths: ReadonlyMap<string, number> = new Map(
  Object.entries(TABLE).flatMap(([width, characters]) => [...characters].map((one) => [one, Number(width)] as const)),
);

const estimatedWidth = (character: string): number =>
  SCRIPTS.find(([pattern]) => pattern.test(character))?.[1] ?? DEFAULT_WIDTH;

/** Decomposes characters except Hangul, whose parts would be counted separately. */
const decomposed = (text: string): string => text.replace(/[^\p{Script=Hangul}]+/gu, (part) => part.normalize('NFD'));

/** Width of a line of Arial at a font size, in pixels, computed without a font; within 2 % for Latin, Greek, Cyrillic. */
export const widthOf = (text: string, size: number): number => {
  let sum = 0;
  for (const character of decomposed(text)) sum += widths.get(character) ?? estimatedWidth(character);
  return (sum * size) / 1000;
};

/** Whether the table covers all characters, so that measuring with a device's font is no more accurate. */
export const isInTable = (text: string): boolean =>
  [...decomposed(text)].every((character) => widths.has(character) || /\p{M}/u.test(character));
