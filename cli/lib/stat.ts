import { lstatSync, type Stats, statSync } from 'node:fs';

/** Undefined for what is not there, stands below a file, or may not be looked at. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** `statOf` for the entry itself: a symbolic link is not followed. */
export function entryStatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
