import type { Diagnostic } from '../contract.ts';
import { loadCache, saveCache } from '../lib/cache-file.ts';
import { sitegenHash } from '../lib/version.ts';
import type { SourceFile } from '../sources/tree.ts';
import { type Entry, entryFrom, type StoredEntry, storedEntry } from './entry.ts';

/** A text that was read: the hash of its bytes, the rules of its collection, its entry and the warnings of reading it. */
type ReadText = {
  readonly hash: string;
  readonly key: string;
  readonly entry: Entry;
  readonly warnings: readonly Diagnostic[];
};

/** The entries of texts by path, kept in a file, so that the next process reads only the texts that changed. */
export type EntryStore = {
  /** Returns the entry of a file with the same bytes that was read by the same rules. */
  readonly find: (
    file: SourceFile,
    key: string,
  ) => { readonly entry: Entry; readonly warnings: readonly Diagnostic[] } | null;
  readonly add: (path: string, read: ReadText) => void;
  /** Saves the entries that were found or added since the store was opened, and no others. */
  readonly save: () => void;
};

/** `key`: index in the list of rules. */
type Row = readonly [hash: string, key: number, entry: StoredEntry, warnings: readonly Diagnostic[]];
type Rows = { readonly keys: readonly string[]; readonly rows: readonly (readonly [path: string, row: Row])[] };

/** Opens the store in a file; a missing or damaged file, or one of another version of the generator, is an empty store. */
export function openEntryStore(file: string): EntryStore {
  const format = `entries ${sitegenHash}`;
  const loaded = loadCache<Rows>(file, format);
  const before = new Map(loaded?.rows);
  const indexOfKey = new Map(loaded?.keys.map((key, at) => [key, at]));
  const now = new Map<string, Row>();
  let changed = false;
  return {
    find: (source, key) => {
      const row = before.get(source.path);
      if (!row || row[1] !== indexOfKey.get(key) || row[0] !== source.hash) return null;
      now.set(source.path, row);
      return { entry: entryFrom(row[2], source), warnings: row[3] };
    },
    add: (path, { hash, key, entry, warnings }) => {
      const at = indexOfKey.get(key) ?? indexOfKey.size;
      indexOfKey.set(key, at);
      now.set(path, [hash, at, storedEntry(entry), warnings]);
      changed = true;
    },
    save: () => {
      if (!changed && now.size === before.size) return;
      saveCache(file, format, { keys: [...indexOfKey.keys()], rows: [...now] } satisfies Rows);
    },
  };
}
