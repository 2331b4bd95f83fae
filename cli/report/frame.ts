/** A line of a code frame. The marked line contains the problem. */
type FrameLine = { readonly gutter: string; readonly text: string; readonly marked: boolean };

export type Frame = {
  readonly lines: readonly FrameLine[];
  /** Gutter and spaces before the caret, which is in the line below the marked one. */
  readonly indent: string;
};

/** Lines before and after the marked one. */
const contextLines = 2;
const maxCharacters = 110;

/**
 * Returns the lines around a location, two before and two after. Tabs become spaces; a line that is too long for a
 * terminal is cut to the part around the location. Returns null if the text has no such line.
 */
export function codeFrame(source: string, line: number, column: number): Frame | null {
  const all = source.split(/\r\n|\n|\r/);
  const marked = all[line - 1];
  if (marked === undefined) return null;
  const first = Math.max(1, line - contextLines);
  const last = Math.min(all.length, line + contextLines);
  const digits = String(last).length;
  const start = Math.max(0, column - 1 - Math.floor(maxCharacters / 2));
  // Do not cut within a surrogate pair.
  const from = marked.length > maxCharacters ? start + (isLowSurrogate(marked, start) ? 1 : 0) : 0;
  const gutterOf = (number: number): string => `${number === line ? '>' : ' '} ${String(number).padStart(digits)} | `;
  const lines: FrameLine[] = [];
  for (let number = first; number <= last; number++) {
    const text = all[number - 1] ?? '';
    if (number === all.length && text === '' && number !== line) continue;
    const part = number === line ? text.slice(from, from + maxCharacters) : text.slice(0, maxCharacters);
    lines.push({ gutter: gutterOf(number), text: expandTabs(visible(part)).text.trimEnd(), marked: number === line });
  }
  const before = expandTabs(visible(marked.slice(from, Math.max(from, column - 1)))).columns;
  return { lines, indent: `${' '.repeat(2 + digits)} | ${' '.repeat(before)}` };
}

const isLowSurrogate = (text: string, index: number): boolean => /^[\udc00-\udfff]$/.test(text[index] ?? '');

/** Replaces control characters, which could move the cursor or change colours, by dots. */
function visible(text: string): string {
  return text.replace(/[^\P{Cc}\t]/gu, '·');
}

const zeroWidth = /^[\p{Mark}\p{Cf}]$/u;

/**
 * Characters that terminals show two columns wide: East Asian Wide and Fullwidth (Unicode UAX 11) by script and block,
 * and emoji.
 */
const doubleWidth =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303e\u30fc\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]$/u;

const tabWidth = 4;

/** Replaces tabs by spaces, and returns the number of terminal columns of a text that starts at a tab stop. */
export function expandTabs(text: string): { readonly text: string; readonly columns: number } {
  let columns = 0;
  let out = '';
  for (const character of text) {
    const step = character === '\t' ? tabWidth - (columns % tabWidth) : widthOf(character);
    out += character === '\t' ? ' '.repeat(step) : character;
    columns += step;
  }
  return { text: out, columns };
}

function widthOf(character: string): number {
  if (character >= ' ' && character <= '~') return 1;
  if (zeroWidth.test(character)) return 0;
  return doubleWidth.test(character) ? 2 : 1;
}
