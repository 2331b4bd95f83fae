import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { recordFile } from '../emit/outputs.ts';
import { hashOf } from '../lib/hash.ts';
import { writeFile } from '../lib/write-file.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { carry, clashesOf, copy, foreignIn, linkOrCopy, readRecord, retire, writeRecord } from './foreign.ts';
import { type Holder, isAlive, type Lock, takeLock } from './lock.ts';

/** A folder that becomes the output folder in one step. Its owner discards it at the end, committed or not. */
export type Stage = {
  readonly folder: string;
  /** Writes a file; folders appear as needed. */
  readonly write: (path: string, content: string | Uint8Array) => void;
  /** Takes a file from elsewhere. `link` shares it, which is for files of the last output only; `copy` never does. */
  readonly take: (path: string, from: string, how: 'link' | 'copy') => void;
  /**
   * Replaces the output folder, in which `files` are what the build wrote; what others put there stays. Fails and
   * changes nothing where such a file has the name of one of these.
   */
  readonly commit: (files: readonly string[]) => Result<null>;
  /** Removes what is staged and lets the next build in. */
  readonly discard: () => void;
};

export type StageOptions = {
  /** The site's `.sitegen` folder. */
  readonly work: string;
  /** The output folder. */
  readonly out: string;
  readonly root: string;
};

/**
 * Opens a stage. Fails when the output folder would swallow the sources, when it holds something and no record of what
 * builds wrote there, and when another build is writing to it.
 */
export function openStage(options: StageOptions): Result<Stage> {
  const { work, out } = options;
  mkdirSync(work, { recursive: true });
  const above = dirname(out);
  mkdirSync(above, { recursive: true });
  const lock = takeLock(lockOf(out));
  if (!('release' in lock)) return fail([locked(out, lock)]);
  try {
    const problem = unsafe(options);
    if (problem) return releasing(lock, fail([problem]));
    removeLeftovers(options);
    const folder = join(sameDevice(options) ? work : above, stageName(out));
    mkdirSync(folder, { recursive: true });
    return ok(stageIn(folder, options, lock));
  } catch (error) {
    lock.release();
    throw error;
  }
}

function releasing<T>(lock: Lock, value: T): T {
  lock.release();
  return value;
}

function stageIn(folder: string, options: StageOptions, lock: Lock): Stage {
  const made = new Set<string>();
  const parent = (path: string): string => {
    const absolute = join(folder, path);
    const above = dirname(absolute);
    if (!made.has(above)) {
      mkdirSync(above, { recursive: true });
      made.add(above);
    }
    return absolute;
  };
  return {
    folder,
    write: (path, content) => writeFile(parent(path), content),
    take: (path, from, how) => (how === 'link' ? linkOrCopy(from, parent(path)) : copy(from, parent(path))),
    commit: (files) => {
      const foreign = existsSync(options.out) ? foreignIn(options.out) : [];
      const clashes = clashesOf(foreign, [...files, recordFile]);
      if (clashes.length > 0) return fail(clashes.map(({ path }) => clash(options.out, path)));
      writeRecord(folder, files);
      carry(foreign, options.out, folder);
      return ok(null, swap(folder, options).map(leftBehind));
    },
    discard: () => {
      rmSync(folder, { recursive: true, force: true });
      lock.release();
    },
  };
}

const lockOf = (out: string): string => join(dirname(out), `.${basename(out)}.lock`);

/** Two output folders may have the same name and one `.sitegen`, so the name holds a hash of the whole path. */
const suffixOf = (out: string): string => `${hashOf(out).slice(0, 8)}-${process.pid}`;
const stageName = (out: string): string => `.${basename(out)}.stage-${suffixOf(out)}`;
const oldName = (out: string): string => `.${basename(out)}.old-${suffixOf(out)}`;

