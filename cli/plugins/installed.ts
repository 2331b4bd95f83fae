import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { globSync } from 'glob';
import { hashOf } from '../lib/hash.ts';
import { home } from '../lib/home.ts';
import { installedPackage, packageAround } from '../lib/packages.ts';
import { statOf } from '../lib/stat.ts';
import type { SourceFile, SourceTree } from '../sources/tree.ts';

/** Modules of plugins or loaders, by absolute path; null for one that does not exist. */
export type CodeModules = readonly (string | null)[];

/**
 * Returns the hash of the plugins or loaders of a site, of all files that their code names by relative paths, and of the
 * packages of their modules.
 */
export const codeKey = (tree: SourceTree, kind: SourceFile['kind'], modules: CodeModules): string =>
  hashOf(
    JSON.stringify(codeFiles(tree, kind, modules).map((file) => [relative(tree.root, file), hashOf(bytesOf(file))])),
  );

/** Returns the absolute paths of the files that `codeKey` includes. */
export function codeFiles(tree: SourceTree, kind: SourceFile['kind'], modules: CodeModules): readonly string[] {
  return [...new Set([...siteCodeFiles(tree, kind), ...modules.flatMap((file) => installedFiles(file, tree.root))])];
}

/**
 * Returns the files of an installed module: those of its package and of the linked packages that this one depends on,
 * which may change without a new version, and the record of the installed packages.
 */
function installedFiles(file: string | null, root: string): readonly string[] {
  const folder = file === null ? null : packageAround(dirname(file));
  const folders = folder === null ? [] : [...new Set([folder, ...linkedPackages(folder)])];
  return [...folders.flatMap((one) => packageFiles(one, root)), ...installedPackagesFile(root)];
}

/** Returns the bytes of a file; none if it was removed meanwhile, as while packages are being installed. */
function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

/** A relative path in quotes, as code imports a module or reads a file beside it. */
const relativePath = /(['"`])(\.\.?\/[^'"`\n]+)\1/g;

/** Returns the absolute paths that a file names by relative ones. */
export const pathsIn = (file: string): readonly string[] =>
  Array.from(bytesOf(file).toString().matchAll(relativePath), ([, , path = '']) => resolve(dirname(file), path));

/** Returns the files of the plugins or loaders of a site and all files that their code names by relative paths. */
function siteCodeFiles({ root, files }: SourceTree, kind: SourceFile['kind']): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file) || !statOf(file)?.isFile()) return;
    found.add(file);
    if (!/\.[cm]?[jt]s$/.test(file)) return;
    pathsIn(file).forEach(add);
  };
  for (const file of files.values()) if (file.kind === kind) add(join(root, file.path));
  return found;
}

/**
 * Returns the folders of all packages outside of `node_modules` that a package depends on, by others of them as well. The
 * generator is left out: its version is part of every key.
 */
function linkedPackages(folder: string, found: Set<string> = new Set()): ReadonlySet<string> {
  for (const name of dependencies(folder)) {
    const linked = installedPackage(name, folder);
    const isLinked = linked !== null && linked !== home && !linked.includes(`${sep}node_modules${sep}`);
    if (!isLinked || found.has(linked)) continue;
    found.add(linked);
    linkedPackages(linked, found);
  }
  return found;
}

/** Returns the names of the packages that a package depends on. A `package.json` that is no JSON names none. */
function dependencies(folder: string): readonly string[] {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
    return kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
  } catch {
    return [];
  }
}

/**
 * Returns the files of a package. One that contains the site stands for its `package.json` alone: the files of a site
 * have hashes of their own.
 */
function packageFiles(folder: string, root: string): readonly string[] {
  const isAroundSite = `${root}${sep}`.startsWith(`${folder}${sep}`);
  const files = isAroundSite
    ? ['package.json']
    : globSync('**', { cwd: folder, nodir: true, ignore: '**/node_modules/**' }).sort();
  return files.map((path) => join(folder, path));
}

/**
 * Returns npm's nearest record of installed packages above a folder, since packages that plugins import may change too;
 * nothing if there is none.
 */
function installedPackagesFile(folder: string): readonly string[] {
  const file = join(folder, 'node_modules/.package-lock.json');
  if (existsSync(file)) return [file];
  return folder === dirname(folder) ? [] : installedPackagesFile(dirname(folder));
}
