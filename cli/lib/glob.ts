import { globSync } from 'glob';

/** Returns the paths of the files that an absolute pattern matches, sorted. Installed packages are left out. */
export const matchingFiles = (pattern: string): readonly string[] =>
  globSync(pattern, { ignore: '**/node_modules/**', nodir: true }).sort();
