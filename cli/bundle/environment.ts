import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentFiles } from '../lib/environment-files.ts';
import { hashOf } from '../lib/hash.ts';
import { statOf } from '../lib/stat.ts';

/** Variables that Vite puts into code, or that packages read which it calls. */
const viteVariable = /^(?:VITE_|BROWSERSLIST)/;

/**
 * Fingerprint of the environment of a bundle: the variables of the process that end up in code, the `.env` files as
 * Vite reads them, and the variables that those refer to.
 */
export function environmentKey(root: string, mode: string, environment: NodeJS.ProcessEnv): string {
  const texts = environmentFiles(mode).map((name) => {
    const file = join(root, name);
    return statOf(file)?.isFile() ? readFileSync(file, 'utf8') : '';
  });
  const named = texts.flatMap((text) => [...text.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name));
  const names = [...Object.keys(environment).filter((name) => viteVariable.test(name)), ...named, 'NODE_ENV'];
  const values = [...new Set(names)].sort().map((name) => [name, environment[name] ?? null]);
  return hashOf(JSON.stringify([mode, texts, values]));
}
