import { matchingFiles } from '../../lib/glob.ts';
import { statOf } from '../../lib/stat.ts';
import type { Change, PolledFile } from './watcher.ts';

/** Time between two comparisons of all files. To compare a thousand takes 4 ms. */
const pollMs = 500;

/**
 * Watches single files, the names in folders, and the files of patterns, which need not exist, by comparing them: unlike
 * watchers of the system, this sees files whose folders are created or replaced, as by `npm install`. Changes are reported
 * together once a comparison finds none; files of a new pattern count as added, since what read them may have read fewer.
 * Returns a function that replaces the watched files.
 */
export function pollFiles(onChanges: (changes: readonly Change[]) => void): (files: readonly PolledFile[]) => void {
  let states = new Map<string, string>();
  /** Pattern -> the files that it matches. */
  let matches = new Map<string, ReadonlySet<string>>();
  let changes: readonly Change[] = [];
  const compare = (): void => {
    const found: Change[] = [];
    for (const [path, state] of states) {
      const now = stateOf(path);
      if (now === state) continue;
      states.set(path, now);
      found.push({ event: 'change', path });
    }
    for (const [pattern, before] of matches) {
      const now = new Set(matchingFiles(pattern));
      for (const path of now) if (!before.has(path)) found.push({ event: 'add', path });
      for (const path of before) if (!now.has(path)) found.push({ event: 'unlink', path });
      matches.set(pattern, now);
    }
    if (found.length > 0) changes = [...changes, ...found];
    else if (changes.length > 0) {
      onChanges(changes);
      changes = [];
    }
  };
  setInterval(compare, pollMs);
  return (files) => {
    const single = files.filter(({ kind }) => kind !== 'glob');
    const patterns = files.filter(({ kind }) => kind === 'glob').map(({ path }) => path);
    states = new Map(
      single.map(({ path, stat }) => [path, states.get(path) ?? stat?.slice(0, 3).join(' ') ?? stateOf(path)] as const),
    );
    matches = new Map(patterns.map((path) => [path, matches.get(path) ?? new Set()] as const));
  };
}

/** Returns the state of a file; `''` if it does not exist. */
function stateOf(path: string): string {
  const stat = statOf(path);
  return stat ? `${stat.size} ${stat.mtimeMs} ${stat.ino}` : '';
}
