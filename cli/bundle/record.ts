import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { loadCache, saveCache } from '../lib/cache-file.ts';
import { hashOf } from '../lib/hash.ts';
import { statOf } from '../lib/stat.ts';
import { areCurrent, type BundleInput } from './inputs.ts';
import type { Mode } from './vite.ts';

/** The record in the folder of a cached bundle that decides whether the bundle can be reused. */
type BundleRecord = {
  /** Key of the request. */
  readonly request: string;
  readonly inputs: readonly BundleInput[];
  /** The files of the bundle as they were written: path below its folder, bytes, time of the last change, content hash. */
  readonly files: readonly BundleFile[];
};

type BundleFile = readonly [path: string, bytes: number, ctimeMs: number, hash: string];

/** Its inputs have the paths of this machine. */
export const recordFile = 'inputs.json';
const format = 'bundle 4';

/** Returns the record of the bundle in a folder; null if there is none, or if the bundle is damaged or out of date. */
export function currentRecord(folder: string): BundleRecord | null {
  const record = intactRecord(folder);
  return record && areCurrent(record.inputs) ? record : null;
}

/** Returns whether the files of the bundle in a folder are as they were written. */
export const isIntactBundle = (folder: string): boolean => intactRecord(folder) !== null;

function intactRecord(folder: string): BundleRecord | null {
  const record = loadCache<BundleRecord>(join(folder, recordFile), format);
  return record?.files.every((file) => isIntact(folder, file)) ? record : null;
}

/** A file is read only if something changed since, as when all of the cache was copied: no program can set this time. */
function isIntact(folder: string, [path, bytes, ctimeMs, hash]: BundleFile): boolean {
  const file = join(folder, path);
  const stat = statOf(file);
  if (!stat?.isFile() || stat.size !== bytes) return false;
  return stat.ctimeMs === ctimeMs || hashOf(readFileSync(file)) === hash;
}

/** Writes the record of the bundle in a folder, whose files are complete. */
export function writeRecord(folder: string, request: string, inputs: readonly BundleInput[]): void {
  const files = bundleFiles(folder).flatMap((path): BundleFile[] => {
    const stat = path === recordFile ? undefined : statOf(join(folder, path));
    return stat ? [[path, stat.size, stat.ctimeMs, hashOf(readFileSync(join(folder, path)))]] : [];
  });
  saveCache(join(folder, recordFile), format, { request, inputs, files } satisfies BundleRecord);
}

/** Returns the paths of the files in the folder of a bundle. */
export function bundleFiles(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Returns whether a bundle of the mode is cached, current or not. */
export const hasBundles = (work: string, mode: Mode): boolean => bundleFolders(work, mode).length > 0;

/**
 * Returns the folders of finished bundles of a mode, the most recently used first. Temporary folders are excluded by
 * their prefix.
 */
export function bundleFolders(work: string, mode: Mode): readonly string[] {
  try {
    return readdirSync(join(work, 'bundles'))
      .filter((name) => name.startsWith(`${mode}-`))
      .map((name) => join(work, 'bundles', name))
      .map((folder) => ({ folder, usedMs: statOf(folder)?.mtimeMs ?? 0 }))
      .sort((a, b) => b.usedMs - a.usedMs)
      .map(({ folder }) => folder);
  } catch {
    return [];
  }
}
