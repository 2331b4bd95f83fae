import { dirname } from 'node:path';
import { globSync, hasMagic } from 'glob';

const ignore = '**/node_modules/**';

/** Returns the paths of the files that an absolute pattern matches, sorted. Installed packages are left out. */
export const matchingFiles = (pattern: string): readonly string[] => globSync(pattern, { ignore, nodir: true }).sort();

/** Returns the folders in which new files or folders may match an absolute pattern. The first need not exist. */
export function matchingFolders(pattern: string): readonly string[] {
  const folder = dirname(pattern);
  if (!hasMagic(folder)) return [folder];
  return [...matchingFolders(folder), ...globSync(`${folder}/`, { ignore })];
}
