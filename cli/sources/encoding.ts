import { isUtf8 } from 'node:buffer';
import type { Diagnostic } from '../contract.ts';
import { decode } from './head.ts';

/** An error for a text that is not UTF-8, at its first invalid byte; null for one that is. */
export function encodingProblem(file: string, bytes: Uint8Array): Diagnostic | null {
  if (isUtf8(bytes)) return null;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // What cannot be decoded becomes U+FFFD, so the first difference after encoding again is the first invalid byte.
  const again = Buffer.from(buffer.toString('utf8'));
  let offset = 0;
  while (offset < buffer.length && buffer[offset] === again[offset]) offset++;
  const before = decode(buffer, 0, offset);
  const value = (buffer[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  return {
    code: 'SOURCE_NOT_UTF8',
    severity: 'error',
    message: `The text is not UTF-8: byte ${offset + 1} of the file (0x${value}) is invalid.`,
    hint: 'Save the file as UTF-8.',
    file,
    line: before.split('\n').length,
    column: before.length - before.lastIndexOf('\n'),
  };
}
