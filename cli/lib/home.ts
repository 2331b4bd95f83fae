import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Folder of the sitegen package itself. Throws when the program was taken out of its package. */
export const home: string = findHome(import.meta.dirname);

function findHome(from: string): string {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, 'cli/runtime/index.ts'))) return at;
    if (at === dirname(at)) throw new Error(`sitegen: no package found above ${from}`);
  }
}

/** File of a package that sitegen brings along, whatever the site has installed. */
export function ownModule(name: string): string {
  return createRequire(join(home, 'package.json')).resolve(name);
}
