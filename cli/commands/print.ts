import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { formatDiagnostics } from '../report/diagnostics.ts';

/** Exit codes: 0 success, 1 errors in the site, 2 wrong usage, 130 interrupted, 141 nobody reads the output any more. */
export const exitCode = (problems: readonly Diagnostic[]): 1 | 2 =>
  problems.some(({ code }) => code === 'CONFIG_OPTION') ? 2 : 1;

/** Prints diagnostics with their code frames to standard error. */
export function printProblems(problems: readonly Diagnostic[], root: string): void {
  if (problems.length === 0) return;
  const read = (file: string) => {
    try {
      return readFileSync(join(root, file), 'utf8');
    } catch {
      return undefined;
    }
  };
  process.stderr.write(`${formatDiagnostics(problems, read, wantsColor())}\n`);
}

function wantsColor(): boolean {
  const { NO_COLOR: no, FORCE_COLOR: force } = process.env;
  if (no !== undefined && no !== '') return false;
  return force !== undefined ? force !== '0' : process.stderr.isTTY === true;
}

/**
 * Reserves standard output for the command's report: anything else that is written to it, such as by `console.log` in a
 * page, a worker or a plugin, goes to standard error. Returns the function that writes to standard output.
 */
export function reserveStdout(): (text: string) => void {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  // Workers are piped into this stream; after `false` they would wait for a `drain` event that never comes.
  stdout.write = ((...args: Parameters<typeof stdout.write>) => {
    stderr.write(...args);
    return true;
  }) as typeof stdout.write;
  return (text) => {
    write(text);
  };
}
