import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { hashOf } from '../lib/hash.ts';
import { entryStatOf, statOf } from '../lib/stat.ts';
import { systemProblem } from '../report/system-error.ts';
import { decode } from './encoding.ts';
import { FileOnDisk, type ListedFile, listedFile } from './file-on-disk.ts';
import { readHead } from './head.ts';
import { createLinkCheck, type LinkCheck } from './links.ts';
import { isSourceIn, isSourcePath, withheldProblem } from './names.ts';
import { type PrefetchedList, prefetchedHeads } from './prefetch.ts';
import { type FolderEntry, openStatCache, type StatCache } from './stat-cache.ts';
import type { SourceFile, SourceList, SourceTree } from './tree.ts';

const folders = ['config', 'locales', 'content', 'data', 'plugins', 'loaders', 'site', 'templates', 'public'];

export type ReadOptions = {
  /** True to let the tree read only the beginnings of files. */
  readonly heads?: boolean;
  readonly sourceList?: PrefetchedList;
};

/** Lists all source files below the root. Lists of folders come from `stats` while these are unchanged. */
export function listSources(root: string, stats: StatCache = openStatCache(null, Date.now)): SourceList {
  const paths: string[] = [];
  const problems: Diagnostic[] = [];
  const links: string[] = [];
  const walk = createWalk(root, {
    onFile: (path) => paths.push(path),
    onLink: (path) => links.push(path),
    report: (problem) => problems.push(problem),
    stats,
  });
  for (const folder of folders) walk(folder);
  return { paths, problems, links };
}

/**
 * Lists every source file below the root. Sizes and hashes are computed on first use and cached in `stats`, so that
 * an unchanged file is not read twice. Symbolic links are followed inside the root.
 */
export function readSources(root: string, stats: StatCache, options: ReadOptions = {}): SourceTree {
  const files = new Map<string, SourceFile>();
  const { paths, problems, links } = options.sourceList ?? listSources(root, stats);
  for (const path of paths) files.set(path, new FileOnDisk(path, root, stats));
  return treeOf(root, { files, problems, links: new Set(links) }, options);
}

/** A tree, and the files in which it differs from the previous one. */
export type RereadSources = { readonly tree: SourceTree; readonly changed: ReadonlySet<string> };

/**
 * Returns the tree with some files or folders read again, without deleted files, and with all symbolic links, whose targets
 * may be among them. Other files stay the same objects.
 */
