import { relative } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { fail } from '../report/result.ts';

type BundlerError = {
  readonly message?: string;
  readonly id?: string;
  readonly loc?: { readonly file?: string; readonly line?: number; readonly column?: number };
  readonly errors?: readonly BundlerError[];
  readonly kind?: string;
};

/** The bundler's errors as diagnostics. */
export function bundleProblems(error: unknown, root: string): ReturnType<typeof fail> {
  const one = error as BundlerError;
  const all = one.errors && one.errors.length > 0 ? one.errors : [one];
  return fail(all.map((each) => problem(each, root)));
}

function problem(error: BundlerError, root: string): Diagnostic {
  const text = (error.message ?? String(error)).replace(/\u001b\[[0-9;]*m/g, '');
  const place = /\[ (.+?):(\d+):(\d+) \]/.exec(text);
  const file = error.loc?.file ?? error.id ?? place?.[1];
  const line = error.loc?.line ?? (place ? Number(place[2]) : undefined);
  const column = error.loc?.column ?? (place ? Number(place[3]) : undefined);
  return {
    code: 'BUNDLE_FAILED',
    severity: 'error',
    message: firstSentence(text),
    ...(file ? { file: file.startsWith('/') ? relative(root, file) : file } : {}),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}

/** The bundler draws a frame below its message; the report draws its own. */
function firstSentence(text: string): string {
  const lines = text.split('\n').filter((line) => !/^\s*(?:[╭│╰·─]|\d+ [│|])/.test(line));
  return lines.slice(0, 3).join(' ').trim();
}
