import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { recordFile } from '../emit/outputs.ts';
import { hashOf } from '../lib/hash.ts';
import { copy, linkOrCopy } from '../lib/link-file.ts';
import { isAlive } from '../lib/process.ts';
import { writeFile } from '../lib/write-file.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { applyChange, planChange } from './change.ts';
import { carryOver, conflictingEntries, foreignEntries, hasRecord, removeOldOutput, writeRecord } from './foreign.ts';
import { finishCommit, journalOf, writeJournal } from './journal.ts';
import { acquireLock, type Holder, type Lock, lockOf } from './lock.ts';

/**
 * A staging folder. A commit replaces the output folder by it atomically, or moves its files into the output folder if
 * most of the last output stays. Its owner discards it at the end, committed or not.
 */
export type Stage = {
  readonly folder: string;
  /** Writes a file; creates its folders. */
  readonly write: (path: string, content: string | Uint8Array) => void;
  /** Copies a file from elsewhere. */
  readonly copy: (path: string, from: string) => void;
  /** Takes a file from elsewhere that nobody changes: by a link, if the file system can. */
  readonly link: (path: string, from: string) => void;
  /** Keeps a file of the last output. */
  readonly keep: (path: string) => void;
  /** Returns the absolute path at which a file of the new output can be read before the commit. */
  readonly locate: (path: string) => string;
  /**
   * Makes the new output the current one. `files` are all its paths; foreign entries are kept. Fails without any change if
   * a foreign entry conflicts with one of these paths.
   */
  readonly commit: (files: readonly string[]) => Result<Committed>;
  /** Removes the staging folder and releases the lock. */
  readonly discard: () => void;
};

/** `keepsTimes`: all files have the modification times with which they were written. */
export type Committed = { readonly keepsTimes: boolean };

export type StageOptions = {
  /** The site's `.sitegen` folder. */
  readonly work: string;
  /** The output folder. */
  readonly out: string;
  readonly root: string;
};

/**
 * Opens a stage. Fails if the output folder contains the sources, if it contains files but no record of what builds wrote,
 * and if another build is writing to it.
 */
