import { lstatSync, type Stats, statSync } from 'node:fs';

/** Returns `statSync`, or undefined if the path does not exist or is not accessible. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** `statOf` without following a symbolic link. */
export function entryStatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
