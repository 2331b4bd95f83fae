/** A pattern that a language's typography does not allow, and a text that it finds. */
export type Misprint = { readonly find: RegExp; readonly why: string; readonly example: string };

const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';

/** Quotation marks and corner brackets that a language uses; all others of `ANY_QUOTE` are misprints in it. */
export const QUOTES: { readonly [code: string]: string } = {
  en: '“”',
  de: '„“‚',
  fr: '«»“”',
  es: '«»“”',
  pt: '“”',
  it: '«»“”',
  ru: '«»„“',
  tr: '“”',
  zh: '“”《》',
  ja: '「」『』',
  ko: '“”',
  th: '“”',
  vi: '“”',
  hi: '“”',
  id: '“”',
};
export const ANY_QUOTE = /[«»„“”‚"「」『』《》]/gu;

export const IN_ALL: readonly Misprint[] = [
  { find: /\p{L}'\p{L}/u, why: 'a straight apostrophe', example: "isn't" },
  { find: /\.\.\./, why: 'three dots instead of an ellipsis', example: 'Loading...' },
  { find: /\S {2,}\S/, why: 'two spaces', example: 'one  two' },
  { find: /\p{L} [,.](?=\s|$)/u, why: 'a space before a comma or full stop', example: 'one , two' },
  { find: /\p{L}!(?!\[)(?=\s|$)/u, why: 'an exclamation mark', example: 'Done!' },
];

const SPACED_PERCENT = { find: /\d%/, why: 'a percent sign without a space', example: '50%' };
const JOINED_ELLIPSIS = {
  find: /[\s\u00a0\u202f]…(?=["»”]?$)/u,
  why: 'a space before the ellipsis',
  example: 'Chargement …',
};

export const MISPRINTS: { readonly [code: string]: readonly Misprint[] } = {
  en: [{ find: /\d[ \u00a0]%/, why: 'a space before the percent sign', example: '50 %' }, JOINED_ELLIPSIS],
  de: [
    SPACED_PERCENT,
    { find: /\p{Ll}…/u, why: 'an ellipsis for omitted words without a space', example: 'wird geladen…' },
    { find: /(^|[\s(])“/u, why: 'an English opening quotation mark', example: 'das “Wort' },
  ],
  fr: [
    SPACED_PERCENT,
    JOINED_ELLIPSIS,
    { find: /[^\u202f\s][;!?»](?=[\s.,)*]|$)/u, why: 'no narrow space before ; ! ? »', example: 'vraiment?' },
    { find: /[ \u00a0][;!?»]/u, why: 'an ordinary space before ; ! ? »', example: 'vraiment ?' },
    { find: /[ \u00a0]:(?=\s|$)|[\p{L})]:(?=\s|$)/u, why: 'no narrow space before a colon', example: 'Thème : flou' },
    { find: /«(?!\u202f)/u, why: 'no narrow space after «', example: '« Flou' },
    { find: /[\d}] (pixels?|px|dpi|ppp|Mo)\b/, why: 'an ordinary space before a unit', example: '512 pixels' },
  ],
  es: [
    SPACED_PERCENT,
    JOINED_ELLIPSIS,
    { find: /^[^¿]*\?/u, why: 'a question without ¿', example: 'Por qué?' },
    { find: /«\s|\s»/u, why: 'a space inside « »', example: '« Red »' },
  ],
  pt: [JOINED_ELLIPSIS],
  it: [JOINED_ELLIPSIS, { find: /«\s|\s»/u, why: 'a space inside « »', example: '« Rete »' }],
  ru: [
    SPACED_PERCENT,
    JOINED_ELLIPSIS,
    { find: /\p{L} [-–] \p{L}/u, why: 'a hyphen instead of a dash', example: 'модель - часть' },
  ],
  tr: [JOINED_ELLIPSIS],
  zh: [
    { find: /\p{Script=Han}[,.:;?!()]/u, why: 'half-width punctuation', example: '语言: 中文' },
    { find: /\p{Script=Han}[A-Za-z\d{]|[A-Za-z\d}]\p{Script=Han}/u, why: 'no space beside Latin', example: '用AI' },
    {
      find: /[，。：；？（）] (?!\|)| [，。：；？（）]/u,
      why: 'a space beside full-width punctuation',
      example: '您好， 再见',
    },
  ],
  ja: [
    { find: new RegExp(`[${CJK}][,.:;?!()]`, 'u'), why: 'half-width punctuation', example: '言語: 日本語' },
    {
      find: new RegExp(`[${CJK}] [A-Za-z\\d{]|[A-Za-z\\d}] [${CJK}]`, 'u'),
      why: 'a space beside Latin',
      example: '3 枚',
    },
  ],
  ko: [
    {
      find: /\{(name|codec|format|type|tool)\}(이|가|을|를|은|는|와|과|로|으로)(?=[\s.,]|$)/u,
      why: 'a particle behind a placeholder of unknown ending',
      example: '{codec}를 쓸 수 없습니다',
    },
  ],
  th: [
    { find: /(?<!\u00a0)ๆ/u, why: 'no no-break space before ๆ', example: 'เล็ก ๆ' },
    {
      find: /[\u0e01-\u0e3a\u0e40-\u0e4e][A-Za-z\d]|[A-Za-z\d][\u0e01-\u0e3a\u0e40-\u0e4e]/u,
      why: 'no space beside Latin',
      example: 'ด้วยAI',
    },
    { find: /(?<!ซม|มม)(?<=[\u0e01-\u0e4e])\.(?=\s|$)/u, why: 'a full stop', example: 'เลือกภาพ.' },
  ],
  vi: [JOINED_ELLIPSIS],
  hi: [{ find: /[\p{Script=Devanagari}]\.(?=\s|$)/u, why: 'a full stop instead of a danda', example: 'चुनें.' }],
  id: [JOINED_ELLIPSIS],
};
