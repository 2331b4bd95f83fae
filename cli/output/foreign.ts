import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { recordFile } from '../emit/outputs.ts';
import { linkOrCopy } from '../lib/link-file.ts';
import { entryStatOf } from '../lib/stat.ts';
import { writeFile } from '../lib/write-file.ts';

/** An entry of an output folder that no build wrote: a file, a symbolic link, or an empty folder. */
export type ForeignEntry = { readonly path: string; readonly kind: 'file' | 'link' | 'folder' };

/** Version of the record's format. */
const version = 1;

/** Writes the record of an output folder: the paths that the build wrote. Later builds delete only these. */
export function writeRecord(folder: string, files: readonly string[]): void {
  writeFile(join(folder, recordFile), recordOf(files));
}

const recordOf = (files: readonly string[]): string => JSON.stringify({ version, files });

/** Returns whether the record of an output folder lists some paths, in this order. */
export function isRecord(folder: string, files: readonly string[]): boolean {
  try {
    return readFileSync(join(folder, recordFile), 'utf8') === recordOf(files);
  } catch {
    return false;
  }
}

/** Returns the paths that builds wrote; null if the folder has no readable record. */
export function readRecord(folder: string): ReadonlySet<string> | null {
  const files = recordedFiles(folder);
  return files && new Set([...files, recordFile]);
}

/** Returns whether a folder has a readable record. */
export const hasRecord = (folder: string): boolean => recordedFiles(folder) !== null;

function recordedFiles(folder: string): readonly string[] | null {
  try {
    const record = JSON.parse(readFileSync(join(folder, recordFile), 'utf8')) as { version: number; files: string[] };
    return record.version === version && Array.isArray(record.files) ? record.files : null;
  } catch {
    return null;
  }
}

/**
 * Removes what builds wrote into an output folder, its record last: an interrupted removal is completed by the next one.
 * All other entries stay, and the folders that contain them.
 */
export function removeRecorded(folder: string): void {
  const recorded = [...(readRecord(folder) ?? [])].filter((path) => !path.split('/').includes('..'));
  const files = recorded.filter((path) => path !== recordFile);
  for (const path of files) rmSync(join(folder, path), { force: true });
  // A folder is empty once the longer paths below it are gone.
  const folders = [...new Set(files.flatMap(foldersAbove))].sort((a, b) => b.length - a.length);
  for (const path of folders) removeIfEmpty(join(folder, path));
  rmSync(join(folder, recordFile), { force: true });
}

function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Returns all entries of an output folder that no build wrote. */
export function foreignEntries(folder: string): readonly ForeignEntry[] {
  const recorded = readRecord(folder) ?? new Set<string>();
  const found: ForeignEntry[] = [];
  const walk = (path: string): void => {
    const entries = readdirSync(join(folder, path), { withFileTypes: true });
    if (entries.length === 0 && path !== '') found.push({ path, kind: 'folder' });
    for (const entry of entries) {
      const entryPath = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) walk(entryPath);
      else if (!recorded.has(entryPath))
        found.push({ path: entryPath, kind: entry.isSymbolicLink() ? 'link' : 'file' });
    }
  };
  walk('');
  return found;
}

/** Returns the foreign entries that conflict with output files: at the path of one, above it or below it. */
export function conflictingEntries(
  foreign: readonly ForeignEntry[],
  files: readonly string[],
): readonly ForeignEntry[] {
  const outputs = new Set(files);
  const folders = new Set(files.flatMap(foldersAbove));
  return foreign.filter(
    ({ path, kind }) =>
      outputs.has(path) ||
      (kind !== 'folder' && folders.has(path)) ||
      foldersAbove(path).some((folder) => outputs.has(folder)),
  );
}

/** Returns the paths of the folders that contain an entry, outermost first. */
export function foldersAbove(path: string): readonly string[] {
  const above: string[] = [];
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) above.push(path.slice(0, end));
  return above;
}

/** Links or copies foreign entries into another folder, and keeps the originals. */
export function carryOver(foreign: readonly ForeignEntry[], from: string, to: string): void {
  for (const { path, kind } of foreign) {
    for (const folder of foldersAbove(path)) copyFolder(join(from, folder), join(to, folder));
    if (kind === 'folder') copyFolder(join(from, path), join(to, path));
    else if (kind === 'link') symlinkSync(readlinkSync(join(from, path)), join(to, path));
    else linkOrCopy(join(from, path), join(to, path));
  }
}

function copyFolder(from: string, to: string): void {
  if (!entryStatOf(to)) mkdirSync(to, { mode: statSync(from).mode });
}

/**
 * Removes the previous output folder after its foreign entries were carried over to the new one. Carries over entries
 * that appeared meanwhile as well. Keeps the folder if some of these conflict with output files, and returns their paths.
 */
export function removeOldOutput(old: string, out: string): readonly string[] {
  const conflicts: string[] = [];
  for (const entry of foreignEntries(old)) {
    const [oldPath, newPath] = [join(old, entry.path), join(out, entry.path)];
    if (!entryStatOf(newPath)) {
      mkdirSync(dirname(newPath), { recursive: true });
      carryOver([entry], old, out);
    } else if (!isCarriedOver(entry, oldPath, newPath)) conflicts.push(oldPath);
  }
  if (conflicts.length === 0) removeAsStage(old);
  return conflicts;
}

/**
 * Removes an old output folder under the name of a staging folder: what an interruption leaves of that is removed later. Under
 * its own name, files whose record is gone would be taken for entries of others and carried over into the site.
 */
function removeAsStage(old: string): void {
  const stage = join(dirname(old), basename(old).replace('.old-', '.stage-'));
  renameSync(old, stage);
  rmSync(stage, { recursive: true, force: true });
}

function isCarriedOver({ kind }: ForeignEntry, oldPath: string, newPath: string): boolean {
  const [a, b] = [lstatSync(oldPath), lstatSync(newPath)];
  if (kind === 'folder') return b.isDirectory();
  if (kind === 'link') return b.isSymbolicLink() && readlinkSync(oldPath) === readlinkSync(newPath);
  return (a.ino === b.ino && a.dev === b.dev) || readFileSync(oldPath).equals(readFileSync(newPath));
}
