import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashOf } from '../lib/hash.ts';
import { home } from '../lib/home.ts';
import { statOf } from '../lib/stat.ts';
import { type BundleInput, configFilesAbove } from './inputs.ts';
import { reactAddress, reactModules } from './plugins.ts';
import { bundleFiles, recordFile } from './record.ts';
import type { BundleRequest } from './request.ts';

/** Stands for the address of a React module in the server code of a portable bundle. */
const placeholder = (name: string): string => `sitegen:react(${name})`;

/** An input whose path is relative to the site, and whose state is that of no machine. */
export type PortableInput = Omit<BundleInput, 'stat'>;

/**
 * Returns the key of a request for machines whose folders differ. They must have the generator in the same place as seen
 * from the site, as source maps name its modules, and the same settings of compilers in the folders above the site.
 */
export function portableKey({ sharedKey, root }: Pick<BundleRequest, 'sharedKey' | 'root'>): string {
  const above = configFilesAbove(dirname(root)).filter((file) => statOf(file)?.isFile());
  const settings = above.map((file) => [relative(root, file), hashOf(readFileSync(file))]);
  return hashOf(JSON.stringify([sharedKey, relative(root, home), settings]));
}

/**
 * Writes the files of a bundle into another folder, without its record and without addresses of this machine. Returns
 * whether none of them names the folder of the site or of the generator, as code of a plugin may.
 */
export function writePortable(bundle: string, folder: string, root: string): boolean {
  const named = [root, home].flatMap((path) => [path, pathToFileURL(path).href]);
  const paths = bundleFiles(bundle).filter((path) => path !== recordFile);
  return paths.every((path) => {
    let bytes = readFileSync(join(bundle, path));
    if (isServerCode(path)) {
      const portable = reactModules.reduce(
        (code, name) => code.replaceAll(reactAddress(name), placeholder(name)),
        bytes.toString('utf8'),
      );
      bytes = Buffer.from(portable);
    }
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
    return namesByRelation(path) || !named.some((text) => bytes.includes(text));
  });
}

/** Writes the addresses of this machine into the server code of a portable bundle. */
export function addAddresses(folder: string): void {
  for (const path of bundleFiles(folder).filter(isServerCode)) {
    const file = join(folder, path);
    const portable = readFileSync(file, 'utf8');
    const code = reactModules.reduce((text, name) => text.replaceAll(placeholder(name), reactAddress(name)), portable);
    if (code !== portable) writeFileSync(file, code);
  }
}

/** Returns whether a file of a bundle names other files only as seen from itself or from the site. */
const namesByRelation = (path: string): boolean => path === 'manifest.json' || path.endsWith('.map');

const isServerCode = (path: string): boolean => path.endsWith('.mjs');

export const portableInputs = (inputs: readonly BundleInput[], root: string): readonly PortableInput[] =>
  inputs.map(({ stat: _stat, path, ...input }) => ({ ...input, path: relative(root, path) }));

export const inputsBelow = (inputs: readonly PortableInput[], root: string): readonly BundleInput[] =>
  inputs.map(({ path, ...input }) => ({ ...input, path: resolve(root, path) }));
