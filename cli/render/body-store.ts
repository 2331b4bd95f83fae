import { closeSync, mkdirSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { loadCache, saveCache } from '../lib/cache-file.ts';
import { hashOf } from '../lib/hash.ts';
import { statOf } from '../lib/stat.ts';
import { errorWithPath } from '../lib/write-file.ts';
import type { BodyCache } from './body.ts';
import type { BodyJob, BodyPlace, PackedBodies } from './job.ts';

/**
 * The rendered Markdown of a site in a few files, since creating a file takes longer than appending to one. A process
 * appends to a pack of its own and writes its index at the end. So several processes can work at once, and what a killed
 * one leaves is ignored.
 */
export type BodyStore = {
  /** Returns the place of a text, and marks it as used. */
  readonly find: (key: string) => BodyPlace | null;
  /** Returns a text, and marks it as used; null if it is missing or damaged. */
  readonly read: (key: string) => string | null;
  readonly add: (bodies: PackedBodies) => void;
  /** Writes the indexes, deletes what was not used for long, and joins packs where there are many. */
  readonly save: () => void;
};

type Entry = BodyPlace & { usedDay: number };
type Row = readonly [key: string, offset: number, length: number, hash: string, usedDay: number];

const format = 'bodies 1';

/** More packs are joined. Each build after an edit adds one. */
const maxPacks = 8;

const maxIdleDays = 30;

/** Size of all texts: those that were used last stay, and those of today whatever their size. */
const maxBytes = 512 * 2 ** 20;

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the key of a text. */
export const bodyKey = ({ hash, locale }: BodyJob): string => `${hash}.${locale}`;

/** Opens the store in a folder, which need not exist. Nothing is read before the first text is looked up. */
export function openBodyStore(folder: string, nowMs = Date.now()): BodyStore {
  const today = Math.floor(nowMs / dayMs);
  /** Packs whose indexes have to be written. */
  const changed = new Set<string>();
  const reader = createPlaceReader();
  let loaded: Map<string, Entry> | null = null;
  let writer: PackWriter | null = null;

  const entries = (): Map<string, Entry> => {
    loaded ??= loadEntries(folder);
    return loaded;
  };
  const append = (bytes: Uint8Array): Pick<BodyPlace, 'pack' | 'offset'> => {
    writer ??= createPack(folder, nowMs);
    changed.add(writer.pack);
    return { pack: writer.pack, offset: writer.append(bytes) };
  };
  const find = (key: string): BodyPlace | null => {
    const entry = entries().get(key);
    if (!entry) return null;
    if (entry.usedDay !== today) changed.add(entry.pack);
    entry.usedDay = today;
    return entry;
  };
  return {
    find,
    read: (key) => {
      const place = find(key);
      return place && (reader.read(place)?.toString('utf8') ?? null);
    },
    add: ({ bytes, entries: bodies }) => {
      if (bodies.length === 0) return;
      let { pack, offset } = append(bytes);
      for (const [key, length, hash] of bodies) {
        const former = entries().get(key);
        if (former) changed.add(former.pack);
        entries().set(key, { pack, offset, length, hash, usedDay: today });
        offset += length;
      }
    },
    save: () => {
      reader.close();
      if (!loaded || changed.size === 0) return;
      for (const [key, { pack }] of unused(loaded, today)) {
        loaded.delete(key);
        changed.add(pack);
      }
      for (const pack of packsToJoin(loaded)) {
        changed.add(pack);
        for (const [key, entry] of loaded) {
          if (entry.pack !== pack) continue;
          const bytes = reader.read(entry);
          if (bytes) loaded.set(key, { ...entry, ...append(bytes) });
          else loaded.delete(key);
        }
      }
      reader.close();
      writer?.close();
      writer = null;
      saveIndexes(loaded, changed);
      changed.clear();
      deleteOrphans(folder, nowMs);
    },
  };
}

/** Returns the store as the cache of bodies that this thread renders. */
export const storeCache = (store: BodyStore): BodyCache => ({
  read: (job) => store.read(bodyKey(job)),
  add: (job, text) => store.add(packBodies(new Map([[bodyKey(job), text]]))),
});

/** Returns texts as bytes that can be posted to another thread. `spare`: memory for them, used if it is large enough. */
export function packBodies(texts: ReadonlyMap<string, string>, spare: ArrayBuffer | null = null): PackedBodies {
  const sizes = Array.from(texts, ([key, text]) => [key, text, Buffer.byteLength(text)] as const);
  const size = sizes.reduce((sum, [, , length]) => sum + length, 0);
  const memory = spare && spare.byteLength >= size ? spare : new ArrayBuffer(size);
  let end = 0;
  const entries = sizes.map(([key, text, length]) => {
    const target = Buffer.from(memory, end, length);
    target.write(text);
    end += length;
    return [key, length, hashOf(target)] as const;
  });
  return { bytes: new Uint8Array(memory, 0, size), entries };
}

export type PlaceReader = {
  /** Returns the bytes at a place until the next call; null if they are missing or damaged. */
  readonly read: (place: BodyPlace) => Buffer | null;
  readonly close: () => void;
};

/** Creates a reader that keeps the packs open which it has read. */
export function createPlaceReader(): PlaceReader {
  const descriptors = new Map<string, number>();
  let memory = Buffer.alloc(0);
  return {
    read: ({ pack, offset, length, hash }) => {
      try {
        const descriptor = descriptors.get(pack) ?? openSync(pack, 'r');
        descriptors.set(pack, descriptor);
        if (memory.length < length) memory = Buffer.allocUnsafe(length);
        const bytes = memory.subarray(0, length);
        return readSync(descriptor, bytes, 0, length, offset) === length && hashOf(bytes) === hash ? bytes : null;
      } catch {
        return null;
      }
    },
    close: () => {
      for (const descriptor of descriptors.values()) closeSync(descriptor);
      descriptors.clear();
    },
  };
}

type PackWriter = {
  readonly pack: string;
  /** Returns the offset of the bytes. */
  readonly append: (bytes: Uint8Array) => number;
  readonly close: () => void;
};

/** Creates a pack. Names of later ones sort behind those of earlier ones. */
function createPack(folder: string, nowMs: number): PackWriter {
  mkdirSync(folder, { recursive: true });
  const pack = join(folder, `${nowMs}-${process.pid}-${threadId}.pack`);
  const descriptor = openSync(pack, 'a');
  let size = statOf(pack)?.size ?? 0;
  return {
    pack,
    append: (bytes) => {
      const offset = size;
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
      } catch (error) {
        throw errorWithPath(pack, error);
      }
      size += bytes.length;
      return offset;
    },
    close: () => closeSync(descriptor),
  };
}

