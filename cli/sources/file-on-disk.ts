import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../lib/hash.ts';
import { statOf } from '../lib/stat.ts';
import type { StatCache } from './stat-cache.ts';
import { type FileState, kindOf, type SourceFile, type SourceKind } from './tree.ts';

/** A file that can check whether it is unchanged since it was listed and read. */
export type ListedFile = SourceFile & {
  readonly isUnchanged?: () => boolean;
  /** Receives its content each time that it is read as a text. */
  readonly note?: (bytes: Uint8Array) => void;
};

/** A second change within this time may not change the modification time, whose resolution is limited. */
const racyMs = 50;

/** Maximum size of a file whose content is compared, in bytes: a larger one counts as changed. */
const maxComparedBytes = 2 ** 20;

/**
 * Lists a file that a watcher reported. One edit is reported several times, and may be read before its last report:
 * then the content shows whether anything has changed since.
 */
export function listedFile(root: string, path: string, stats: StatCache): ListedFile {
  const absolute = join(root, path);
  const file = new FileOnDisk(path, root, stats);
  const look = () => {
    const seenMs = Date.now();
    const stat = statOf(absolute);
    return { stat, isRacy: stat !== undefined && seenMs - stat.mtimeMs < racyMs };
  };
  let seen = look();
  const seenHash = seen.stat && seen.isRacy ? contentHash(absolute, seen.stat.size) : null;
  let textHash: string | null = null;
  return Object.assign(file, {
    note: (bytes: Uint8Array) => {
      textHash ??= hashOf(bytes);
    },
    isUnchanged: () => {
      const now = look();
      if (!now.stat) return false;
      const { ino, size, mtimeMs } = now.stat;
      const isSame = ino === seen.stat?.ino && size === seen.stat.size && mtimeMs === seen.stat.mtimeMs;
      if (isSame && !seen.isRacy) return true;
      // Its text and its hash may have been read at two times.
      const hashes = [isSame ? seenHash : textHash, textHash ?? seenHash, file.knownHash ?? textHash ?? seenHash];
      const hash = contentHash(absolute, size);
      if (hash === null || hashes.some((one) => one !== hash)) return false;
      if (!isSame) file.forgetStat();
      seen = now;
      return true;
    },
  });
}

/** Returns the hash of a file that may be gone; null if it is, or if it is large. */
function contentHash(file: string, size: number): string | null {
  try {
    return size <= maxComparedBytes ? hashOf(readFileSync(file)) : null;
  } catch {
    return null;
  }
}

/** A file whose size and hash are read on first use. A class, to use little memory per file. */
export class FileOnDisk implements SourceFile {
  readonly path: string;
  readonly kind: SourceKind;
  readonly #root: string;
  readonly #stats: StatCache;
  #stat: FileState | undefined;
  #hash: string | undefined;

  constructor(path: string, root: string, stats: StatCache) {
    this.path = path;
    this.kind = kindOf(path) ?? 'data';
    this.#root = root;
    this.#stats = stats;
  }

  get size(): number {
    return this.stat.size;
  }

  get hash(): string {
    this.#hash ??= this.#stats.find(this.path, this.stat);
    return this.#hash ?? this.learn(hashOf(readFileSync(join(this.#root, this.path))));
  }

  /** Takes the hash of bytes that were read after `stat`. */
  learn(hash: string): string {
    this.#hash ??= hash;
    this.#stats.remember(this.path, this.stat, hash);
    return this.#hash;
  }

  /** The hash of its content as it was read; undefined before. */
  get knownHash(): string | undefined {
    return this.#hash;
  }

  /** Lets the state on disk be read again, which has changed without the content. */
  forgetStat(): void {
    this.#stat = undefined;
  }

  get stat(): FileState {
    if (!this.#stat) {
      const { size, mtimeMs, ctimeMs, ino } = statSync(`${this.#root}/${this.path}`);
      this.#stat = { size, mtimeMs, ctimeMs, ino };
    }
    return this.#stat;
  }
}
