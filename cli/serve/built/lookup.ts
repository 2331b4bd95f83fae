import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { statOf } from '../../lib/stat.ts';

/** Configuration files of hosts, which hosts do not send to visitors either. */
const hostsOwn = new Set(['/_headers', '/_redirects', '/nginx.conf']);

/**
 * Decoded path of a URL, or why there is none: `malformed` escapes, or characters and segments by which it could
 * lead anywhere but down into the folder.
 */
export function safePath(pathname: string): { readonly path: string } | 'malformed' | 'forbidden' {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return 'malformed';
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
  if (!path.startsWith('/') || /[\u0000-\u001f\\]/.test(path) || path.includes('//')) return 'forbidden';
  const segments = path.split('/').slice(1);
  if (segments.some((segment) => segment.startsWith('.') && segment !== '.well-known')) return 'forbidden';
  return hostsOwn.has(path) ? 'forbidden' : { path };
}

/**
 * The file below `folder` that a decoded path shows: itself, its `index.html`, or itself with `.html`. Null where there
 * is none, and where the file or a compressed copy of it lies outside by way of a link.
 */
export function findFile(folder: string, path: string): string | null {
  const plain = path.replace(/\/$/, '');
  const candidates = path.endsWith('/') ? [`${plain}/index.html`] : [plain, `${plain}/index.html`, `${plain}.html`];
  const found = candidates.map((one) => join(folder, one)).find(isFile);
  if (found === undefined) return null;
  const inside = realpathSync(folder) + sep;
  const copies = [`${found}.br`, `${found}.gz`].filter(isFile);
  return [found, ...copies].every((file) => realpathSync(file).startsWith(inside)) ? found : null;
}

/** Path of the not-found page nearest above a path, or null. */
export function notFoundFile(folder: string, path: string): string | null {
  for (let at = path; at !== ''; ) {
    at = at.slice(0, at.lastIndexOf('/'));
    const file = findFile(folder, `${at}/404.html`);
    if (file !== null) return file;
  }
  return null;
}

const isFile = (file: string): boolean => statOf(file)?.isFile() === true;
