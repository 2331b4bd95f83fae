import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '../lib/process.ts';
import { writeFile } from '../lib/write-file.ts';

/** The process that holds a lock, as the lock file describes it. */
export type Holder = {
  readonly pid: number;
  /** Start time of the process, which distinguishes it from a later one with the same pid; null if unknown. */
  readonly started: string | null;
};

export type Lock = { readonly release: () => void };

/** Returns the path of the lock file of an output folder. */
export const lockOf = (out: string): string => join(dirname(out), `.${basename(out)}.lock`);

/**
 * Acquires the lock in `file`, even if a process that has died holds it. Returns the holder if it is running. The end of
 * this process releases the lock.
 */
export function acquireLock(file: string): Lock | Holder {
  const self: Holder = { pid: process.pid, started: startTimeOf(process.pid) };
  const temporary = `${file}.${process.pid}`;
  try {
    writeFile(temporary, JSON.stringify(self));
    for (;;) {
      if (createLockFile(temporary, file)) return lockIn(file);
      const holder = read(file);
      if (holder && isRunning(holder)) return holder;
      removeStale(file);
    }
  } finally {
    rmSync(temporary, { force: true });
  }
}

function lockIn(file: string): Lock {
  const remove = () => rmSync(file, { force: true });
  process.once('exit', remove);
  return {
    release: () => {
      process.off('exit', remove);
      remove();
    },
  };
}

/**
 * Creates the lock file with its content atomically, by a link; on file systems without links, by writing it. Returns
 * false if it exists.
 */
function createLockFile(temporary: string, file: string): boolean {
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
  }
  try {
    writeFileSync(file, readFileSync(temporary), { flag: 'wx' });
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
  if (holder && isRunning(holder)) createLockFile(aside, file);
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
  const now = startTimeOf(pid);
  return started === null || now === null || now === started;
}

/** Returns the start time of a process in clock ticks since boot, from Linux's /proc; null on other systems. */
function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces; the start time is the twentieth field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
