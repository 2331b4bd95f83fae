import { writeFileSync } from 'node:fs';

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
