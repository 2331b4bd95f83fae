import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { threadId } from 'node:worker_threads';
import { hashOf } from './hash.ts';
import { errorWithPath, moveIntoCache, writeFile } from './write-file.ts';

/** Bytes of a file of lines that are read at a time. A string of all of them could exceed the maximum length of V8's. */
const READ_BYTES = 4 * 2 ** 20;

/** Characters of a file of lines that are written at a time. */
const WRITE_CHARS = 2 ** 20;

/** Hexadecimal digits of `hashOf`. */
const HASH_DIGITS = 16;

/**
 * Reads a value that `saveCache` wrote for the same `format`. Null if the file is missing, cut short or damaged, or if
 * another program or version wrote it: a cache is rebuilt in every such case.
 */
export function loadCache<T>(file: string, format: string): T | null {
  try {
    const text = readFileSync(file, 'utf8');
    const end = text.indexOf('\n');
    const content = text.slice(end + 1);
    return text.slice(0, Math.max(0, end)) === headOf(format, hashOf(content)) ? (JSON.parse(content) as T) : null;
  } catch {
    return null;
  }
}

/** Writes a value as JSON under a line with its format and hash. The file appears whole or not at all. */
export function saveCache(file: string, format: string, value: unknown): void {
  const text = JSON.stringify(value);
  const content = `${headOf(format, hashOf(text))}\n${text}`;
  replaceFile(file, (temporary) => writeFile(temporary, content));
}

/**
 * Writes lines like `saveCache`, however long they are together. No line may contain a line break; there is at least one.
 */
export function saveCachedLines(file: string, format: string, lines: Iterable<string>): void {
  saveCachedBytes(file, format, joinedLines(lines));
}

/** Writes the parts of a file like `saveCache`, one at a time. */
export function saveCachedBytes(file: string, format: string, parts: Iterable<string | Uint8Array>): void {
  replaceFile(file, (temporary) => {
    const descriptor = openSync(temporary, 'w');
    try {
      const hash = createHash('sha256');
      // The hash is known last: its digits are replaced in place.
      writeSync(descriptor, `${headOf(format, '0'.repeat(HASH_DIGITS))}\n`);
      for (const part of parts) {
        const bytes = typeof part === 'string' ? Buffer.from(part) : part;
        hash.update(bytes);
        writeWhole(descriptor, bytes);
      }
      writeSync(descriptor, headOf(format, hash.digest('hex').slice(0, HASH_DIGITS)), 0);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw errorWithPath(temporary, error);
    } finally {
      closeSync(descriptor);
    }
  });
}

/** Returns the bytes that `saveCachedBytes` wrote for the same `format`; null in the cases of `loadCache`. */
export function loadCachedBytes(file: string, format: string): Buffer | null {
  try {
    const bytes = readFileSync(file);
    const end = bytes.indexOf('\n');
    const content = bytes.subarray(end + 1);
    return bytes.toString('utf8', 0, Math.max(0, end)) === headOf(format, hashOf(content)) ? content : null;
  } catch {
    return null;
  }
}

/** Yields lines joined by line breaks, some at a time. */
function* joinedLines(lines: Iterable<string>): Generator<string> {
  let open: string[] = [];
  let chars = 0;
  let separator = '';
  for (const line of lines) {
    open.push(line);
    chars += line.length + 1;
    if (chars < WRITE_CHARS) continue;
    yield separator + open.join('\n');
    open = [];
    chars = 0;
    separator = '\n';
  }
  if (open.length > 0) yield separator + open.join('\n');
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

/**
 * Yields the lines that `saveCachedLines` wrote for the same `format`. Throws if the file is missing, cut short or
 * damaged, or if another program or version wrote it; possibly only after the last line.
 */
export function* cachedLines(file: string, format: string): Generator<string> {
  const descriptor = openSync(file, 'r');
  try {
    const hash = createHash('sha256');
    let head: string | null = null;
    let buffer = Buffer.allocUnsafe(READ_BYTES);
    /** Bytes of an unfinished line at the start of the buffer. */
    let open = 0;
    for (;;) {
      if (open === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
      const read = readSync(descriptor, buffer, open, buffer.length - open, null);
      if (read === 0) break;
      let start = 0;
      if (head === null) {
        const end = buffer.subarray(0, read).indexOf('\n');
        head = buffer.toString('utf8', 0, Math.max(0, end));
        if (!head.startsWith(`${format} `)) throw new Error(`not ${format}`);
        start = end + 1;
      }
      const filled = open + read;
      hash.update(buffer.subarray(Math.max(open, start), filled));
      // A line break is no part of another character in UTF-8.
      const end = buffer.subarray(start, filled).lastIndexOf('\n') + start;
      if (end >= start) {
        yield* buffer.toString('utf8', start, end).split('\n');
        start = end + 1;
      }
      buffer.copyWithin(0, start, filled);
      open = filled - start;
    }
    yield buffer.toString('utf8', 0, open);
    if (head !== headOf(format, hash.digest('hex').slice(0, HASH_DIGITS))) throw new Error('damaged');
  } finally {
    closeSync(descriptor);
  }
}

/** Lets `write` create a file under a temporary name, and renames it. Creates the folder if it is missing. */
function replaceFile(file: string, write: (temporary: string) => void): void {
  const temporary = `${file}.${process.pid}-${threadId}`;
  try {
    write(temporary);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(file), { recursive: true });
    write(temporary);
  }
  moveIntoCache(temporary, file);
}

/** Returns the name of a file that each domain of a site has: `record.bin` becomes `record-example.de.bin`. */
export const domainFile = (name: string, domain: string | undefined): string =>
  domain === undefined ? name : name.replace(/(?=\.)/, `-${domain}`);

const headOf = (format: string, hash: string): string => `${format} ${hash}`;
