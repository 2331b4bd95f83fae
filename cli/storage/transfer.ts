import { closeSync, mkdirSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { hashOf } from '../lib/hash.ts';
import type { Store } from './store.ts';

/** The files of a folder, and the keys of the chunks into which their bytes are cut, in this order. */
type Listing = {
  readonly files: readonly (readonly [path: string, bytes: number])[];
  readonly chunks: readonly string[];
};

/** Bytes of a chunk: what a transfer holds in memory, a few at a time. Redis takes values up to 512 MB. */
const chunkBytes = 8 * 2 ** 20;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/**
 * Stores the files of a folder under a key: their bytes in compressed chunks, then a listing. Files at the key are
 * replaced as a whole. Rejects as the store does.
 */
export async function storeFolder(store: Pick<Store, 'set'>, key: string, folder: string): Promise<void> {
  const files = filesIn(folder).map((path) => [path, statSync(join(folder, path)).size] as const);
  const chunks: string[] = [];
  for (const bytes of chunksOf(folder, files)) {
    // Level 1 shrinks pages to a fifth in a tenth of the time that rendering them takes.
    const packed = await compress(bytes, { level: 1 });
    const chunk = `${key}/${hashOf(packed)}`;
    await store.set(chunk, packed);
    chunks.push(chunk);
  }
  await store.set(key + listingSuffix, await compress(JSON.stringify({ files, chunks } satisfies Listing)));
}

/** A listing is no folder of chunks, since a store may be a folder itself. */
const listingSuffix = '.listing';

/**
 * Writes the files that are stored under a key into a folder. Resolves to false if something is missing or damaged; then
 * the folder is incomplete.
 */
export async function loadFolder(store: Pick<Store, 'get'>, key: string, folder: string): Promise<boolean> {
  const listing = await readListing(store, key);
  if (!listing) return false;
  const write = writerInto(folder, listing.files);
  try {
    for (const chunk of listing.chunks) {
      const found = await store.get(chunk);
      if (found.kind !== 'found') return false;
      write.bytes(await decompress(found.bytes));
    }
    return write.isComplete();
  } finally {
    write.close();
  }
}

/** Removes what is stored under a key. */
export async function removeStoredFolder(store: Store, key: string): Promise<void> {
  const listing = await readListing(store, key);
  for (const chunk of listing?.chunks ?? []) await store.remove(chunk);
  await store.remove(key + listingSuffix);
}

async function readListing(store: Pick<Store, 'get'>, key: string): Promise<Listing | null> {
  const found = await store.get(key + listingSuffix);
  return found.kind === 'found' ? JSON.parse((await decompress(found.bytes)).toString('utf8')) : null;
}

/** Yields the bytes of the files one after the other, in chunks of one size. The buffer of a chunk is used again. */
function* chunksOf(folder: string, files: Listing['files']): Generator<Uint8Array> {
  const buffer = Buffer.alloc(chunkBytes);
  let length = 0;
  for (const [path] of files) {
    const file = openSync(join(folder, path), 'r');
    try {
      for (let read = 1; read > 0; ) {
        read = readSync(file, buffer, length, chunkBytes - length, null);
        length += read;
        if (length < chunkBytes) continue;
        yield buffer;
        length = 0;
      }
    } finally {
      closeSync(file);
    }
  }
  if (length > 0) yield buffer.subarray(0, length);
}

/** Returns a writer that cuts the bytes of chunks into files. */
function writerInto(folder: string, files: Listing['files']) {
  let next = 0;
  let remaining = 0;
  let file: number | null = null;
  const folders = new Set<string>();
  const close = () => {
    if (file !== null) closeSync(file);
    file = null;
  };
  const openNext = (): void => {
    while (remaining === 0 && next < files.length) {
      close();
      const [path, bytes] = files[next++] as Listing['files'][number];
      const target = join(folder, path);
      // The listing comes from elsewhere.
      if (relative(folder, target).startsWith('..')) throw new Error(`${path} leads out of its folder.`);
      const above = dirname(target);
      if (!folders.has(above)) mkdirSync(above, { recursive: true });
      folders.add(above);
      file = openSync(target, 'w');
      remaining = bytes;
    }
  };
  return {
    bytes: (bytes: Uint8Array) => {
      for (let at = 0; at < bytes.length; ) {
        openNext();
        if (remaining === 0 || file === null) return;
        const written = writeSync(file, bytes, at, Math.min(remaining, bytes.length - at));
        remaining -= written;
        at += written;
      }
    },
    isComplete: () => {
      openNext();
      return remaining === 0 && next === files.length;
    },
    close,
  };
}

/** Returns the paths of all files below a folder, with forward slashes. */
function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')).sort();
}

/** Removes a folder that a transfer left incomplete. */
export const discardFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });
