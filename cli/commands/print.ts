import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { formatDiagnostics } from '../report/diagnostics.ts';

/** Prints problems with their code frames on standard error. */
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
 * Keeps standard output for the command's own report. From here on whatever else is written to it, such as `console.log`
 * in a page, a worker or a plugin, goes to standard error. Returns the function that still writes to it.
 */
export function reserveStdout(): (text: string) => void {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  // Workers are piped into the stream and would wait for its `drain` after a false.
  stdout.write = ((...args: Parameters<typeof stdout.write>) => {
    stderr.write(...args);
    return true;
  }) as typeof stdout.write;
  return (text) => {
    write(text);
  };
}
