import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { entryStatOf, statOf } from './stat.ts';
import { writeFile } from './write-file.ts';

const dayMs = 24 * 60 * 60 * 1000;
const megabyte = 2 ** 20;

/**
 * Bounds of a cache that decide which entries are deleted. The last use of an entry is its modification time (see
 * `markUsed`).
 */
export type CacheBound = {
  /** Maximum time since the last use, in milliseconds; older entries are deleted. */
  readonly maxIdleMs: number;
  /** Maximum number of entries; the most recently used ones stay. */
  readonly maxEntries?: number;
  /** Maximum total size in bytes; the most recently used entries stay. */
  readonly maxBytes?: number;
  /** Entries used within this time stay even beyond `maxEntries` and `maxBytes`, since current builds need them. */
  readonly minIdleMs?: number;
};

const boundBySize = (maxBytes: number): CacheBound => ({ maxIdleMs: 30 * dayMs, minIdleMs: dayMs, maxBytes });

/** Bounds of the caches in `.sitegen/cache`, by folder. Their entries are files. */
const fileCaches: Readonly<Record<string, CacheBound>> = {
  /** Social cards: the preview pictures of shared links. */
  cards: boundBySize(512 * megabyte),
  /** Variants of pictures in other sizes and formats. */
  pictures: boundBySize(2048 * megabyte),
  /** Brotli and gzip copies of output files. */
  compressed: boundBySize(1024 * megabyte),
};

/**
 * Bounds of `.sitegen/bundles`, whose entries are folders. Three bundles keep switching between states of a site quick.
 */
export const bundleBound = { maxIdleMs: 30 * dayMs, maxEntries: 3 } satisfies CacheBound;

/** Sets the modification time of a cache entry, a file or folder, to now. Returns false if it does not exist. */
export function markUsed(path: string): boolean {
  const now = new Date();
  try {
    utimesSync(path, now, now);
    return true;
  } catch {
    // A read-only cache can still be used.
    return existsSync(path);
  }
}

/**
 * Deletes the entries of `.sitegen/cache` beyond their bounds, at most once a day, since checking every entry of a
 * large site takes a while.
 */
export function evictCaches(work: string, nowMs = Date.now()): void {
  const folder = join(work, 'cache');
  const marker = join(folder, 'evicted');
  if (nowMs - (statOf(marker)?.mtimeMs ?? 0) < dayMs) return;
  for (const [name, bound] of Object.entries(fileCaches)) {
    const cache = join(folder, name);
    evict([...namesIn(cache), ...shardsOf(cache)].map((path) => join(cache, path)).filter(isFile), bound, { nowMs });
  }
  mkdirSync(folder, { recursive: true });
  writeFile(marker, '');
  utimesSync(marker, nowMs / 1000, nowMs / 1000);
}

/**
 * Deletes the entries of a cache that exceed its bounds, except those in `inUse`; the most recently used ones stay.
 * Returns the deleted paths.
 */
export function evict(
  entries: readonly string[],
  bound: CacheBound,
  { nowMs = Date.now(), inUse = [] }: { readonly nowMs?: number; readonly inUse?: readonly string[] } = {},
): readonly string[] {
  const { maxIdleMs, maxEntries = Infinity, maxBytes = Infinity, minIdleMs = 0 } = bound;
  const byLastUse = entries
    .flatMap((path) => {
      const stat = entryStatOf(path);
      return stat && !inUse.includes(path) ? [{ path, size: stat.size, idleMs: nowMs - stat.mtimeMs }] : [];
    })
    .sort((a, b) => a.idleMs - b.idleMs || (a.path < b.path ? -1 : 1));
  const deleted: string[] = [];
  let [count, size] = [inUse.length, 0];
  for (const entry of byLastUse) {
    count += 1;
    size += entry.size;
    const exceedsBound = (count > maxEntries || size > maxBytes) && entry.idleMs > minIdleMs;
    if (!exceedsBound && entry.idleMs <= maxIdleMs) continue;
    rmSync(entry.path, { recursive: true, force: true });
    deleted.push(entry.path);
  }
  return deleted;
}

const isFile = (path: string): boolean => entryStatOf(path)?.isFile() ?? false;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns the relative paths of the files in the folders `00` to `ff`, into which large caches are divided. */
function shardsOf(folder: string): readonly string[] {
  const shards = namesIn(folder).filter((name) => /^[0-9a-f]{2}$/.test(name));
  return shards.flatMap((shard) => namesIn(join(folder, shard)).map((name) => join(shard, name)));
}
