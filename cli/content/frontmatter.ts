import type { Diagnostic } from '../contract.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { type FrontField, readSimpleYaml } from './simple-yaml.ts';
import { readYaml } from './yaml.ts';

export type FrontMatter = {
  readonly fields: readonly FrontField[];
  /** What follows the closing line, as written. */
  readonly body: string;
  /** Line of the file that the body starts on, from 1. */
  readonly bodyLine: number;
};

const fence = /^---[ \t]*\r?$/;

/**
 * Splits a Markdown file at its `---` lines and reads the YAML (core schema, so dates stay strings) between them.
 * Most files hold plain scalars and are read in microseconds; the rest goes to the `yaml` library.
 */
export function readFrontMatter(source: string, file: string): Result<FrontMatter> {
  const start = source.charCodeAt(0) === 0xfeff ? 1 : 0;
  const open = lineEnd(source, start);
  if (!fence.test(source.slice(start, open))) return missing(file);
  const close = closingFence(source, open + 1);
  if (close === null) return unclosed(file);
  const yaml = source.slice(open + 1, close.start);
  // The YAML starts on line 2: the opening fence is line 1.
  const simple = readSimpleYaml(yaml, 2);
  const fields = simple ? ok(simple) : readYaml(yaml, { file, line: 2 });
  if (!fields.ok) return fields;
  const end = lineEnd(source, close.start);
  return ok({ fields: fields.value, body: source.slice(end + 1), bodyLine: close.line + 1 });
}

function closingFence(source: string, from: number): { start: number; line: number } | null {
  let line = 2;
  for (let start = from; start < source.length; line++) {
    const end = lineEnd(source, start);
    if (source.startsWith('---', start) && fence.test(source.slice(start, end))) return { start, line };
    start = end + 1;
  }
  return null;
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end === -1 ? source.length : end;
}

function missing(file: string): Result<FrontMatter> {
  return fail([
    problem(file, {
      code: 'CONTENT_FRONT_MATTER_MISSING',
      message: 'The file has no front matter.',
      hint: 'Start it with a line `---`, then title, description and date, then another line `---`.',
    }),
  ]);
}

function unclosed(file: string): Result<FrontMatter> {
  return fail([
    problem(file, {
      code: 'CONTENT_FRONT_MATTER_OPEN',
      message: 'The front matter that starts here has no end.',
      hint: 'Put a line `---` between the front matter and the text.',
    }),
  ]);
}

function problem(file: string, text: Pick<Diagnostic, 'code' | 'message'> & { hint: string }): Diagnostic {
  return { ...text, severity: 'error', file, line: 1, column: 1 };
}
