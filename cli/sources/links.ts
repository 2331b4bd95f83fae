import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../contract.ts';

/** Returns the problem of a path that must not be followed, or null. */
export type LinkCheck = (path: string) => Diagnostic | null;

/**
 * Creates a check of symbolic links. A link may lead anywhere inside the root, but not out of it, since its target
 * would be published, and not to a folder that contains the link, which would be an endless loop. Real paths are
 * cached: create a new check for each listing.
 */
export function createLinkCheck(root: string): LinkCheck {
  const realPaths = new Map<string, string | Diagnostic>();
  const cachedRealPath = (path: string): string | Diagnostic => {
    const found = realPaths.get(path) ?? realPath(root, path);
    realPaths.set(path, found);
    return found;
  };
  return (path) => {
    const top = cachedRealPath('');
    if (typeof top !== 'string') return null;
    const realFolders = [top];
    for (const prefix of prefixesOf(path)) {
      const real = cachedRealPath(prefix);
      if (typeof real !== 'string') return real;
      if (!isBelow(real, top) && real !== top) return outside(prefix, real);
      if (realFolders.some((folder) => folder === real || isBelow(folder, real))) return loop(prefix);
      realFolders.push(real);
    }
    return null;
  };
}

function* prefixesOf(path: string): Generator<string> {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) yield path.slice(0, at);
  yield path;
}

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

function realPath(root: string, path: string): string | Diagnostic {
  try {
    return realpathSync(join(root, path)).replaceAll('\\', '/');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP' ? loop(path) : broken(path);
  }
}

const outside = (file: string, target: string): Diagnostic => ({
  code: 'SOURCE_LINK_OUTSIDE',
  severity: 'error',
  message: `${file} is a symbolic link to ${target}, which is outside of the site's folder; it is not published.`,
  hint: 'Copy what the site needs into its folder, or remove the link.',
  file,
});

const loop = (file: string): Diagnostic => ({
  code: 'SOURCE_LINK_LOOP',
  severity: 'warning',
  message: `${file} is a symbolic link that leads back to itself or to a folder that contains it; it is not followed.`,
  hint: 'Remove the link, or point it at another folder.',
  file,
});

const broken = (file: string): Diagnostic => ({
  code: 'SOURCE_LINK_BROKEN',
  severity: 'warning',
  message: `${file} is a symbolic link to a file that does not exist.`,
  hint: 'Remove the link, or restore its target.',
  file,
});
