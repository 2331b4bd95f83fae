import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { bufferOf, listOf, listSection, loadSections, saveSections } from '../lib/sections.ts';

type Stat = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>;
type FileRow = readonly [size: number, mtimeMs: number, ctimeMs: number, ino: number, hash: string];
type FolderRow = readonly [ctimeMs: number, ino: number, names: readonly string[]];

/** A table by path whose rows are created on request. */
type Table<Row> = { readonly paths: readonly string[]; readonly row: (index: number) => Row };

/** An entry of a folder. */
export type FolderEntry = { readonly name: string; readonly kind: 'file' | 'folder' | 'link' | 'other' };

/** Hashes of files and lists of folders by size, times and inode, so that what is unchanged is not read again. */
export type StatCache = {
  readonly find: (path: string, stat: Stat) => string | undefined;
  readonly remember: (path: string, stat: Stat, hash: string) => void;
  /** Lists a folder, given by its absolute path, sorted by name. Throws as `fs` does. */
  readonly list: (folder: string) => readonly FolderEntry[];
  readonly save: () => void;
};

/** A file or folder that changed this recently may change again without another time on disk. */
export const racyMs = 2000;

const format = 'sources 4';

/** The cache is written again once this fraction of its rows is new: to read a few files once more takes less time. */
const MIN_NEW = 0.01;

/** It is also written once new files have this many bytes: to read them takes as long as to write a large cache. */
const MIN_NEW_BYTES = 16 * 2 ** 20;

/** Opens the cache of a site, given by its `.sitegen` folder; in memory only if nothing may be reused. */
export const siteStatCache = (work: string, cache: boolean): StatCache =>
  openStatCache(cache ? join(work, 'cache/stat.bin') : null, Date.now);

/** Opens the cache in `file`; a missing or invalid file is an empty cache. `file` null: in memory only. */
export function openStatCache(file: string | null, now: () => number): StatCache {
  const tables = file === null ? null : loadTables(file);
  const files = rowsOf(tables?.files);
  const folders = rowsOf(tables?.folders);
  let addedBytes = 0;
  return {
    find: (path, stat) => {
      const row = files.get(path);
      if (!row || row[0] !== stat.size || row[1] !== stat.mtimeMs) return undefined;
      // Programs can restore the modification time of a file, but not the time of its last change.
      return row[2] === stat.ctimeMs && row[3] === stat.ino ? row[4] : undefined;
    },
    remember: (path, stat, hash) => {
      if (now() - Math.max(stat.mtimeMs, stat.ctimeMs) < racyMs) return;
      files.set(path, [stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino, hash]);
      addedBytes += stat.size;
    },
    list: (folder) => {
      if (file === null) return namesIn(folder).map(folderEntry);
      const { ctimeMs, ino } = statSync(folder);
      const row = folders.get(folder);
      if (row && row[0] === ctimeMs && row[1] === ino) return row[2].map(folderEntry);
      const isSettled = now() - ctimeMs >= racyMs;
      const names = namesIn(folder);
      if (isSettled) folders.set(folder, [ctimeMs, ino, names]);
      return names.map(folderEntry);
    },
    save: () => {
      const [added, loaded] = [files.added() + folders.added(), files.loaded + folders.loaded];
      const isLittle = added < MIN_NEW * loaded && addedBytes < MIN_NEW_BYTES;
      if (file === null || added === 0 || isLittle) return;
      saveTables(file, files.all(), folders.all());
    },
  };
}

/** Rows by path: those of a table, and new ones. */
function rowsOf<Row>(table: Table<Row> = { paths: [], row: () => undefined as never }) {
  const indices = new Map(table.paths.map((path, index) => [path, index]));
  const rows = new Map<string, Row>();
  const get = (path: string): Row | undefined => {
    const index = indices.get(path);
    return rows.get(path) ?? (index === undefined ? undefined : table.row(index));
  };
  return {
    get,
    set: (path: string, row: Row) => rows.set(path, row),
    loaded: indices.size,
    added: (): number => rows.size,
    all: () => Array.from(new Set([...indices.keys(), ...rows.keys()]), (path) => [path, get(path) as Row] as const),
  };
}

function loadTables(file: string): { readonly files: Table<FileRow>; readonly folders: Table<FolderRow> } | null {
  const stored = loadSections({ file, format });
  if (!stored) return null;
  const { section } = stored;
  const numbersOf = (index: number) => new Float64Array(bufferOf(section(index)));
  const [states, folderStates] = [numbersOf(2), numbersOf(4)];
  const hashes = listOf(section(1));
  const names = listOf(section(5));
  const files: Table<FileRow> = {
    paths: listOf(section(0)),
    row: (index) => {
      const at = index * 4;
      const state = [states[at], states[at + 1], states[at + 2], states[at + 3]] as [number, number, number, number];
      return [...state, hashes[index] as string];
    },
  };
  const folders: Table<FolderRow> = {
    paths: listOf(section(3)),
    row: (index) => {
      const at = index * 4;
      const first = folderStates[at + 2] as number;
      const listed = names.slice(first, first + (folderStates[at + 3] as number));
      return [folderStates[at] as number, folderStates[at + 1] as number, listed];
    },
  };
  return { files, folders };
}

type Rows<Row> = readonly (readonly [path: string, row: Row])[];

function saveTables(file: string, files: Rows<FileRow>, folders: Rows<FolderRow>): void {
  let first = 0;
  const folderStates = folders.flatMap(([, [ctimeMs, ino, { length }]]) => {
    first += length;
    return [ctimeMs, ino, first - length, length];
  });
  saveSections({ file, format }, null, [
    listSection(files.map(([path]) => path)),
    listSection(files.map(([, row]) => row[4])),
    Float64Array.from(files.flatMap(([, row]) => row.slice(0, 4) as number[])).buffer,
    listSection(folders.map(([path]) => path)),
    Float64Array.from(folderStates).buffer,
    listSection(folders.flatMap(([, row]) => row[2])),
  ]);
}

/** Last character of a stored name, by the kind of the entry; a file has none. No name contains a slash. */
const kindMarks = { folder: '/', link: '/@', other: '/?' } as const;

/** Returns the sorted names in a folder, each with the mark of its kind. */
function namesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.map((entry) => {
    if (entry.isFile()) return entry.name;
    return entry.name + kindMarks[entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other'];
  });
}

function folderEntry(markedName: string): FolderEntry {
  const at = markedName.indexOf('/');
  if (at < 0) return { name: markedName, kind: 'file' };
  const mark = markedName.slice(at);
  const kind = mark === kindMarks.folder ? 'folder' : mark === kindMarks.link ? 'link' : 'other';
  return { name: markedName.slice(0, at), kind };
}
