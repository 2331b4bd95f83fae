import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { recordFile } from '../emit/outputs.ts';
import { entryStatOf } from '../lib/stat.ts';
import { foldersAbove, isRecord, readRecord } from './foreign.ts';

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

/** A change of more files replaces the whole folder, since readers would see a mixture of old and new files for long. */
const maxFiles = 1000;

/** A change of a larger fraction of the files replaces the whole folder as well. */
const maxFraction = 0.25;

export type ChangeInput = {
  readonly out: string;
  readonly stage: string;
  /** Paths of all files of the new output. */
  readonly files: readonly string[];
  /** Returns whether the last output has an unchanged file at a path. */
  readonly isKept: (path: string) => boolean;
};

/**
 * Plans the change from the last output to the new one. Returns null if the whole folder must be replaced: the change is
 * not small, or it conflicts with an entry of the folder that no build wrote.
 */
export function planChange({ out, stage, files, isKept }: ChangeInput): Change | null {
  // With the same files as before, none is removed, and each is in the record.
  const isSameRecord = isRecord(out, files);
  const recorded = isSameRecord ? null : readRecord(out);
  if (!isSameRecord && !recorded) return null;
  const isRecorded = (path: string): boolean => recorded === null || recorded.has(path);
  const staged = files.filter((path) => !isKept(path));
  const removed = recorded ? pathsBesides(recorded, [...files, recordFile]) : [];
  const count = staged.length + removed.length;
  if (count > maxFiles || count > maxFraction * files.length) return null;
  const isFolder = folderCheck(out);
  const canMove = (path: string): boolean => {
    const entry = entryStatOf(join(out, path));
    return (isRecorded(path) ? !entry || entry.isFile() : !entry) && foldersAbove(path).every(isFolder);
  };
  return staged.every(canMove) ? { out, stage, files: [...staged].sort(byMoveOrder), removed } : null;
}

/** Returns the paths of a set that are not in a list. */
function pathsBesides(paths: ReadonlySet<string>, list: readonly string[]): readonly string[] {
  const all = new Set(list);
  return [...paths].filter((path) => !all.has(path));
}

/** Returns a function that returns whether a path is a folder or does not exist. */
function folderCheck(out: string): (path: string) => boolean {
  const cache = new Map<string, boolean>();
  return (path) => {
    const cached = cache.get(path);
    if (cached !== undefined) return cached;
    const entry = entryStatOf(join(out, path));
    const isFolder = !entry || entry.isDirectory();
    cache.set(path, isFolder);
    return isFolder;
  };
}

/** Orders assets before the pages that load them, and the manifest after all pages. */
const byMoveOrder = (a: string, b: string): number => rankOf(a) - rankOf(b) || (a < b ? -1 : 1);
const rankOf = (path: string): number => (path.startsWith('assets/') ? 0 : path.startsWith('builds/') ? 2 : 1);

/**
 * Moves the files of a change into the output folder, its record last, and removes what is no longer part of it. Files
 * that were moved before an interruption are skipped, so an interrupted change can be applied again.
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
