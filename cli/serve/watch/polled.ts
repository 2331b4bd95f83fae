import { matchingFiles, matchingFolders } from '../../lib/glob.ts';
import { hashOf } from '../../lib/hash.ts';
import { statOf } from '../../lib/stat.ts';
import type { Change } from './watcher.ts';

/** A file or folder to watch, or a pattern whose files are watched for additions and removals. */
export type PolledFile = {
  /** Absolute. */
  readonly path: string;
  /** `glob`: the path is a pattern. `config`: the file affects how code is compiled. */
  readonly kind?: string;
  /** State when it was read, if that is known: size, modification time and inode. */
  readonly stat?: readonly [number, number, number];
  /** Of a pattern: hash of the files that it matched then. */
  readonly hash?: string;
};

/** Time between two comparisons of all files. To compare a thousand takes 4 ms. */
const pollMs = 500;

/**
 * Watches single files, the names in folders, and the files of patterns, which need not exist, by comparing their states:
 * unlike watchers of the system, this sees files whose folders are created or replaced, as by `npm install`. Changes are
 * reported together once a comparison finds none. Returns a function that replaces the watched files.
 */
export function pollFiles(onChanges: (changes: readonly Change[]) => void): (files: readonly PolledFile[]) => void {
  let states = new Map<string, string>();
  /** Pattern -> the files that it matches. */
  let matches = new Map<string, ReadonlySet<string>>();
  let changed = new Map<string, Change>();
  const compareMatches = (): void => {
    for (const [pattern, before] of matches) {
      const now = new Set(matchingFiles(pattern));
      for (const path of now) if (!before.has(path)) changed.set(path, { event: 'add', path });
      for (const path of before) if (!now.has(path)) changed.set(path, { event: 'unlink', path });
      matches.set(pattern, now);
      for (const folder of matchingFolders(pattern)) if (!states.has(folder)) states.set(folder, stateOf(folder));
    }
  };
  const compare = (): void => {
    const before = changed.size;
    const differing = [...states].filter(([path, state]) => stateOf(path) !== state).map(([path]) => path);
    for (const path of differing) {
      states.set(path, stateOf(path));
      if (!changed.has(path)) changed.set(path, { event: 'change', path });
    }
    if (differing.length > 0) compareMatches();
    if (before === 0 || differing.length > 0) return;
    onChanges([...changed.values()]);
    changed = new Map();
  };
  setInterval(compare, pollMs);
  return (files) => {
    const previous = { states, matches };
    states = new Map();
    matches = new Map();
    for (const { path, kind, stat, hash } of files) {
      if (kind !== 'glob') {
        states.set(path, previous.states.get(path) ?? stat?.join(' ') ?? stateOf(path));
        continue;
      }
      const now = matchingFiles(path);
      // Files that were added or removed meanwhile are reported with all others.
      const isSame = previous.matches.has(path) || hashOf(now.join('\n')) === hash;
      matches.set(path, previous.matches.get(path) ?? new Set(isSame ? now : []));
      for (const folder of matchingFolders(path))
        states.set(folder, previous.states.get(folder) ?? (isSame ? stateOf(folder) : unknownState));
    }
  };
}

/** Stands for a state that is not known; no file has it. */
const unknownState = '?';

/** Returns the state of a file; `''` if it does not exist. */
function stateOf(path: string): string {
  const stat = statOf(path);
  return stat ? `${stat.size} ${stat.mtimeMs} ${stat.ino}` : '';
}
