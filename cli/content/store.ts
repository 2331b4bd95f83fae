import type { Diagnostic } from '../contract.ts';
import { cachedLines, saveCachedLines } from '../lib/cache-file.ts';
import { lazy } from '../lib/lazy.ts';
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
  /** Saves the entries that were found or added since the store was opened, and no others, unless few have changed. */
  readonly save: () => void;
};

/** Maximum fraction of rows that are outdated in the file: to read so few texts again takes less time than to write all. */
const MAX_OUTDATED = 0.01;

/** `key`: index in the list of rules. */
type Row = readonly [path: string, hash: string, key: number, entry: StoredEntry, warnings: readonly Diagnostic[]];

/** Opens the store in a file. It is empty if the file is missing, damaged, or of another version of the generator. */
export function openEntryStore(file: string): EntryStore {
  const format = `entries ${sitegenHash}`;
  const loaded = lazy(() => {
    const { keys, rows } = loadRows(file, format);
    return { rows, indexOfKey: new Map(keys.map((key, keyIndex) => [key, keyIndex])) };
  });
  const usedRows = new Map<string, StoredRow | NewRow>();
  let newRows = 0;
  return {
    find: (source, key) => {
      const { rows, indexOfKey } = loaded();
      const stored = rows.get(source.path);
      if (!stored) return null;
      const [, hash, keyIndex, entry, warnings] = stored.row;
      if (keyIndex !== indexOfKey.get(key) || hash !== source.hash) return null;
      usedRows.set(source.path, stored);
      return { entry: entryFrom(entry, source), warnings };
    },
    add: (path, { hash, key, entry, warnings }) => {
      const { indexOfKey } = loaded();
      const keyIndex = indexOfKey.get(key) ?? indexOfKey.size;
      indexOfKey.set(key, keyIndex);
      usedRows.set(path, { path, hash, keyIndex, entry, warnings });
      newRows += 1;
    },
    save: () => {
      // Nothing was read, since an earlier plan has the entries.
      if (usedRows.size === 0) return;
      const { rows, indexOfKey } = loaded();
      const outdated = Math.max(newRows, rows.size - usedRows.size);
      if (outdated <= rows.size * MAX_OUTDATED) return;
      saveCachedLines(file, format, linesOf([...indexOfKey.keys()], usedRows.values()));
    },
  };
}

/** A row, and its line in the file that it was read from. */
type StoredRow = { readonly row: Row; readonly line: string };

/** A row that was added. Its entry becomes plain data when it is written. */
type NewRow = Pick<ReadText, 'hash' | 'entry' | 'warnings'> & { readonly path: string; readonly keyIndex: number };

const lineOf = ({ path, hash, keyIndex, entry, warnings }: NewRow): string =>
  JSON.stringify([path, hash, keyIndex, storedEntry(entry), warnings] satisfies Row);

/** Yields the lines of a file: the rules, then one row each. */
function* linesOf(keys: readonly string[], rows: Iterable<StoredRow | NewRow>): Generator<string> {
  yield JSON.stringify(keys);
  for (const row of rows) yield 'line' in row ? row.line : lineOf(row);
}

type StoredRows = { readonly keys: readonly string[]; readonly rows: ReadonlyMap<string, StoredRow> };

function loadRows(file: string, format: string): StoredRows {
  try {
    const [keys = '', ...lines] = cachedLines(file, format);
    const rows = lines.map((line): StoredRow => ({ row: JSON.parse(line), line }));
    return { keys: JSON.parse(keys), rows: new Map(rows.map((stored) => [stored.row[0], stored])) };
  } catch {
    return { keys: [], rows: new Map() };
  }
}
