import type { Diagnostic } from '../contract.ts';
import { escapeControls } from '../lib/escape.ts';
import { codeFrame } from './frame.ts';

/** SGR codes of ECMA-48. */
const styles = { bold: 1, dim: 2, red: 31, yellow: 33, cyan: 36 } as const;
type Style = keyof typeof styles;

type Paint = (text: string, ...styles: readonly Style[]) => string;

function painter(color: boolean): Paint {
  return (text, ...names) =>
    color ? `${names.map((name) => `\u001b[${styles[name]}m`).join('')}${text}\u001b[0m` : text;
}

export type FormatOptions = {
  /** Text of the diagnostic's file, for the code frame. */
  readonly source?: string | undefined;
  readonly color: boolean;
};

/** Formats a diagnostic: severity, code, location, message, code frame and hint. No line break at the end. */
export function formatDiagnostic(problem: Diagnostic, { source, color }: FormatOptions): string {
  const paint = painter(color);
  const severityStyle = problem.severity === 'error' ? 'red' : 'yellow';
  const { line, column = 1 } = problem;
  const location = escapeControls(locationOf(problem));
  const head = [paint(problem.severity, 'bold', severityStyle), paint(problem.code, 'dim'), paint(location, 'cyan')];
  const frame = source !== undefined && line !== undefined ? codeFrame(source, line, column) : null;
  const lines = (frame?.lines ?? []).flatMap(({ gutter, text, marked }) => {
    const shown =
      `  ${paint(gutter.trimEnd(), ...(marked ? ([severityStyle] as const) : (['dim'] as const)))} ${escapeControls(text)}`.trimEnd();
    return marked && frame ? [shown, `  ${frame.indent}${paint('^', 'bold', severityStyle)}`] : [shown];
  });
  return [
    head.filter((part) => part !== paint('', 'cyan')).join(' '),
    `  ${escapeControls(problem.message)}`,
    ...lines,
    ...(problem.hint ? [`  ${paint('hint:', 'cyan')} ${escapeControls(problem.hint)}`] : []),
  ].join('\n');
}

function locationOf({ file, line, column }: Diagnostic): string {
  return [file, ...(file === undefined ? [] : [line, column])].filter((part) => part !== undefined).join(':');
}

/**
 * Formats diagnostics, ordered by file, line and column, those without a file first, with their count at the end; `''`
 * for none. `readText` returns the text of a file of the site, or undefined.
 */
export function formatDiagnostics(
  problems: readonly Diagnostic[],
  readText: (file: string) => string | undefined,
  color: boolean,
): string {
  if (problems.length === 0) return '';
  const texts = new Map<string, string | undefined>();
  const sourceOf = ({ file, line }: Diagnostic): string | undefined => {
    if (file === undefined || line === undefined) return undefined;
    if (!texts.has(file)) texts.set(file, readText(file));
    return texts.get(file);
  };
  const blocks = problems
    .toSorted(byLocation)
    .map((problem) => formatDiagnostic(problem, { source: sourceOf(problem), color }));
  return [...blocks, countOf(problems, painter(color))].join('\n\n');
}

function byLocation(a: Diagnostic, b: Diagnostic): number {
  const [left, right] = [a.file ?? '', b.file ?? ''];
  if (left !== right) return left < right ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

function countOf(problems: readonly Diagnostic[], paint: Paint): string {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;
  const parts = [
    ...(errors > 0 ? [paint(count(errors, 'error'), 'bold', 'red')] : []),
    ...(problems.length > errors ? [paint(count(problems.length - errors, 'warning'), 'bold', 'yellow')] : []),
  ];
  return parts.join(', ');
}
