import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';

/** Returns the result of `statSync`, or undefined if the path does not exist or is not accessible. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Returns the result of `statOf` for the entry itself: it does not follow symbolic links. */
export function entryStatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns a path without symbolic links, as the bundler names modules and as a process names its working directory; the
 * path itself if it does not exist.
 */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
