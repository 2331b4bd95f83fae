import {
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { recordFile } from '../emit/outputs.ts';
import { entryStatOf } from '../lib/stat.ts';
import { writeFile } from '../lib/write-file.ts';

/** Something in an output folder that no build wrote: a file, a symbolic link, or an empty folder. */
export type Foreign = { readonly path: string; readonly kind: 'file' | 'link' | 'folder' };

/** Changes with the shape of the record. */
const version = 1;

/** Writes the record of an output folder: the paths that belong to the build, which alone later builds may delete. */
export function writeRecord(folder: string, files: readonly string[]): void {
  writeFile(join(folder, recordFile), JSON.stringify({ version, files }));
}

/** The paths that belong to builds; null for a folder without a readable record. */
export function readRecord(folder: string): ReadonlySet<string> | null {
  try {
    const record = JSON.parse(readFileSync(join(folder, recordFile), 'utf8')) as { version: number; files: string[] };
    return record.version === version ? new Set([...record.files, recordFile]) : null;
  } catch {
    return null;
  }
}

/** Everything in an output folder that no build wrote. */
export function foreignIn(folder: string): readonly Foreign[] {
  const own = readRecord(folder) ?? new Set<string>();
  const found: Foreign[] = [];
  const walk = (path: string): void => {
    const entries = readdirSync(join(folder, path), { withFileTypes: true });
    if (entries.length === 0 && path !== '') found.push({ path, kind: 'folder' });
    for (const entry of entries) {
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) walk(below);
      else if (!own.has(below)) found.push({ path: below, kind: entry.isSymbolicLink() ? 'link' : 'file' });
    }
  };
  walk('');
  return found;
}

/** Of what is foreign, that which is in the way of output files: at the path of one, above it or below it. */
export function clashesOf(foreign: readonly Foreign[], files: readonly string[]): readonly Foreign[] {
  const taken = new Set(files);
  const folders = new Set(files.flatMap(foldersAbove));
  return foreign.filter(
    ({ path, kind }) =>
      taken.has(path) || (kind !== 'folder' && folders.has(path)) || foldersAbove(path).some((one) => taken.has(one)),
  );
}

function foldersAbove(path: string): readonly string[] {
  const above: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) above.push(path.slice(0, at));
  return above;
}

/** Gives foreign entries a second name in another folder. Nothing is taken from where they are. */
export function carry(foreign: readonly Foreign[], from: string, to: string): void {
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

/** Shares a file where the file system can; otherwise copies it. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copy(from, to);
  }
}

/** Copies a file; where the file system shares blocks until one of the copies changes, that takes no room. */
export const copy = (from: string, to: string): void => copyFileSync(from, to, constants.COPYFILE_FICLONE);

/**
 * Removes the folder that was the output folder before, once what is foreign in it is in the new one. What was put there
 * meanwhile is carried over as well; what has no room there stays, and its paths are returned.
 */
export function retire(old: string, out: string): readonly string[] {
  const left: string[] = [];
  for (const one of foreignIn(old)) {
    const [before, now] = [join(old, one.path), join(out, one.path)];
    if (!entryStatOf(now)) {
      mkdirSync(dirname(now), { recursive: true });
      carry([one], old, out);
    } else if (!isCarried(one, before, now)) left.push(before);
  }
  if (left.length === 0) rmSync(old, { recursive: true, force: true });
  return left;
}

function isCarried({ kind }: Foreign, before: string, now: string): boolean {
  const [a, b] = [lstatSync(before), lstatSync(now)];
  if (kind === 'folder') return b.isDirectory();
  if (kind === 'link') return b.isSymbolicLink() && readlinkSync(before) === readlinkSync(now);
  return (a.ino === b.ino && a.dev === b.dev) || readFileSync(before).equals(readFileSync(now));
}
