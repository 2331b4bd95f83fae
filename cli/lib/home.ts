import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Name of the package, which pages import the runtime from. */
export const packageName = '@safelight/sitegen';

/** Folder of the sitegen package. Throws if the program is outside of its package. */
export const home: string = findHome(import.meta.dirname);

function findHome(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`sitegen: no package found above ${from}`);
  }
}

/** Resolves a module from sitegen's own dependencies, whatever the site has installed. */
export function ownModule(name: string): string {
  return createRequire(join(home, 'package.json')).resolve(name);
}
