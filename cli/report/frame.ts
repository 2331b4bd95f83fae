import { shown } from './width.ts';

/** A line of a code frame; the marked one is where the problem is. */
type FrameLine = { readonly gutter: string; readonly text: string; readonly marked: boolean };

export type Frame = {
  readonly lines: readonly FrameLine[];
  /** Gutter and blanks before the caret, which stands below the marked line. */
  readonly indent: string;
};

const context = 2;
const widest = 110;

/**
 * The lines around a place, two before and two after. Tabs are shown as blanks; of a line too long for a
 * terminal only the part around the place is shown. Null where the text has no such line.
 */
export function codeFrame(source: string, line: number, column: number): Frame | null {
  const all = source.split(/\r\n|\n|\r/);
  const marked = all[line - 1];
  if (marked === undefined) return null;
  const first = Math.max(1, line - context);
  const last = Math.min(all.length, line + context);
  const digits = String(last).length;
  const start = Math.max(0, column - 1 - Math.floor(widest / 2));
  // A line that would begin in the middle of a character pair begins after it.
  const from = marked.length > widest ? start + (isLowSurrogate(marked, start) ? 1 : 0) : 0;
  const gutterOf = (number: number): string => `${number === line ? '>' : ' '} ${String(number).padStart(digits)} | `;
  const lines: FrameLine[] = [];
  for (let number = first; number <= last; number++) {
    const text = all[number - 1] ?? '';
    if (number === all.length && text === '' && number !== line) continue;
    const part = number === line ? text.slice(from, from + widest) : text.slice(0, widest);
    lines.push({ gutter: gutterOf(number), text: shown(visible(part)).text.trimEnd(), marked: number === line });
  }
  const before = shown(visible(marked.slice(from, Math.max(from, column - 1)))).columns;
  return { lines, indent: `${' '.repeat(2 + digits)} | ${' '.repeat(before)}` };
}

const isLowSurrogate = (text: string, at: number): boolean => /^[\udc00-\udfff]$/.test(text[at] ?? '');

/** Control characters could move the cursor or change colours: each is shown as a dot. */
function visible(text: string): string {
  return text.replace(/[^\P{Cc}\t]/gu, '·');
}
