import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Diagnostic } from '../contract.ts';
import { fail } from '../report/result.ts';

type BundlerError = {
  readonly message?: string;
  readonly id?: string;
  /** `line` from 1, `column` from 0. */
  readonly loc?: { readonly file?: string; readonly line?: number; readonly column?: number };
  readonly errors?: readonly BundlerError[];
};

/** The bundler's errors as diagnostics, each said once. Throws on what is no error of the bundler. */
export function bundleProblems(error: unknown, root: string): ReturnType<typeof fail> {
  const one = error as BundlerError;
  const all = one.errors && one.errors.length > 0 ? one.errors : [one];
  const problems = new Map<string, Diagnostic>();
  for (const each of all) {
    const found = problem(each, root);
    problems.set(JSON.stringify(found), found);
  }
  return fail([...problems.values()]);
}

/** `╭─[ site/a.ts:1:17 ]`: the head of the frame that the bundler draws, with a path below the working directory. */
const frame = /╭─\[\s*(.+?):(\d+):(\d+)\s*\]/;

function problem(error: BundlerError, root: string): Diagnostic {
  const text = stripVTControlCharacters(error.message ?? String(error));
  const [, drawn, line, column] = frame.exec(text) ?? [];
  const file = error.loc?.file ?? error.id ?? (drawn === undefined ? undefined : resolve(drawn));
  return {
    code: 'BUNDLE_FAILED',
    severity: 'error',
    message: sentence(text),
    ...(file === undefined || file.startsWith('\0') ? {} : { file: relative(root, file.split('?')[0] as string) }),
    ...(error.loc?.line === undefined ? (line ? { line: Number(line) } : {}) : { line: error.loc.line }),
    ...(error.loc?.column === undefined
      ? column
        ? { column: Number(column) }
        : {}
      : { column: error.loc.column + 1 }),
  };
}

/** What the bundler says, without its frame, its own stack and the names of its parts; the report draws a frame itself. */
function sentence(text: string): string {
  const cause = /Caused by:\s*\n\s*(.+)/.exec(text)?.[1];
  if (cause !== undefined) return cause.trim();
  const head = text.split(/\n\s*╭─|\n\s*at /)[0] as string;
  return head.replace(/^\[[^\]]+\]\s*/, '').trim();
}
