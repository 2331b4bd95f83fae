import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { siteLocation } from '../plugins/location.ts';
import { formatDiagnostics } from '../report/diagnostics.ts';
import { strayProblem } from '../report/stray-error.ts';
import { systemProblem } from '../report/system-error.ts';

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

/** Prints a failed system call and returns the exit code; throws any other error. */
export function printSystemError(error: unknown): number {
  const problem = systemProblem(error);
  if (!problem) throw error;
  printProblems([problem], process.cwd());
  return exitCode([problem]);
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

/**
 * Until the returned function is called, reports the end of the process as an error: code of the site can call
 * `process.exit()`, or wait for what never comes, and the command would succeed without a result. It can also throw in
 * a timer or a promise that nothing awaits, which ends the process.
 */
export function reportEarlyExit(report: (problems: readonly Diagnostic[]) => void, root: string): () => void {
  const onExit = (code: number) => {
    // Not the codes of errors and signals. With 13 Node ends a program that waits for a promise that nothing settles.
    if (code !== 0 && code !== 13) return;
    const problem: Diagnostic = {
      code: 'BUILD_ENDED',
      severity: 'error',
      message: 'The program ended before the site was built, so that nothing was written.',
      hint: 'Remove `process.exit()` from loaders and plugins, and look for a promise in them that never settles.',
    };
    report([problem]);
    process.exitCode = 1;
  };
  const onStray = (error: unknown) => {
    const location = siteLocation(error, root);
    // An error of the program itself keeps its stack.
    if (location.file === undefined) process.stderr.write(`${(error as Error)?.stack ?? String(error)}\n`);
    else report([strayProblem(error, { severity: 'error', location })]);
    process.exit(1);
  };
  process.once('exit', onExit);
  process.on('uncaughtException', onStray);
  return () => {
    process.off('exit', onExit);
    process.off('uncaughtException', onStray);
  };
}
