/** What marks the paragraphs of a text. */
export const MARKS = ['lines', 'blankLines', 'pTags', 'brTags', 'markdown'] as const;
export type Marks = (typeof MARKS)[number];

/** A part of a text. `html` is inline HTML in which `\n` stands for a line break. */
export type Block =
  | { readonly kind: 'paragraph' | 'quote'; readonly html: string }
  | { readonly kind: 'heading'; readonly level: number; readonly html: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }
  /** HTML that is passed on as it stands, such as a table. */
  | { readonly kind: 'raw'; readonly html: string };

export type ReadOptions = {
  /** Single line breaks inside a paragraph stay. */
  readonly keepBreaks: boolean;
  /** `<` and `&` of a text are characters, not tags. */
  readonly literal: boolean;
};

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;

/** Lines of one paragraph as one line; Chinese and Japanese are joined without a space. */
export const joinLines = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .reduce((text, line) => (text === '' || WIDE.test(text) ? text + line : `${text} ${line}`), '');

/** What marks the paragraphs of a text, as far as it tells. */
export const detectMarks = (text: string): Marks => {
  if (/<(?:p|h[1-6]|ul|ol|div|blockquote)[\s>]/i.test(text)) return 'pTags';
  if (/<br\s*\/?>/i.test(text)) return 'brTags';
  if (/^(?:#{1,6} |[-*+] |\d+\. |> |```)|\*\*\S(?:.*\S)?\*\*|\[[^\]]+\]\([^)]+\)/m.test(text)) return 'markdown';
  return /\n[ \t]*\n/.test(text.trim()) ? 'blankLines' : 'lines';
};
