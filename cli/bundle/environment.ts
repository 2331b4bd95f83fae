import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentFiles } from '../lib/environment-files.ts';
import { hashOf } from '../lib/hash.ts';
import { ownModule } from '../lib/home.ts';
import { statOf } from '../lib/stat.ts';

/** Variables that end up in code: `VITE_*`, which Vite inlines, and `BROWSERSLIST*`, which its dependencies read. */
const viteVariable = /^(?:VITE_|BROWSERSLIST)/;

/**
 * Returns a fingerprint of a bundle's environment: the variables of the process that affect code, the contents of the
 * `.env` files that Vite reads, and the variables that these refer to.
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

/** Returns the version of the bundler. */
export const viteVersion = (): string =>
  (JSON.parse(readFileSync(ownModule('vite/package.json'), 'utf8')) as { version: string }).version;
