import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashOf } from './hash.ts';
import { lockFiles } from './packages.ts';

/** Returns the hash of the files in a module's folder and of the lock files of the packages that it may import. */
export function codeHash(file: string, root: string): string {
  const folder = dirname(file);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const locks = lockFiles.map((name) => join(root, name)).filter((lock) => existsSync(lock));
  const files = [...names, ...locks];
  return hashOf(files.map((name) => `${name.slice(root.length)} ${hashOf(readFileSync(name))}`).join('\n'));
}
