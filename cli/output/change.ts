import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { recordFile } from '../emit/outputs.ts';
import { entryStatOf } from '../lib/stat.ts';
import { foldersAbove, readRecord } from './foreign.ts';

/** A change of an output folder that is applied file by file: all its files are complete before the first one moves. */
export type Change = {
  /** The output folder. */
  readonly out: string;
  /** The folder with the new files. */
  readonly stage: string;
  /** Paths of the new files, in the order in which they move. */
  readonly files: readonly string[];
  /** Paths of the files that are removed. */
  readonly removed: readonly string[];
};

/** A change of more files replaces the whole folder: readers would see old and new files beside each other for long. */
const maxFiles = 1000;

/** A change of a larger fraction of the files replaces the whole folder as well. */
const maxFraction = 0.25;

export type ChangeInput = {
  readonly out: string;
  readonly stage: string;
  /** Paths of all files of the new output. */
  readonly files: readonly string[];
  /** True if the last output has the file of this path unchanged. */
  readonly isKept: (path: string) => boolean;
};

/**
 * Plans the change from the last output to the new one. Null if it is not small, or if something in the folder that no
 * build wrote is in its way: then the whole folder is to be replaced.
 */
export function planChange({ out, stage, files, isKept }: ChangeInput): Change | null {
  const own = readRecord(out);
  if (!own) return null;
  const staged = files.filter((path) => !isKept(path));
  const all = new Set([...files, recordFile]);
  const removed = [...own].filter((path) => !all.has(path));
  const count = staged.length + removed.length;
  if (count > maxFiles || count > maxFraction * files.length) return null;
  const isFolder = folderCheck(out);
  const fits = (path: string): boolean => {
    const entry = entryStatOf(join(out, path));
    return (own.has(path) ? !entry || entry.isFile() : !entry) && foldersAbove(path).every(isFolder);
  };
  return staged.every(fits) ? { out, stage, files: [...staged].sort(byTime), removed } : null;
}

/** True for what is a folder or does not exist. */
function folderCheck(out: string): (path: string) => boolean {
  const answers = new Map<string, boolean>();
  return (path) => {
    const found = answers.get(path);
    if (found !== undefined) return found;
    const entry = entryStatOf(join(out, path));
    const answer = !entry || entry.isDirectory();
    answers.set(path, answer);
    return answer;
  };
}

/** Assets before the pages that load them, the manifest after all pages. */
const byTime = (a: string, b: string): number => rankOf(a) - rankOf(b) || (a < b ? -1 : 1);
const rankOf = (path: string): number => (path.startsWith('assets/') ? 0 : path.startsWith('builds/') ? 2 : 1);

/**
 * Moves the files of a change into the output folder, its record last, and removes what is no longer part of it. Files
 * that were moved before an interruption are passed over, so a change may be applied again until it is whole.
 */
export function applyChange({ out, stage, files, removed }: Change): void {
  const folders = new Set<string>();
  for (const path of [...files, recordFile]) {
    const from = join(stage, path);
    if (!entryStatOf(from)) continue;
    const to = join(out, path);
    if (!folders.has(dirname(to))) mkdirSync(dirname(to), { recursive: true });
    folders.add(dirname(to));
    renameSync(from, to);
  }
  for (const path of removed) {
    const entry = entryStatOf(join(out, path));
    if (!entry || entry.isDirectory()) continue;
    rmSync(join(out, path));
    removeEmptyFolders(out, path);
  }
}

function removeEmptyFolders(out: string, path: string): void {
  for (const folder of [...foldersAbove(path)].reverse()) {
    if (readdirSync(join(out, folder)).length > 0) return;
    rmdirSync(join(out, folder));
  }
}
