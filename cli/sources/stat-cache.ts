import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeFile } from '../lib/write-file.ts';

type Stat = { readonly size: number; readonly mtimeMs: number; readonly ino: number };
type Row = readonly [size: number, mtimeMs: number, ino: number, hash: string];

/** Hashes of files by size, time and inode, so that an unchanged file need not be read. */
export type StatCache = {
  readonly find: (path: string, stat: Stat) => string | undefined;
  readonly remember: (path: string, stat: Stat, hash: string) => void;
  readonly save: () => void;
};

/** A file that was modified this recently may change again without a new modification time. */
const racyMs = 2000;

/** Opens the cache in `file`; a missing or invalid file is an empty cache. `file` null: in memory only. */
export function openStatCache(file: string | null, now: () => number): StatCache {
  const rows = new Map<string, Row>(file === null ? [] : load(file));
  let changed = false;
  return {
    find: (path, stat) => {
      const row = rows.get(path);
      return row && row[0] === stat.size && row[1] === stat.mtimeMs && row[2] === stat.ino ? row[3] : undefined;
    },
    remember: (path, stat, hash) => {
      if (now() - stat.mtimeMs < racyMs) return;
      rows.set(path, [stat.size, stat.mtimeMs, stat.ino, hash]);
      changed = true;
    },
    save: () => {
      if (file === null || !changed) return;
      mkdirSync(dirname(file), { recursive: true });
      writeFile(`${file}.${process.pid}`, JSON.stringify([...rows]));
      renameSync(`${file}.${process.pid}`, file);
    },
  };
}

function load(file: string): [string, Row][] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as [string, Row][];
  } catch {
    return [];
  }
}
