import type { Diagnostic, Json } from '../contract.ts';
import { fail, type Result, settle } from '../report/result.ts';
import { parseYaml, type YamlFile } from '../sources/yaml.ts';

export type FrontMatter = {
  readonly data: { readonly [key: string]: Json };
  /** Location of a key or of its value in the file. */
  readonly locate: YamlFile['locate'];
  /** The text after the closing fence, as written. */
  readonly body: string;
  /** Line of the file on which the body starts, from 1. */
  readonly bodyLine: number;
};

const fence = /^---[ \t]*\r?$/;

/** Splits a Markdown file into the YAML between its `---` fences, parsed, and the body after them. */
export function readFrontMatter(source: string, file: string): Result<FrontMatter> {
  const start = source.charCodeAt(0) === 0xfeff ? 1 : 0;
  const open = lineEnd(source, start);
  if (!fence.test(source.slice(start, open))) return missingProblem(file, source.slice(start));
  const close = closingFence(source, open + 1);
  if (close === null) return unclosedProblem(file);
  const yaml = source.slice(open + 1, close.start);
  // The opening fence is line 1.
  const { doc, problems } = parseYaml(file, yaml, { code: 'CONTENT_YAML', firstLine: 2 });
  const data = doc.data ?? {};
  if (problems.length === 0 && !isMap(data)) return notAMapProblem(file);
  const end = lineEnd(source, close.start);
  return settle(
    () => ({
      data: data as FrontMatter['data'],
      locate: doc.locate,
      body: source.slice(end + 1),
      bodyLine: close.line + 1,
    }),
    problems,
  );
}

const isMap = (data: unknown): boolean => typeof data === 'object' && !Array.isArray(data);

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

/** Matches empty lines before a fence. */
const emptyLines = /^(?:[ \t]*\r?\n)+(?=---[ \t]*\r?\n)/;

function missingProblem(file: string, source: string): Result<FrontMatter> {
  const before = emptyLines.exec(source)?.[0];
  if (before !== undefined) {
    const line = before.split('\n').length;
    return failure(file, {
      code: 'CONTENT_FRONT_MATTER_LATE',
      line,
      message: `The front matter begins in line ${line}.`,
      hint: 'Remove the empty lines before it.',
    });
  }
  return failure(file, {
    code: 'CONTENT_FRONT_MATTER_MISSING',
    message: 'The file has no front matter.',
    hint: 'Start the file with a line `---`, then `title`, `description` and `date`, then another line `---`.',
  });
}

function unclosedProblem(file: string): Result<FrontMatter> {
  return failure(file, {
    code: 'CONTENT_FRONT_MATTER_OPEN',
    message: 'The front matter has no closing line.',
    hint: 'Add a line `---` between the front matter and the text.',
  });
}

function notAMapProblem(file: string): Result<FrontMatter> {
  return failure(file, {
    code: 'CONTENT_YAML',
    line: 2,
    message: 'The front matter is not a list of `key: value` lines.',
    hint: 'Write each value as `key: value` on a line of its own.',
  });
}

type Failure = Pick<Diagnostic, 'code' | 'message' | 'line'> & { readonly hint: string };

function failure(file: string, problem: Failure): Result<FrontMatter> {
  return fail([{ line: 1, ...problem, severity: 'error', file, column: 1 }]);
}
