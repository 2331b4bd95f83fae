import { isAbsolute, relative } from 'node:path';
import type { CSSOptions } from 'vite';
import { hashOf } from '../lib/hash.ts';

/**
 * Class names of CSS modules: the local name and a hash of the file's path below the root, so that server, browser,
 * development and every machine agree on them.
 */
export function cssOptions(root: string): CSSOptions {
  return {
    modules: {
      generateScopedName: (name, file) => {
        const path = file.split('?')[0] as string;
        const below = isAbsolute(path) ? relative(root, path) : path;
        return `${name}_${hashOf(below.replaceAll('\\', '/')).slice(0, 5)}`;
      },
    },
  };
}
