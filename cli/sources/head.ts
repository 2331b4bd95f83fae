import { closeSync, openSync, readSync } from 'node:fs';
import { decode } from './encoding.ts';

/** The beginning of a text file, up to the end of its front matter; `isComplete` if that is the whole file. */
export type Head = { readonly text: string; readonly isComplete: boolean };

/** For longer front matter the whole file is read. */
const MAX_HEAD_BYTES = 2048;

const buffer = Buffer.allocUnsafe(MAX_HEAD_BYTES);

/** Reads the beginning of a file. Throws as `fs` does. */
export function readHead(path: string): Head {
  const { bytes, isComplete } = headOf(path);
  return { text: decode(bytes), isComplete };
}

/** Like `readHead`, as bytes that are valid until the next call, which reuses their buffer. */
export function headOf(path: string): { readonly bytes: Buffer; readonly isComplete: boolean } {
  const file = openSync(path, 'r');
  try {
    const length = readSync(file, buffer, 0, MAX_HEAD_BYTES, 0);
    const read = buffer.subarray(0, length);
    const fence = read.indexOf('\n---', 3);
    const end = fence < 0 ? -1 : read.indexOf('\n', fence + 1);
    if (end < 0) return { bytes: read, isComplete: length < MAX_HEAD_BYTES };
    return { bytes: read.subarray(0, end + 1), isComplete: false };
  } finally {
    closeSync(file);
  }
}
