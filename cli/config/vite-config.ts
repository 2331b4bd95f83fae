import { existsSync } from 'node:fs';
import { join } from 'node:path';

const endings = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'];

/** Returns the file with settings of Vite at the root of a site, which the generator does not read, if there is one. */
export const viteConfigIn = (root: string): string | undefined =>
  endings.map((ending) => `vite.config.${ending}`).find((name) => existsSync(join(root, name)));
