import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashOf } from './hash.ts';

/** Returns the hash of the files in a module's folder and of the lock file of the packages that it may import. */
export function codeHash(file: string, root: string): string {
  const folder = dirname(file);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const lock = join(root, 'package-lock.json');
  const files = [...names, ...(existsSync(lock) ? [lock] : [])];
  return hashOf(files.map((name) => `${name.slice(root.length)} ${hashOf(readFileSync(name))}`).join('\n'));
}
