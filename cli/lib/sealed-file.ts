import { readFileSync } from 'node:fs';
import { markUsed } from './caches.ts';
import { hashOf } from './hash.ts';
import { moveIntoCache, writeFile } from './write-file.ts';

/** Returns the path of the checksum of a cached file that has no room for one of its own, such as a picture. */
const checksumOf = (file: string): string => `${file}.sum`;

/** Moves a finished file into a cache, with a checksum beside it. */
export function sealFile(finished: string, file: string): void {
  // The checksum comes first: if this is interrupted in between, the old file does not fit it.
  writeFile(`${finished}.sum`, hashOf(readFileSync(finished)));
  moveIntoCache(`${finished}.sum`, checksumOf(file));
  moveIntoCache(finished, file);
}

/** Returns whether a cached file is there with the bytes that were sealed, and marks it as used. */
export function isSealed(file: string): boolean {
  try {
    const isIntact = readFileSync(checksumOf(file), 'utf8') === hashOf(readFileSync(file));
    return isIntact && markUsed(file) && markUsed(checksumOf(file));
  } catch {
    return false;
  }
}
