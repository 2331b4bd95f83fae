import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../lib/hash.ts';
import type { StatCache } from './stat-cache.ts';
import { kindOf, type SourceFile, type SourceTree } from './tree.ts';

const folders = ['config', 'locales', 'content', 'data', 'site', 'templates', 'public'];

/** Names that are never sources: hidden files, editors' backups, installed packages. */
const ignoredNames = /^(?:\.|node_modules$|.*~$|#.*#$)/;

/** True for the name of a file or folder that no source has. */
export const isIgnored = (name: string): boolean => ignoredNames.test(name);

/**
 * Lists every source file below the root. Hashes are computed when asked for and remembered in
 * `stats`, so that an unchanged file is not read twice. Symbolic links are followed.
 */
export function readSources(root: string, stats: StatCache): SourceTree {
  const files = new Map<string, SourceFile>();
  for (const folder of folders) walk(root, folder, (path) => files.set(path, sourceFile(root, path, stats)));
  return treeOf(root, files);
}

/** The same tree with some paths read again; a path that is gone is left out. */
export function rereadSources(tree: SourceTree, paths: Iterable<string>, stats: StatCache): SourceTree {
  const files = new Map(tree.files);
  for (const path of paths) {
    for (const known of tree.files.keys()) if (known === path || known.startsWith(`${path}/`)) files.delete(known);
    const stat = statSync(join(tree.root, path), { throwIfNoEntry: false });
    if (kindOf(`${path}/`) === null || path.split('/').some(isIgnored)) continue;
    if (stat?.isDirectory()) walk(tree.root, path, (found) => files.set(found, sourceFile(tree.root, found, stats)));
    else if (stat?.isFile()) files.set(path, sourceFile(tree.root, path, stats));
  }
  return treeOf(tree.root, files);
}

function treeOf(root: string, files: Map<string, SourceFile>): SourceTree {
  const bytes = (path: string): Uint8Array => {
    if (!files.has(path)) throw new Error(`not in the source tree: ${path}`);
    return readFileSync(join(root, path));
  };
  return { root, files, bytes, text: (path) => decode(bytes(path)) };
}

const decoder = new TextDecoder('utf-8');
const decode = (bytes: Uint8Array): string => decoder.decode(bytes);

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
    const kind = entry.isSymbolicLink() ? statSync(join(root, path), { throwIfNoEntry: false }) : entry;
    if (kind?.isDirectory()) walk(root, path, found);
    else if (kind?.isFile()) found(path);
  }
}

const list = (path: string) => readdirSync(path, { withFileTypes: true });

function sourceFile(root: string, path: string, stats: StatCache): SourceFile {
  const absolute = join(root, path);
  const stat = statSync(absolute);
  const known = stats.find(path, stat);
  let hash = known;
  return {
    path,
    kind: kindOf(path) ?? 'data',
    size: stat.size,
    get hash() {
      if (hash === undefined) {
        hash = hashOf(readFileSync(absolute));
        stats.remember(path, stat, hash);
      }
      return hash;
    },
  };
}
