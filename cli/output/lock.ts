import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAlive } from '../lib/process.ts';

/** A running build, as its lock file names it. */
export type Holder = {
  readonly pid: number;
  /** Start time of the process, which distinguishes it from a later one with the same pid; null if unknown. */
  readonly started: string | null;
};

export type Lock = { readonly release: () => void };

/** Takes the lock in `file`, also from a process that has died. Returns the holder if another process has it. */
export function takeLock(file: string): Lock | Holder {
  const self: Holder = { pid: process.pid, started: startOf(process.pid) };
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(self));
  try {
    for (;;) {
      if (create(draft, file)) return { release: () => rmSync(file, { force: true }) };
      const holder = read(file);
      if (holder && isRunning(holder)) return holder;
      removeStale(file);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Creates the lock file with its content at once, by a link; by writing it on file systems without links. */
function create(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
  }
  try {
    writeFileSync(file, readFileSync(draft), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the lock of a dead process. It is moved aside first: if two processes find the same stale lock, the second must
 * not remove the new lock of the first.
 */
function removeStale(file: string): void {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const holder = read(aside);
  if (holder && isRunning(holder)) create(aside, file);
  rmSync(aside, { force: true });
}

function read(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

function isRunning({ pid, started }: Holder): boolean {
  if (!isAlive(pid)) return false;
  const now = startOf(pid);
  return started === null || now === null || now === started;
}

/** Start time of a process in clock ticks since boot, from Linux's /proc; null elsewhere. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain blanks; the start time is the twentieth field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
