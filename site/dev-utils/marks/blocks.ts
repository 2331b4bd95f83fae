/** Ways to delimit paragraphs. */
export const PARAGRAPH_FORMATS = ['lines', 'blankLines', 'pTags', 'brTags', 'markdown'] as const;
export type ParagraphFormat = (typeof PARAGRAPH_FORMATS)[number];

/** A block of a text. `html` is inline HTML in which `\n` represents a line break. */
export type Block =
  | { readonly kind: 'paragraph' | 'quote'; readonly html: string }
  | { readonly kind: 'heading'; readonly level: number; readonly html: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly start: number; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }
  /** HTML that is copied unchanged, such as a table. */
  | { readonly kind: 'raw'; readonly html: string };

export type ReadOptions = {
  /** Keep single line breaks inside paragraphs. */
  readonly keepBreaks: boolean;
  /** Treat `<` and `&` as characters, not as markup. */
  readonly literal: boolean;
};

const ENDS_WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;

/** Joins the lines of a paragraph; without a space after Chinese and Japanese characters. */
export const joinLines = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .reduce((text, line) => (text === '' || ENDS_WIDE.test(text) ? text + line : `${text} ${line}`), '');

/** Detects the paragraph format of a text. */
export const detectFormat = (text: string): ParagraphFormat => {
  if (/<(?:p|h[1-6]|ul|ol|div|blockquote)[\s>]/i.test(text)) return 'pTags';
  if (/<br\s*\/?>/i.test(text)) return 'brTags';
  if (/^(?:#{1,6} |[-*+] |\d+\. |> |```)|\*\*\S(?:.*\S)?\*\*|\[[^\]]+\]\([^)]+\)/m.test(text)) return 'markdown';
  return /\n[ \t]*\n/.test(text.trim()) ? 'blankLines' : 'lines';
};
