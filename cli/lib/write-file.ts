import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { entryStatOf } from './stat.ts';

/**
 * Writes a file synchronously. Errors always contain the path; those of `writeFileSync` lack it when the disk is full.
 */
export function writeFile(file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw errorWithPath(file, error);
  }
}

/** Returns the error, with `file` as its `path` unless it already has one. */
export function errorWithPath(file: string, error: unknown): unknown {
  return error instanceof Error && !('path' in error) ? Object.assign(error, { path: file }) : error;
}

/** Moves a finished file to a path of a cache, in place of what is there, be it a folder. */
export function moveIntoCache(finished: string, path: string): void {
  try {
    renameSync(finished, path);
  } catch (error) {
    if (!entryStatOf(path)?.isDirectory()) throw error;
    rmSync(path, { recursive: true });
    renameSync(finished, path);
  }
}
