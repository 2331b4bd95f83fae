import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../lib/hash.ts';
import { statOf } from '../lib/stat.ts';
import type { StatCache } from './stat-cache.ts';
import { type FileState, kindOf, type SourceFile, type SourceKind } from './tree.ts';

/** A file that can check whether it is unchanged since it was listed. */
export type ListedFile = SourceFile & { readonly isUnchanged?: () => boolean };

/** A second change within this time may not change the modification time, whose resolution is limited. */
const racyMs = 50;

export function listedFile(root: string, path: string, stats: StatCache): ListedFile {
  const absolute = join(root, path);
  const seenMs = Date.now();
  const seen = statOf(absolute);
  return Object.assign(new FileOnDisk(path, root, stats), {
    isUnchanged: () => {
      if (!seen || seenMs - seen.mtimeMs < racyMs) return false;
      const now = statOf(absolute);
      return now !== undefined && now.ino === seen.ino && now.size === seen.size && now.mtimeMs === seen.mtimeMs;
    },
  });
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

  get stat(): FileState {
    if (!this.#stat) {
      const { size, mtimeMs, ctimeMs, ino } = statSync(`${this.#root}/${this.path}`);
      this.#stat = { size, mtimeMs, ctimeMs, ino };
    }
    return this.#stat;
  }
}