export function rereadSources(tree: SourceTree, paths: Iterable<string>, stats: StatCache): RereadSources {
  const files = new Map(tree.files);
  const changed = new Set<string>();
  const add = (path: string): void => {
    const previous = tree.files.get(path) as ListedFile | undefined;
    const isSame = previous?.isUnchanged?.() === true;
    files.set(path, isSame ? previous : listedFile(tree.root, path, stats));
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
  const links = new Set(tree.links);
  const walk = createWalk(tree.root, { onFile: add, onLink: (path) => links.add(path), report, check, stats });
  /** False for a deleted path and for a path behind a link that is not followed. */
  const isFollowed = (path: string): boolean => {
    const entry = entryStatOf(join(tree.root, path));
    if (entry?.isSymbolicLink()) links.add(path);
    else links.delete(path);
    if (!entry) return false;
    const problem = check(path);
    report(problem);
    return problem === null;
  };
  for (const path of new Set([...paths, ...links])) {
    problems = problems.filter(({ file = '' }) => file !== path && !file.startsWith(`${path}/`));
    const stat = isSourcePath(path) && isFollowed(path) ? statOf(join(tree.root, path)) : undefined;
    if (stat?.isFile()) add(path);
    else remove(path);
    // The path may have been a folder: read again all files that were in it.
    if (!tree.files.has(path)) for (const other of tree.files.keys()) if (other.startsWith(`${path}/`)) remove(other);
    if (stat?.isDirectory()) walk(path);
  }
  for (const file of changedProblems(tree.problems ?? [], problems)) changed.add(file);
  const sortedFiles = isSameList && files.size === tree.files.size ? files : sortFiles(files);
  return {
    tree: treeOf(tree.root, { files: sortedFiles, problems, links }, { heads: tree.head !== undefined }),
    changed,
  };
}

/** Returns the paths of the problems that exist in only one of two lists. */
function changedProblems(before: readonly Diagnostic[], after: readonly Diagnostic[]): readonly string[] {
  const keyOf = ({ code, file }: Diagnostic): string => `${code} ${file}`;
  const [old, now] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  const differing = [...before.filter((one) => !now.has(keyOf(one))), ...after.filter((one) => !old.has(keyOf(one)))];
  return differing.flatMap(({ file }) => file ?? []);
}

/** Returns the files in the order of `listSources`: folder by folder, so `a/b` before `a-b/c`. */
function sortFiles(files: ReadonlyMap<string, SourceFile>): Map<string, SourceFile> {
  const keyOf = (path: string): string =>
    `${folders.indexOf(path.slice(0, path.indexOf('/')))}${path.replaceAll('/', '\0')}`;
  const keyed = Array.from(files, (entry) => ({ key: keyOf(entry[0]), entry }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return new Map(keyed.map(({ entry }) => entry));
}

type Contents = Required<Pick<SourceTree, 'problems' | 'links'>> & { readonly files: Map<string, SourceFile> };

function treeOf(root: string, { files, problems, links }: Contents, { heads, sourceList }: ReadOptions): SourceTree {
  const bytes = (path: string): Buffer => {
    const file: ListedFile | undefined = files.get(path);
    if (!file) throw new Error(`not in the source tree: ${path}`);
    const read = readFileSync(join(root, path));
    file.note?.(read);
    return read;
  };
  const readHeadOf = headReader(root, sourceList);
  const head = (path: string) =>
    (files.get(path) as ListedFile).note ? { text: decode(bytes(path)), isComplete: true } : readHeadOf(path);
  return {
    root,
    files,
    problems,
    links,
    bytes,
    text: (path) => decode(bytes(path)),
    hashedText: (path) => {
      const file = files.get(path);
      // Its state on disk belongs to these bytes or to earlier ones.
      void file?.stat;
      const read = bytes(path);
      const hash = hashOf(read);
      if (file instanceof FileOnDisk) file.learn(hash);
      return { text: decode(read), hash };
    },
    ...(heads ? { head } : {}),
  };
}

type Walk = {
  /** Called for each file. */
  readonly onFile: (path: string) => void;
  /** Called for each symbolic link, followed or not. */
  readonly onLink: (path: string) => void;
  readonly report: (problem: Diagnostic) => void;
  readonly check?: LinkCheck;
  readonly stats: StatCache;
};

/** Creates a function that visits all files below a folder, in order. */
function createWalk(root: string, { onFile, onLink, report, stats, check = createLinkCheck(root) }: Walk) {
  const walk = (folder: string): void => {
    for (const entry of entriesOf(folder)) {
      const path = `${folder}/${entry.name}`;
      if (!isSourceIn(folder, entry.name)) {
        const withheld = withheldProblem(path);
        if (withheld) report(withheld);
      } else if (entry.kind === 'link') {
        onLink(path);
        const problem = check(path);
        if (problem) report(problem);
        else visit(path, kindOfTarget(join(root, path)));
      } else visit(path, entry.kind);
    }
  };
  const visit = (path: string, kind: FolderEntry['kind']): void => {
    if (kind === 'folder') walk(path);
    else if (kind === 'file') onFile(path);
  };
  const entriesOf = (folder: string): readonly FolderEntry[] => {
    try {
      return stats.list(`${root}/${folder}`);
    } catch (error) {
      // A site need not have every folder, and one may vanish while the sources are listed.
      const { code } = error as NodeJS.ErrnoException;
      const problem = code === 'ENOENT' || code === 'ENOTDIR' ? null : systemProblem(error);
      if (problem) report({ ...problem, file: folder });
      return [];
    }
  };
  return (folder: string): void => {
    const problem = folders.includes(folder) ? folderLinkProblem(root, folder, check) : null;
    if (problem) report(problem);
    else walk(folder);
  };
}

/** Returns the problem of a source folder that is itself a symbolic link, or null. */
function folderLinkProblem(root: string, folder: string, check: LinkCheck): Diagnostic | null {
  return entryStatOf(join(root, folder))?.isSymbolicLink() ? check(folder) : null;
}

function kindOfTarget(path: string): FolderEntry['kind'] {
  const stat = statOf(path);
  return stat?.isDirectory() ? 'folder' : stat?.isFile() ? 'file' : 'other';
}

/** Returns a function that returns the beginning of a file: prefetched, or read on request. */
function headReader(root: string, sourceList?: PrefetchedList): NonNullable<SourceTree['head']> {
  const prefetched = sourceList ? prefetchedHeads(sourceList) : () => null;
  return (path) => prefetched(path) ?? readHead(`${root}/${path}`);
}
