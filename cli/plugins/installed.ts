import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { globSync } from 'glob';
import { hashOf } from '../lib/hash.ts';
import { home } from '../lib/home.ts';
import { installedPackage, packageAround } from '../lib/packages.ts';
import { statOf } from '../lib/stat.ts';
import type { SourceFile, SourceTree } from '../sources/tree.ts';

/**
 * Returns the key of an installed module: a hash of its package and of the linked packages that this one depends on,
 * which may change without a new version, and one of the installed packages.
 */
export function installedKey(file: string | null, root: string): readonly string[] {
  const folder = file === null ? null : packageAround(dirname(file));
  const folders = folder === null ? [] : [...new Set([folder, ...linkedPackages(folder)])];
  return [...folders.map((one) => packageHash(one, root)), installedPackagesHash(root)];
}

/** A relative path in quotes, as code imports a module or reads a file beside it. */
const relativePath = /(['"`])(\.\.?\/[^'"`\n]+)\1/g;

/** Returns the hash of the plugins or loaders of a site and of all files that their code names by relative paths. */
export function siteCodeKey({ root, files }: SourceTree, kind: SourceFile['kind']): string {
  const hashes = new Map<string, string>();
  const add = (file: string): void => {
    if (hashes.has(file) || !statOf(file)?.isFile()) return;
    const bytes = readFileSync(file);
    hashes.set(file, hashOf(bytes));
    if (!/\.[cm]?[jt]s$/.test(file)) return;
    for (const [, , path = ''] of bytes.toString().matchAll(relativePath)) add(resolve(dirname(file), path));
  };
  for (const file of files.values()) if (file.kind === kind) add(join(root, file.path));
  return hashOf(JSON.stringify([...hashes].map(([file, hash]) => [relative(root, file), hash])));
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
 * Returns the hash of the files of a package. One that contains the site stands for its `package.json` alone: the files
 * of a site have hashes of their own.
 */
function packageHash(folder: string, root: string): string {
  const isAroundSite = `${root}${sep}`.startsWith(`${folder}${sep}`);
  const files = isAroundSite
    ? ['package.json']
    : globSync('**', { cwd: folder, nodir: true, ignore: '**/node_modules/**' }).sort();
  return hashOf(JSON.stringify(files.map((path) => [path, hashOf(readFileSync(join(folder, path)))])));
}

/**
 * Returns the hash of npm's nearest record of installed packages above a folder, since packages that plugins import may
 * change too; `''` if there is none.
 */
function installedPackagesHash(folder: string): string {
  const file = join(folder, 'node_modules/.package-lock.json');
  if (existsSync(file)) return hashOf(readFileSync(file));
  return folder === dirname(folder) ? '' : installedPackagesHash(dirname(folder));
}
