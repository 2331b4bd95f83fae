import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceLocation } from '../bundle/locations.ts';
import type { Diagnostic } from '../contract.ts';
import { codeFrame } from '../report/frame.ts';

/** A problem as the error overlay shows it, with a code frame around its location. */
export type ShownProblem = Diagnostic & {
  readonly frame?: readonly { readonly gutter: string; readonly text: string; readonly marked: boolean }[];
  /** Whitespace that aligns the caret below the marked line. */
  readonly indent?: string;
};

/** Returns the problems, errors first, with a code frame if their file can be read. */
export function shownProblems(problems: readonly Diagnostic[], root: string): readonly ShownProblem[] {
  const ordered = [...problems].sort((a, b) => Number(a.severity !== 'error') - Number(b.severity !== 'error'));
  return ordered.map((problem) => {
    const text = problem.file === undefined || problem.line === undefined ? undefined : sourceText(root, problem.file);
    const frame = text === undefined ? null : codeFrame(text, problem.line ?? 1, problem.column ?? 1);
    return frame ? { ...problem, frame: frame.lines, indent: frame.indent } : problem;
  });
}

export function sourceText(root: string, file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}

/** Parses an error report that a page has posted as JSON. Returns null if it is malformed. */
export function browserErrorProblem(text: string, locate: (stack: string) => SourceLocation | null): Diagnostic | null {
  try {
    const { message, stack, page } = JSON.parse(text) as { message?: unknown; stack?: unknown; page?: unknown };
    if (typeof message !== 'string' || typeof stack !== 'string' || typeof page !== 'string') return null;
    return {
      code: 'BROWSER_ERROR',
      severity: 'error',
      message: `${page.slice(0, 200)}, in the browser: ${message.slice(0, 2000)}`,
      hint: "The browser's console has the whole stack.",
      ...locate(stack),
    };
  } catch {
    return null;
  }
}
