import { constants, copyFileSync, linkSync } from 'node:fs';

/** Links a file if the file system supports it, else copies it. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copy(from, to);
  }
}

/** Copies a file. File systems with copy-on-write share its blocks until one of the copies changes. */
export const copy = (from: string, to: string): void => copyFileSync(from, to, constants.COPYFILE_FICLONE);
