import { closeSync, openSync, readSync } from 'node:fs';
import { decode } from './encoding.ts';

/** The beginning of a text file, up to the end of its front matter; `whole` where that is all of the file. */
export type Head = { readonly text: string; readonly whole: boolean };

/** Front matter that goes on for longer is looked for in the whole file. */
const headBytes = 2048;

const buffer = Buffer.allocUnsafe(headBytes);

/** Reads the beginning of a file. Throws as `fs` does. */
export function readHead(path: string): Head {
  const { bytes, whole } = headOf(path);
  return { text: decode(bytes), whole };
}

/** The same as bytes, which hold until the next call: one buffer serves all files, as most of a file is never asked for. */
export function headOf(path: string): { readonly bytes: Buffer; readonly whole: boolean } {
  const file = openSync(path, 'r');
  try {
    const length = readSync(file, buffer, 0, headBytes, 0);
    const read = buffer.subarray(0, length);
    const fence = read.indexOf('\n---', 3);
    const end = fence < 0 ? -1 : read.indexOf('\n', fence + 1);
    if (end < 0) return { bytes: read, whole: length < headBytes };
    return { bytes: read.subarray(0, end + 1), whole: false };
  } finally {
    closeSync(file);
  }
}
