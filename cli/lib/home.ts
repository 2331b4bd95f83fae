import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageAround } from './packages.ts';

/** Name of the generator's npm package, from which pages import the runtime. */
export const packageName = '@safelight/sitegen';

/** Folder of the generator's package. Loading this module throws if there is no `package.json` above it. */
export const home: string = findHome(import.meta.dirname);

function findHome(from: string): string {
  const folder = packageAround(from);
  if (folder === null) throw new Error(`sitegen: no package found above ${from}`);
  return folder;
}

/**
 * Returns the path of a module among sitegen's own dependencies, whatever the site has installed. Throws if there is
 * none.
 */
export function ownModule(name: string): string {
  return createRequire(join(home, 'package.json')).resolve(name);
}
