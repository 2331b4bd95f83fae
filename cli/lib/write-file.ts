import { writeFileSync } from 'node:fs';

/** `writeFileSync`, whose errors always name the file: when a disk is full, Node's do not. */
export function writeFile(file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw naming(file, error);
  }
}

/** The error, with the file as its path unless it names one. */
export function naming(file: string, error: unknown): unknown {
  return error instanceof Error && !('path' in error) ? Object.assign(error, { path: file }) : error;
}