function unsafe({ out, root }: StageOptions): Diagnostic | null {
  const inside = relative(out, root);
  if (inside === '' || !(inside === '..' || inside.startsWith(`..${sep}`))) {
    return problem('OUT_HOLDS_SOURCES', `The output folder ${out} holds the site's own sources.`);
  }
  const stat = lstatSync(out, { throwIfNoEntry: false });
  if (!stat) return null;
  if (!stat.isDirectory()) return problem('OUT_NOT_A_FOLDER', `The output folder ${out} is not a folder.`);
  // Hidden entries alone, such as the .git of a new worktree, are in nobody's way.
  if (readRecord(out) !== null || readdirSync(out).every((name) => name.startsWith('.'))) return null;
  return problem(
    'OUT_NOT_OURS',
    `The output folder ${out} holds files, but no record (${recordFile}) of which of them sitegen wrote; nothing was written.`,
  );
}

const problem = (code: string, message: string): Diagnostic => ({
  code,
  severity: 'error',
  message,
  hint: 'Choose another folder with --out or output.dir, or empty that one yourself.',
});

const locked = (out: string, { pid }: Holder): Diagnostic => ({
  code: 'OUT_LOCKED',
  severity: 'error',
  message: `Another build (process ${pid}) is writing to ${out}.`,
  hint: `Wait for it to end, or choose another folder with --out. If no build is running, delete ${lockOf(out)}.`,
});

const clash = (out: string, path: string): Diagnostic => ({
  code: 'OUT_FOREIGN_FILE',
  severity: 'error',
  message: `${join(out, path)} was not written by sitegen, but an output file of the site needs its name; nothing was written.`,
  hint: 'Move or delete it, or change the path of the page or public file.',
});

const leftBehind = (file: string): Diagnostic => ({
  code: 'OUT_FILE_ASIDE',
  severity: 'warning',
  message: `${file} appeared in the output folder during the build, where an output file has its name now; it was kept aside.`,
  hint: 'Move it to where it belongs.',
});

function sameDevice({ work, out }: StageOptions): boolean {
  const existing = existsSync(out) ? out : dirname(out);
  return statSync(work).dev === statSync(existing).dev;
}

const noteOf = ({ work, out }: StageOptions): string => join(work, `swap-${hashOf(out).slice(0, 8)}.json`);

type Note = { readonly out: string; readonly old: string };

/**
 * Puts the stage in the place of the output folder: two renames, with a note of what is going on. A process killed in
 * between leaves the old site beside its place, and `recover` puts it back. Returns the files that were kept aside.
 */
function swap(folder: string, options: StageOptions): readonly string[] {
  const { out } = options;
  if (!existsSync(out)) {
    renameSync(folder, out);
    return [];
  }
  const old = join(dirname(folder), oldName(out));
  const note = noteOf(options);
  writeFile(note, JSON.stringify({ out, old } satisfies Note));
  renameSync(out, old);
  try {
    renameSync(folder, out);
  } catch (error) {
    renameSync(old, out);
    rmSync(note);
    throw error;
  }
  rmSync(note);
  return retire(old, out);
}

/** Puts the old site back where a build was killed between the two renames of its swap. */
export function recover(work: string): void {
  const names = existsSync(work) ? readdirSync(work) : [];
  for (const name of names.filter((one) => /^swap.*\.json$/.test(one))) {
    const note = readNote(join(work, name));
    const lock = note && existsSync(dirname(note.out)) ? takeLock(lockOf(note.out)) : null;
    // A note without a reader was cut short, so no rename followed it. One of a running build is that build's.
    if (lock && !('release' in lock)) continue;
    if (note && !existsSync(note.out) && existsSync(note.old)) renameSync(note.old, note.out);
    rmSync(join(work, name), { force: true });
    lock?.release();
  }
}

function readNote(file: string): Note | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Note;
  } catch {
    return null;
  }
}

const leftover = /^\.(.+)\.(stage|old)-(?:([0-9a-f]{8})-)?(\d+)$/;

/** Removes what killed builds left: of this output folder whatever is there, since its lock is ours; of others stages. */
function removeLeftovers({ work, out }: StageOptions): void {
  const mine = hashOf(out).slice(0, 8);
  for (const folder of new Set([work, dirname(out)])) {
    for (const name of readdirSync(folder)) {
      const [, , kind, hash, pid] = leftover.exec(name) ?? [];
      if (kind === undefined || (hash !== mine && (folder !== work || isAlive(Number(pid))))) continue;
      if (kind === 'stage') rmSync(join(folder, name), { recursive: true, force: true });
      else if (hash === mine && existsSync(out)) retire(join(folder, name), out);
    }
  }
}
