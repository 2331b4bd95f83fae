import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../lib/hash.ts';
import { statOf } from '../lib/stat.ts';
import { aheadOf, type Listed } from './ahead.ts';
import { decode, readHead } from './head.ts';
import type { StatCache } from './stat-cache.ts';
import { kindOf, type SourceFile, type SourceKind, type SourceTree } from './tree.ts';

const folders = ['config', 'locales', 'content', 'data', 'site', 'templates', 'public'];

/** Names that are never sources: hidden files, editors' backups, installed packages. */
const ignoredNames = /^(?:\.|node_modules$|.*~$|#.*#$)/;

/** True for the name of a file or folder that no source has. */
export const isIgnored = (name: string): boolean => ignoredNames.test(name);

export type ReadOptions = {
  /** True for a tree whose files can be read in part: for those who need little of most of them. */
  readonly heads?: boolean;
  readonly listed?: Listed;
};

/** Paths of all source files below the root, in order. */
export function listSources(root: string): readonly string[] {
  const paths: string[] = [];
  for (const folder of folders) walk(root, folder, (path) => paths.push(path));
  return paths;
}

/**
 * Lists every source file below the root. Sizes and hashes are found when asked for and remembered in
 * `stats`, so that an unchanged file is not read twice. Symbolic links are followed.
 */
export function readSources(root: string, stats: StatCache, options: ReadOptions = {}): SourceTree {
  const files = new Map<string, SourceFile>();
  for (const path of options.listed?.paths ?? listSources(root)) files.set(path, new FileOnDisk(path, root, stats));
  return treeOf(root, files, options);
}

/** A tree, and the files in which it differs from the one before. */
export type Reread = { readonly tree: SourceTree; readonly changed: ReadonlySet<string> };

/** The same tree with some files or folders read again; what is gone is left out. Other files stay the same objects. */
export function rereadSources(tree: SourceTree, paths: Iterable<string>, stats: StatCache): Reread {
  const files = new Map(tree.files);
  const changed = new Set<string>();
  const add = (path: string): void => {
    const known = tree.files.get(path) as LookedAt | undefined;
    const isSame = known?.isAsSeen?.() === true;
    files.set(path, isSame ? known : lookedAt(tree.root, path, stats));
    if (isSame) changed.delete(path);
    else changed.add(path);
  };
  let isSameList = true;
  const remove = (path: string): void => {
    if (!files.delete(path)) return;
    changed.add(path);
    isSameList = false;
  };
  for (const path of paths) {
    const isSource = kindOf(`${path}/`) !== null && !path.split('/').some(isIgnored);
    const stat = isSource ? statOf(join(tree.root, path)) : undefined;
    if (stat?.isFile()) add(path);
    else remove(path);
    // What was no file may have been a folder; then all that was in it is looked at again.
    if (!tree.files.has(path)) for (const other of tree.files.keys()) if (other.startsWith(`${path}/`)) remove(other);
    if (stat?.isDirectory()) walk(tree.root, path, add);
  }
  const listed = isSameList && files.size === tree.files.size ? files : inOrder(files);
  return { tree: treeOf(tree.root, listed, { heads: tree.head !== undefined }), changed };
}

/** Files in the order in which a new look at all of them would list them: folder by folder, so `a/b` before `a-b/c`. */
function inOrder(files: ReadonlyMap<string, SourceFile>): Map<string, SourceFile> {
  const keyOf = (path: string): string =>
    `${folders.indexOf(path.slice(0, path.indexOf('/')))}${path.replaceAll('/', '\0')}`;
  const keyed = Array.from(files, (entry) => ({ key: keyOf(entry[0]), entry }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return new Map(keyed.map(({ entry }) => entry));
}

function treeOf(root: string, files: Map<string, SourceFile>, { heads, listed }: ReadOptions): SourceTree {
  const bytes = (path: string): Buffer => {
    if (!files.has(path)) throw new Error(`not in the source tree: ${path}`);
    return readFileSync(join(root, path));
  };
  return {
    root,
    files,
    bytes,
    text: (path) => decode(bytes(path)),
    ...(heads ? { head: headReader(root, listed) } : {}),
  };
}

function walk(root: string, folder: string, found: (path: string) => void): void {
  let entries: ReturnType<typeof list>;
  try {
    entries = list(join(root, folder));
  } catch {
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (isIgnored(entry.name)) continue;
    const path = `${folder}/${entry.name}`;
    const kind = entry.isSymbolicLink() ? statOf(join(root, path)) : entry;
    if (kind?.isDirectory()) walk(root, path, found);
    else if (kind?.isFile()) found(path);
  }
}

const list = (path: string) => readdirSync(path, { withFileTypes: true });

/** The beginnings of files: those that were read ahead, and the others as they are asked for. */
function headReader(root: string, listed?: Listed): NonNullable<SourceTree['head']> {
  const ready = listed ? aheadOf(listed) : () => null;
  return (path) => ready(path) ?? readHead(`${root}/${path}`);
}

/** A file that knows what it was before any of it was read, and so whether it is still that. */
type LookedAt = SourceFile & { readonly isAsSeen?: () => boolean };

/** A file may change again within this time of a change without its time telling: clocks of file systems tick slowly. */
const racyMs = 50;

function lookedAt(root: string, path: string, stats: StatCache): LookedAt {
  const absolute = join(root, path);
  const seenMs = Date.now();
  const seen = statOf(absolute);
  return Object.assign(new FileOnDisk(path, root, stats), {
    isAsSeen: () => {
      if (!seen || seenMs - seen.mtimeMs < racyMs) return false;
      const now = statOf(absolute);
      return now !== undefined && now.ino === seen.ino && now.size === seen.size && now.mtimeMs === seen.mtimeMs;
    },
  });
}

/** A file that is looked at and read when its size or hash is asked for. A class, as a site may have very many. */
class FileOnDisk implements SourceFile {
  readonly path: string;
  readonly kind: SourceKind;
  readonly #root: string;
  readonly #stats: StatCache;
  #stat: Stats | undefined;
  #hash: string | undefined;

  constructor(path: string, root: string, stats: StatCache) {
    this.path = path;
    this.kind = kindOf(path) ?? 'data';
    this.#root = root;
    this.#stats = stats;
  }

  get size(): number {
    return this.#look().size;
  }

  get hash(): string {
    this.#hash ??= this.#stats.find(this.path, this.#look());
    if (this.#hash === undefined) {
      this.#hash = hashOf(readFileSync(join(this.#root, this.path)));
      this.#stats.remember(this.path, this.#look(), this.#hash);
    }
    return this.#hash;
  }

  #look(): Stats {
    this.#stat ??= statSync(join(this.#root, this.path));
    return this.#stat;
  }
}
