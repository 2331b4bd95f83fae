import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { threadId } from 'node:worker_threads';
import { hashOf } from './hash.ts';
import { writeFile } from './write-file.ts';

/**
 * Reads a value that `saveCache` wrote for the same `format`. Null if the file is missing, cut short or damaged, or if
 * another program or version wrote it: a cache is rebuilt in every such case.
 */
export function loadCache<T>(file: string, format: string): T | null {
  const json = loadCachedText(file, format);
  try {
    return json === null ? null : (JSON.parse(json) as T);
  } catch {
    return null;
  }
}

/** Like `loadCache`, for a text that `saveCachedText` wrote. */
export function loadCachedText(file: string, format: string): string | null {
  try {
    const text = readFileSync(file, 'utf8');
    const end = text.indexOf('\n');
    const content = text.slice(end + 1);
    return text.slice(0, Math.max(0, end)) === headOf(format, content) ? content : null;
  } catch {
    return null;
  }
}

/** Writes a value as JSON under a line with its format and hash. The file appears whole or not at all. */
export const saveCache = (file: string, format: string, value: unknown): void =>
  saveCachedText(file, format, JSON.stringify(value));

/** Writes a text like `saveCache`. */
export function saveCachedText(file: string, format: string, text: string): void {
  const temporary = `${file}.${process.pid}-${threadId}`;
  const content = `${headOf(format, text)}\n${text}`;
  try {
    writeFile(temporary, content);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(file), { recursive: true });
    writeFile(temporary, content);
  }
  renameSync(temporary, file);
}

const headOf = (format: string, text: string): string => `${format} ${hashOf(text)}`;