export function openStage(options: StageOptions): Result<Stage> {
  const { work, out } = options;
  mkdirSync(work, { recursive: true });
  const above = dirname(out);
  mkdirSync(above, { recursive: true });
  if (isMountPoint(out)) return fail([mountProblem(out)]);
  let lock: Lock | Holder;
  try {
    lock = acquireLock(lockOf(out));
  } catch (error) {
    if (!unwritable.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return fail([unwritableProblem(above)]);
  }
  if (!('release' in lock)) return fail([lockedProblem(out, lock)]);
  try {
    const problem = unsafeOutputProblem(options);
    if (problem) return releaseAndReturn(lock, fail([problem]));
    // The journal of a build that held the lock when this process started, and was killed since.
    finishCommit(journalOf(options));
    removeLeftovers(options);
    const folder = join(sameDevice(options) ? work : above, stageName(out));
    mkdirSync(folder, { recursive: true });
    return ok(stageIn(folder, options, lock));
  } catch (error) {
    lock.release();
    throw error;
  }
}

function releaseAndReturn<T>(lock: Lock, value: T): T {
  lock.release();
  return value;
}

function stageIn(folder: string, options: StageOptions, lock: Lock): Stage {
  const folders = new Set<string>();
  const withFolder = (path: string): string => {
    const target = join(folder, path);
    const above = dirname(target);
    if (!folders.has(above)) {
      mkdirSync(above, { recursive: true });
      folders.add(above);
    }
    return target;
  };
  const { out } = options;
  const kept = new Set<string>();
  /** False while files move into the output folder: if that is interrupted, the next command needs the others. */
  let isDisposable = true;
  const replace = (files: readonly string[]): Result<Committed> => {
    const foreign = existsSync(out) ? foreignEntries(out) : [];
    const conflicts = conflictingEntries(foreign, [...files, recordFile]);
    if (conflicts.length > 0) return fail(conflicts.map(({ path }) => foreignFileProblem(out, path)));
    for (const path of kept) linkOrCopy(join(out, path), withFolder(path));
    writeRecord(folder, files);
    carryOver(foreign, out, folder);
    // Where a file system has no links, kept files are copied.
    return ok({ keepsTimes: kept.size === 0 }, swap(folder, options).map(movedAsideProblem));
  };
  return {
    folder,
    write: (path, content) => writeFile(withFolder(path), content),
    copy: (path, from) => copy(from, withFolder(path)),
    link: (path, from) => linkOrCopy(from, withFolder(path)),
    keep: (path) => kept.add(path),
    locate: (path) => join(kept.has(path) ? out : folder, path),
    commit: (files) => {
      const change = planChange({ out, stage: folder, files, isKept: (path) => kept.has(path) });
      if (!change) return replace(files);
      writeRecord(folder, files);
      isDisposable = false;
      writeJournal(journalOf(options), change);
      applyChange(change);
      rmSync(journalOf(options));
      isDisposable = true;
      return ok({ keepsTimes: true });
    },
    discard: () => {
      if (isDisposable) rmSync(folder, { recursive: true, force: true });
      lock.release();
    },
  };
}

/** Returns a suffix with a hash of the whole path, since output folders of one `.sitegen` may have the same name. */
const suffixOf = (out: string): string => `${hashOf(out).slice(0, 8)}-${process.pid}`;
const stageName = (out: string): string => `.${basename(out)}.stage-${suffixOf(out)}`;
const oldName = (out: string): string => `.${basename(out)}.old-${suffixOf(out)}`;

function unsafeOutputProblem({ out, root }: StageOptions): Diagnostic | null {
  const pathToRoot = relative(out, root);
  if (pathToRoot === '' || !(pathToRoot === '..' || pathToRoot.startsWith(`..${sep}`))) {
    return problem('OUT_HOLDS_SOURCES', `The output folder ${out} contains the site's own sources.`);
  }
  const stat = lstatSync(out, { throwIfNoEntry: false });
  if (!stat) return null;
  if (!stat.isDirectory()) return problem('OUT_NOT_A_FOLDER', `The output folder ${out} is not a folder.`);
  // A folder with only hidden entries, such as the .git of a new worktree, counts as empty.
  if (hasRecord(out) || readdirSync(out).every((name) => name.startsWith('.'))) return null;
  const domains = readdirSync(out).filter((name) => hasRecord(join(out, name)));
  if (domains.length > 0) return leftDomainsProblem(out, domains);
  return problem(
    'OUT_NOT_OURS',
    `The output folder ${out} contains files, but no record (${recordFile}) of which of them sitegen wrote; nothing was written.`,
  );
}

const problem = (code: string, message: string): Diagnostic => ({
  code,
  severity: 'error',
  message,
  hint: 'Choose another folder with --out or output.dir, or empty that one yourself.',
});

/** Returns whether a file system is mounted at a folder. Such a folder cannot be renamed. */
const isMountPoint = (out: string): boolean =>
  lstatSync(out, { throwIfNoEntry: false })?.isDirectory() === true && statSync(out).dev !== statSync(dirname(out)).dev;

const mountProblem = (out: string): Diagnostic => ({
  code: 'OUT_MOUNT_POINT',
  severity: 'error',
  message: `A file system is mounted at the output folder ${out}, so that a build cannot replace it in one step.`,
  hint: `Choose a folder below it with --out or output.dir, such as ${join(out, 'site')}, or mount the file system one folder above.`,
});

/** Codes of errors of a folder in which this user may not write. A read-only file system has a message of its own. */
const unwritable = ['EACCES', 'EPERM'];

const unwritableProblem = (above: string): Diagnostic => ({
  code: 'OUT_PARENT_NOT_WRITABLE',
  severity: 'error',
  message: `This user cannot write to ${above}, the folder around the output folder, where a build replaces the output in one step.`,
  hint: 'Change its owner or mode, or choose an output folder elsewhere with --out or output.dir.',
});

const leftDomainsProblem = (out: string, domains: readonly string[]): Diagnostic => ({
  code: 'OUT_NOT_OURS',
  severity: 'error',
  message: `The output folder ${out} holds folders of builds with other settings: ${domains.join(', ')}. Nothing was written.`,
  hint: 'Delete them once no host publishes them, or choose another folder with --out or output.dir.',
});

const lockedProblem = (out: string, { pid }: Holder): Diagnostic => ({
  code: 'OUT_LOCKED',
  severity: 'error',
  message: `Another build (process ${pid}) is writing to ${out}.`,
  hint: `Wait for it to end, or choose another folder with --out. If no build is running, delete ${lockOf(out)}.`,
});

const foreignFileProblem = (out: string, path: string): Diagnostic => ({
  code: 'OUT_FOREIGN_FILE',
  severity: 'error',
  message: `${join(out, path)} was not written by sitegen, but an output file of the site needs its name; nothing was written.`,
  hint: 'Move or delete it, or change the path of the page or public file.',
});

const movedAsideProblem = (file: string): Diagnostic => ({
  code: 'OUT_FILE_ASIDE',
  severity: 'warning',
  message: `${file} was added to the output folder during the build, at the path of an output file; it was moved aside.`,
  hint: 'Move it to another path.',
});

function sameDevice({ work, out }: StageOptions): boolean {
  const existing = existsSync(out) ? out : dirname(out);
  return statSync(work).dev === statSync(existing).dev;
}

/**
 * Replaces the output folder by the staging folder: two renames, with a journal. If the process is killed in between,
 * the old site is left under another name, and `recover` renames it back. Returns the files that were moved aside.
 */
function swap(folder: string, options: StageOptions): readonly string[] {
  const { out } = options;
  if (!existsSync(out)) {
    renameSync(folder, out);
    return [];
  }
  const old = join(dirname(folder), oldName(out));
  const journal = journalOf(options);
  writeJournal(journal, { out, old });
  renameSync(out, old);
  try {
    renameSync(folder, out);
  } catch (error) {
    renameSync(old, out);
    rmSync(journal);
    throw error;
  }
  rmSync(journal);
  return removeOldOutput(old, out);
}

const leftover = /^\.(.+)\.(stage|old)-(?:([0-9a-f]{8})-)?(\d+)$/;

/**
 * Removes the folders that killed builds left: all of this output folder, whose lock this build holds, and the staging
 * folders of others.
 */
function removeLeftovers({ work, out }: StageOptions): void {
  const ownHash = hashOf(out).slice(0, 8);
  for (const folder of new Set([work, dirname(out)])) {
    for (const name of readdirSync(folder)) {
      const [, , kind, hash, pid] = leftover.exec(name) ?? [];
      if (kind === undefined || (hash !== ownHash && (folder !== work || isAlive(Number(pid))))) continue;
      if (kind === 'stage') rmSync(join(folder, name), { recursive: true, force: true });
      else if (hash === ownHash && existsSync(out)) removeOldOutput(join(folder, name), out);
    }
  }
}
