import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashOf } from '../lib/hash.ts';
import { writeFile } from '../lib/write-file.ts';
import { applyChange, type Change } from './change.ts';
import { acquireLock, lockOf } from './lock.ts';

/** The plan of a commit, in case it is interrupted: the swap of whole folders, or a change file by file. */
export type Journal = { readonly out: string; readonly old: string } | Change;

/** Returns the path of the journal for commits to an output folder, in the site's `.sitegen` folder. */
export const journalOf = ({ work, out }: { readonly work: string; readonly out: string }): string =>
  join(work, `swap-${hashOf(out).slice(0, 8)}.json`);

/** Writes a journal atomically. */
export function writeJournal(file: string, journal: Journal): void {
  writeFile(`${file}.new`, JSON.stringify(journal));
  renameSync(`${file}.new`, file);
}

/**
 * Finishes the commit that a journal describes, if there is one, and removes the journal. The caller holds the lock of
 * the output folder.
 */
export function finishCommit(file: string): void {
  const journal = readJournal(file);
  if (journal) settle(journal);
  rmSync(file, { force: true });
}

/** Finishes the commits of all builds that were killed. */
export function recover(work: string): void {
  const names = existsSync(work) ? readdirSync(work) : [];
  for (const name of names.filter((entry) => /^swap.*\.json$/.test(entry))) {
    const file = join(work, name);
    const journal = readJournal(file);
    const lock = journal && existsSync(dirname(journal.out)) ? acquireLock(lockOf(journal.out)) : null;
    // The journal of a running build belongs to that build.
    if (lock && !('release' in lock)) continue;
    finishCommit(file);
    lock?.release();
  }
}

/** Reverts a swap after its first rename, and completes a change whose files began to move. */
function settle(journal: Journal): void {
  const outExists = existsSync(journal.out);
  if ('old' in journal) {
    if (!outExists && existsSync(journal.old)) renameSync(journal.old, journal.out);
  } else {
    if (outExists) applyChange(journal);
    rmSync(journal.stage, { recursive: true, force: true });
  }
}

/** Returns null for a missing journal, and for one that was cut short: no rename followed it. */
function readJournal(file: string): Journal | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Journal;
  } catch {
    return null;
  }
}
