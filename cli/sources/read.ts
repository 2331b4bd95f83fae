import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { hashOf } from '../lib/hash.ts';
import { entryStatOf, statOf } from '../lib/stat.ts';
import { systemProblem } from '../report/system-error.ts';
import { aheadOf, type Listed } from './ahead.ts';
import { decode } from './encoding.ts';
import { readHead } from './head.ts';
import { createLinkCheck, type LinkCheck } from './links.ts';
import { isSourcePath, withheldProblem } from './names.ts';
import type { StatCache } from './stat-cache.ts';
import { kindOf, type SourceFile, type SourceKind, type SourceTree } from './tree.ts';

const folders = ['config', 'locales', 'content', 'data', 'site', 'templates', 'public'];

export type ReadOptions = {
  /** True for a tree whose files can be read in part: for those who need little of most of them. */
  readonly heads?: boolean;
  readonly listed?: Listed;
};

/** Source files of a site, in order, and what was left out that its author may miss. */
export type SourceList = { readonly paths: readonly string[]; readonly problems: readonly Diagnostic[] };

/** Lists all source files below the root. */
export function listSources(root: string): SourceList {
  const paths: string[] = [];
  const problems: Diagnostic[] = [];
  const walk = createWalk(root, { found: (path) => paths.push(path), problem: (one) => problems.push(one) });
  for (const folder of folders) walk(folder);
  return { paths, problems };
}

/**
 * Lists every source file below the root. Sizes and hashes are found when they are requested and remembered in
 * `stats`, so that an unchanged file is not read twice. Symbolic links are followed inside the root.
 */
export function readSources(root: string, stats: StatCache, options: ReadOptions = {}): SourceTree {
  const files = new Map<string, SourceFile>();
  const { paths, problems } = options.listed ?? listSources(root);
  for (const path of paths) files.set(path, new FileOnDisk(path, root, stats));
  return treeOf(root, { files, problems }, options);
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
  let problems = [...(tree.problems ?? [])];
  const report = (problem: Diagnostic | null): void => {
    if (problem && !problems.some(({ code, file }) => code === problem.code && file === problem.file)) {
      problems.push(problem);
    }
  };
  const check = createLinkCheck(tree.root);
  const walk = createWalk(tree.root, { found: add, problem: report, check });
  /** False for what is gone, and for what lies behind a link that is not followed. */
  const lookAt = (path: string): boolean => {
    if (!entryStatOf(join(tree.root, path))) return false;
    const problem = check(path);
    report(problem);
    return problem === null;
  };
  for (const path of paths) {
    problems = problems.filter(({ file = '' }) => file !== path && !file.startsWith(`${path}/`));
    const stat = isSourcePath(path) && lookAt(path) ? statOf(join(tree.root, path)) : undefined;
    if (stat?.isFile()) add(path);
    else remove(path);
    // What was no file may have been a folder; then all that was in it is looked at again.
    if (!tree.files.has(path)) for (const other of tree.files.keys()) if (other.startsWith(`${path}/`)) remove(other);
    if (stat?.isDirectory()) walk(path);
  }
  for (const file of changedProblems(tree.problems ?? [], problems)) changed.add(file);
  const listed = isSameList && files.size === tree.files.size ? files : inOrder(files);
  return { tree: treeOf(tree.root, { files: listed, problems }, { heads: tree.head !== undefined }), changed };
}

/** Paths of the problems that came or went. */
function changedProblems(before: readonly Diagnostic[], after: readonly Diagnostic[]): readonly string[] {
  const keyOf = ({ code, file }: Diagnostic): string => `${code} ${file}`;
  const [old, now] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  const differing = [...before.filter((one) => !now.has(keyOf(one))), ...after.filter((one) => !old.has(keyOf(one)))];
  return differing.flatMap(({ file }) => file ?? []);
}

/** Files in the order in which a new look at all of them would list them: folder by folder, so `a/b` before `a-b/c`. */
function inOrder(files: ReadonlyMap<string, SourceFile>): Map<string, SourceFile> {
  const keyOf = (path: string): string =>
    `${folders.indexOf(path.slice(0, path.indexOf('/')))}${path.replaceAll('/', '\0')}`;
  const keyed = Array.from(files, (entry) => ({ key: keyOf(entry[0]), entry }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return new Map(keyed.map(({ entry }) => entry));
}

type Contents = { readonly files: Map<string, SourceFile>; readonly problems: readonly Diagnostic[] };

function treeOf(root: string, { files, problems }: Contents, { heads, listed }: ReadOptions): SourceTree {
  const bytes = (path: string): Buffer => {
    if (!files.has(path)) throw new Error(`not in the source tree: ${path}`);
    return readFileSync(join(root, path));
  };
  return {
    root,
    files,
    problems,
    bytes,
    text: (path) => decode(bytes(path)),
    ...(heads ? { head: headReader(root, listed) } : {}),
  };
}

type Walk = {
  /** Takes each file. */
  readonly found: (path: string) => void;
  readonly problem: (problem: Diagnostic) => void;
  readonly check?: LinkCheck;
};

/** Makes a function that goes through a folder and all below it, in order. */
function createWalk(root: string, { found, problem, check = createLinkCheck(root) }: Walk): (folder: string) => void {
  const walk = (folder: string): void => {
    for (const entry of entriesOf(folder)) {
      const path = `${folder}/${entry.name}`;
      if (!isSourcePath(path)) {
        const withheld = withheldProblem(path);
        if (withheld) problem(withheld);
      } else if (entry.isSymbolicLink()) {
        const fault = check(path);
        if (fault) problem(fault);
        else visit(path, statOf(join(root, path)));
      } else visit(path, entry);
    }
  };
  const visit = (path: string, kind: Pick<Stats, 'isDirectory' | 'isFile'> | undefined): void => {
    if (kind?.isDirectory()) walk(path);
    else if (kind?.isFile()) found(path);
  };
  const entriesOf = (folder: string): ReturnType<typeof list> => {
    try {
      return list(join(root, folder)).sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      // A site need not have every folder, and one may vanish while the sources are listed.
      const { code } = error as NodeJS.ErrnoException;
      const fault = code === 'ENOENT' || code === 'ENOTDIR' ? null : systemProblem(error);
      if (fault) problem({ ...fault, file: folder });
      return [];
    }
  };
  return (folder) => {
    const fault = folders.includes(folder) ? topProblem(root, folder, check) : null;
    if (fault) problem(fault);
    else walk(folder);
  };
}

/** What is wrong with one of the source folders itself, which may be a link too. */
function topProblem(root: string, folder: string, check: LinkCheck): Diagnostic | null {
  return entryStatOf(join(root, folder))?.isSymbolicLink() ? check(folder) : null;
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
