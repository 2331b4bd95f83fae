import type { Diagnostic } from '../contract.ts';

/** The value of a stage, or the diagnostics of its failure. Errors that a user can cause are never thrown. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly problems: readonly Diagnostic[] };

export function ok<T>(value: T, warnings: readonly Diagnostic[] = []): Result<T> {
  return { ok: true, value, warnings };
}

export function fail(problems: readonly Diagnostic[]): {
  readonly ok: false;
  readonly problems: readonly Diagnostic[];
} {
  return { ok: false, problems };
}

/** Returns `fail` if any of the problems is an error, else `ok` with the problems as warnings. */
export function settle<T>(value: () => T, problems: readonly Diagnostic[]): Result<T> {
  return problems.some((p) => p.severity === 'error') ? fail(problems) : ok(value(), problems);
}
