import type { Stats } from 'node:fs';
import type { Diagnostic } from '../contract.ts';

/** Purpose of a file, by its folder. */
export type SourceKind =
  | 'config'
  | 'locale'
  | 'content'
  | 'site'
  | 'template'
  | 'public'
  | 'data'
  | 'plugin'
  | 'loader';

/** What a change of a file on disk changes. */
export type FileState = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>;

export type SourceFile = {
  /** Below the root, with forward slashes. */
  readonly path: string;
  readonly kind: SourceKind;
  /** Hash of the bytes, hexadecimal. */
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  /** Of a file on disk: its state before its content was read. */
  readonly stat?: FileState;
};

/** Every source file of a site. Immutable; text and bytes are read on request. */
export type SourceTree = {
  readonly root: string;
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Problems of files that are left out, such as links that lead out of the site. */
  readonly problems?: readonly Diagnostic[];
  /** Paths of the symbolic links in the source folders, followed or not. */
  readonly links?: ReadonlySet<string>;
  /** UTF-8 text without a byte order mark. Throws when the path is not in the tree. */
  readonly text: (path: string) => string;
  /** The beginning of a file, up to the end of its front matter; the whole text of a short file. */
  readonly head?: (path: string) => { readonly text: string; readonly isComplete: boolean };
  readonly bytes: (path: string) => Buffer;
  /** The text of a file with the hash of the same bytes, for what is kept by that hash. */
  readonly hashedText?: (path: string) => { readonly text: string; readonly hash: string };
};

const kinds: readonly (readonly [prefix: string, kind: SourceKind])[] = [
  ['config/', 'config'],
  ['locales/', 'locale'],
  ['content/', 'content'],
  ['site/public/', 'public'],
  ['public/', 'public'],
  ['site/', 'site'],
  ['templates/', 'template'],
  ['data/', 'data'],
  ['plugins/', 'plugin'],
  ['loaders/', 'loader'],
];

/** Returns the kind of a path, or null for one that is no source. */
export function kindOf(path: string): SourceKind | null {
  return kinds.find(([prefix]) => path.startsWith(prefix))?.[1] ?? null;
}

/** Source files of a site, in order, a problem for each file that is left out unexpectedly, and all symbolic links. */
export type SourceList = {
  readonly paths: readonly string[];
  readonly problems: readonly Diagnostic[];
  readonly links: readonly string[];
};
