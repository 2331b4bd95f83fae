import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Names of the lock files of package managers. */
export const lockFiles = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
] as const;

/** Paths below `node_modules` of the records that npm, pnpm, Yarn 1 and later Yarn write of the packages that they installed. */
export const installRecords = ['.package-lock.json', '.pnpm/lock.yaml', '.yarn-integrity', '.yarn-state.yml'] as const;

/** Returns the nearest folder with a `package.json`, upwards from a folder; null if there is none. */
export function packageAround(folder: string): string | null {
  if (existsSync(join(folder, 'package.json'))) return folder;
  return folder === dirname(folder) ? null : packageAround(dirname(folder));
}

/** Returns the real path of the folder that a package name resolves to from a folder; null if it is not installed. */
export function installedPackage(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(path)) return realpathSync(path);
    if (folder === dirname(folder)) return null;
  }
}
