import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { globSync } from 'glob';
import { hashOf } from '../lib/hash.ts';
import { home } from '../lib/home.ts';
import { installedPackage, installRecords, packageAround } from '../lib/packages.ts';
import { statOf } from '../lib/stat.ts';
import type { SourceTree } from '../sources/tree.ts';

/** Code of plugins, or of a loader. Files have absolute paths. */
export type ExtensionCode = {
  readonly kind: 'plugin' | 'loader';
  /** Their modules; null for one that does not exist. */
  readonly modules: readonly (string | null)[];
  /** Modules in the same folder that are no part of this code, unless it names them. */
  readonly others: readonly string[];
};

/** Returns the hash of code of a site, of all files that it names by relative paths, and of the packages that it imports. */
export const codeKey = (tree: SourceTree, code: ExtensionCode): string =>
  hashOf(JSON.stringify(codeFiles(tree, code).map((file) => [relative(tree.root, file), hashOf(bytesOf(file))])));

/** Returns the absolute paths of the files that `codeKey` includes. */
export function codeFiles(tree: SourceTree, code: ExtensionCode): readonly string[] {
  const siteFiles = siteCodeFiles(tree, code);
  const named = new Set([...siteFiles].flatMap(packagesIn));
  return [...new Set([...siteFiles, ...code.modules.flatMap((file) => installedFiles(file, tree.root, named))])];
}

/**
 * Returns the files of the package of a module and of the linked packages that it depends on, which may change without a
 * new version, and the records of the installed packages. `named`: the packages that code of the site imports.
 */
function installedFiles(file: string | null, root: string, named: ReadonlySet<string>): readonly string[] {
  const folder = file === null ? null : packageAround(dirname(file));
  const records = nearestInstallRecords(root);
  if (folder === null) return records;
  const names = dependencies(folder).filter((name) => !isAround(folder, root) || named.has(name));
  const folders = [...new Set([folder, ...linkedPackages(names, folder)])];
  return [...folders.flatMap((one) => packageFiles(one, root)), ...records];
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

/** A text in quotes that may name a package, or a module of one. */
const packagePath = /(['"`])((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"`\n]*)?\1/g;

const isCode = (file: string): boolean => /\.[cm]?[jt]s$/.test(file);

/** Returns the names in code that may be those of packages. */
const packagesIn = (file: string): readonly string[] =>
  isCode(file) ? Array.from(bytesOf(file).toString().matchAll(packagePath), ([, , name = '']) => name) : [];

/** Returns those files that exist, and all files that their code names by relative paths. */
export function withNamedFiles(files: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file) || !statOf(file)?.isFile()) return;
    found.add(file);
    if (isCode(file)) pathsIn(file).forEach(add);
  };
  files.forEach(add);
  return found;
}

/** Returns the files in the folder of plugins or loaders and all files that their code names by relative paths. */
function siteCodeFiles({ root, files }: SourceTree, { kind, others }: ExtensionCode): ReadonlySet<string> {
  const paths = [...files.values()].filter((file) => file.kind === kind).map(({ path }) => join(root, path));
  return withNamedFiles(paths.filter((path) => !others.includes(path)));
}

/**
 * Returns the folders of those packages with a name that are outside of `node_modules`, and of all such packages that they
 * depend on. The generator is left out: its version is part of every key.
 */
function linkedPackages(names: readonly string[], from: string, found: Set<string> = new Set()): ReadonlySet<string> {
  for (const name of names) {
    const linked = installedPackage(name, from);
    const isLinked = linked !== null && linked !== home && !linked.includes(`${sep}node_modules${sep}`);
    if (!isLinked || found.has(linked)) continue;
    found.add(linked);
    linkedPackages(dependencies(linked), linked, found);
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
  const files = isAround(folder, root)
    ? ['package.json']
    : globSync('**', { cwd: folder, nodir: true, ignore: '**/node_modules/**' }).sort();
  return files.map((path) => join(folder, path));
}

const isAround = (folder: string, root: string): boolean => `${root}${sep}`.startsWith(`${folder}${sep}`);

/**
 * Returns the nearest records of installed packages above a folder, since packages that plugins import may change too;
 * nothing if there are none.
 */
function nearestInstallRecords(folder: string): readonly string[] {
  const files = installRecords.map((record) => join(folder, 'node_modules', record)).filter((file) => existsSync(file));
  if (files.length > 0) return files;
  return folder === dirname(folder) ? [] : nearestInstallRecords(dirname(folder));
}
