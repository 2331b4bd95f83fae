import type { Diagnostic } from '../contract.ts';
import { loadCache, saveCache } from '../lib/cache-file.ts';
import { sitegenHash } from '../lib/version.ts';
import type { SourceFile } from '../sources/tree.ts';
import { type Entry, entryFrom, type StoredEntry, storedEntry } from './entry.ts';

/** The result of reading a text: the hash of its bytes, the rules of its collection, its entry and warnings. */
type ReadText = {
  readonly hash: string;
  readonly key: string;
  readonly entry: Entry;
  readonly warnings: readonly Diagnostic[];
};

/** The entries of texts by path, kept in a file, so that the next process reads only the texts that changed. */
export type EntryStore = {
  /** Returns the entry that was read from a file with the same bytes and rules, or null. */
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

/** Opens the store in a file. It is empty if the file is missing, damaged, or of another version of the generator. */
export function openEntryStore(file: string): EntryStore {
  const format = `entries ${sitegenHash}`;
  const loaded = loadCache<Rows>(file, format);
  const storedRows = new Map(loaded?.rows);
  const indexOfKey = new Map(loaded?.keys.map((key, keyIndex) => [key, keyIndex]));
  const usedRows = new Map<string, Row>();
  let hasNewRows = false;
  return {
    find: (source, key) => {
      const row = storedRows.get(source.path);
      if (!row || row[1] !== indexOfKey.get(key) || row[0] !== source.hash) return null;
      usedRows.set(source.path, row);
      return { entry: entryFrom(row[2], source), warnings: row[3] };
    },
    add: (path, { hash, key, entry, warnings }) => {
      const keyIndex = indexOfKey.get(key) ?? indexOfKey.size;
      indexOfKey.set(key, keyIndex);
      usedRows.set(path, [hash, keyIndex, storedEntry(entry), warnings]);
      hasNewRows = true;
    },
    save: () => {
      if (!hasNewRows && usedRows.size === storedRows.size) return;
      saveCache(file, format, { keys: [...indexOfKey.keys()], rows: [...usedRows] } satisfies Rows);
    },
  };
}