const indexOf = (pack: string): string => pack.replace(/\.pack$/, '.json');

function loadEntries(folder: string): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const name of namesIn(folder).filter((one) => one.endsWith('.json'))) {
    const pack = join(folder, name.replace(/\.json$/, '.pack'));
    for (const [key, offset, length, hash, usedDay] of loadCache<readonly Row[]>(join(folder, name), format) ?? [])
      entries.set(key, { pack, offset, length, hash, usedDay });
  }
  return entries;
}

/** Writes the indexes of packs. A pack without entries is deleted. */
function saveIndexes(entries: ReadonlyMap<string, Entry>, packs: ReadonlySet<string>): void {
  const rows = new Map<string, Row[]>([...packs].map((pack) => [pack, []]));
  for (const [key, { pack, offset, length, hash, usedDay }] of entries)
    rows.get(pack)?.push([key, offset, length, hash, usedDay]);
  for (const [pack, own] of rows) if (own.length > 0) saveCache(indexOf(pack), format, own);
  // Last, so that no moment lacks a text that was moved.
  for (const [pack, own] of rows)
    if (own.length === 0) for (const file of [indexOf(pack), pack]) rmSync(file, { recursive: true, force: true });
}

/** Returns the entries that are not worth their bytes. */
function unused(entries: ReadonlyMap<string, Entry>, today: number): readonly (readonly [key: string, Entry])[] {
  let allBytes = 0;
  let firstDay = today;
  for (const { length, usedDay } of entries.values()) {
    allBytes += length;
    firstDay = Math.min(firstDay, usedDay);
  }
  if (allBytes <= maxBytes && today - firstDay <= maxIdleDays) return [];
  const byLastUse = [...entries].sort(([, a], [, b]) => b.usedDay - a.usedDay);
  let bytes = 0;
  return byLastUse.filter(([, { length, usedDay }]) => {
    bytes += length;
    return today - usedDay > maxIdleDays || (bytes > maxBytes && usedDay < today);
  });
}

/**
 * Returns the packs whose texts move to a new one: where there are many, all but the largest; and one that consists
 * mostly of texts that are gone.
 */
function packsToJoin(entries: ReadonlyMap<string, Entry>): readonly string[] {
  const usedBytes = new Map<string, number>();
  for (const { pack, length } of entries.values()) usedBytes.set(pack, (usedBytes.get(pack) ?? 0) + length);
  const packs = [...usedBytes].sort(([, a], [, b]) => b - a);
  return packs
    .filter(([pack, bytes], index) => (packs.length > maxPacks && index > 0) || bytes < (statOf(pack)?.size ?? 0) / 2)
    .map(([pack]) => pack);
}

/** Deletes packs without an index, which killed builds left. A young one may be that of a build at work. */
function deleteOrphans(folder: string, nowMs: number): void {
  const names = namesIn(folder);
  for (const name of names) {
    const file = join(folder, name);
    const isKept = name.endsWith('.json') || (name.endsWith('.pack') && names.includes(indexOf(name)));
    if (!isKept && nowMs - (statOf(file)?.mtimeMs ?? nowMs) > dayMs) rmSync(file, { recursive: true, force: true });
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
