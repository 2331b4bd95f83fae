import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { statOf } from '../../lib/stat.ts';

/** Host configuration files. They are not served, as hosts do not serve them either. */
const hostConfigFiles = new Set(['/_headers', '/_redirects', '/nginx.conf']);

/**
 * Decodes the path of a URL. Returns `malformed` for invalid percent escapes, and `forbidden` for paths that could
 * leave the folder or name a hidden or host configuration file: control characters, backslashes, empty segments, and
 * segments that start with a dot (except `.well-known`).
 */
export function safePath(pathname: string): { readonly path: string } | 'malformed' | 'forbidden' {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return 'malformed';
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are to be found
  if (!path.startsWith('/') || /[\u0000-\u001f\\]/.test(path) || path.includes('//')) return 'forbidden';
  const segments = path.split('/').slice(1);
  if (segments.some((segment) => segment.startsWith('.') && segment !== '.well-known')) return 'forbidden';
  return hostConfigFiles.has(path) ? 'forbidden' : { path };
}

/**
 * Finds the file for a decoded path: the path itself, its `index.html`, or the path with `.html`. Returns null if there
 * is none, or if a symbolic link leads from the file or one of its compressed copies out of `folder`.
 */
export function findFile(folder: string, path: string): string | null {
  const plain = path.replace(/\/$/, '');
  const candidates = path.endsWith('/') ? [`${plain}/index.html`] : [plain, `${plain}/index.html`, `${plain}.html`];
  const file = candidates.map((candidate) => join(folder, candidate)).find(isFile);
  if (file === undefined) return null;
  const copies = [`${file}.br`, `${file}.gz`].filter(isFile);
  try {
    const inside = realpathSync(folder) + sep;
    return [file, ...copies].every((copy) => realpathSync(copy).startsWith(inside)) ? file : null;
  } catch {
    // A build has just replaced the folder.
    return null;
  }
}

/** Returns the `404.html` in the nearest folder above a path, or null if there is none. */
export function notFoundFile(folder: string, path: string): string | null {
  for (let above = path; above !== ''; ) {
    above = above.slice(0, above.lastIndexOf('/'));
    const file = findFile(folder, `${above}/404.html`);
    if (file !== null) return file;
  }
  return null;
}

const isFile = (file: string): boolean => statOf(file)?.isFile() === true;
