import { matchingFiles } from '../../lib/glob.ts';
import { statOf } from '../../lib/stat.ts';
import type { Change, PolledFile } from './watcher.ts';

/** Time between two comparisons of all files. To compare a thousand takes 4 ms. */
const pollMs = 500;

/** Fraction of the time that the search for files of patterns may take: a pattern such as `/**` reads every folder. */
const MAX_SEARCH_FRACTION = 0.05;

/**
 * Watches single files, the names in folders, and the files of patterns, which need not exist, by comparing them: unlike
 * watchers of the system, this sees files whose folders are created or replaced, as by `npm install`. Changes are reported
 * together once a comparison finds none; files of a new pattern count as added, since what read them may have read fewer.
 * Returns a function that replaces the watched files. `search` returns the files of a pattern.
 */
export function pollFiles(
  onChanges: (changes: readonly Change[]) => void,
  search = matchingFiles,
): (files: readonly PolledFile[]) => void {
  let states = new Map<string, string>();
  /** Pattern -> the files that it matches. */
  let matches = new Map<string, ReadonlySet<string>>();
  let changes: readonly Change[] = [];
  let nextSearchMs = 0;
  const compare = (): void => {
    const found: Change[] = [];
    for (const [path, state] of states) {
      const now = stateOf(path);
      if (now === state) continue;
      states.set(path, now);
      found.push({ event: 'change', path });
    }
    const startedMs = performance.now();
    if (startedMs >= nextSearchMs) {
      for (const [pattern, before] of matches) {
        const now = new Set(search(pattern));
        for (const path of now) if (!before.has(path)) found.push({ event: 'add', path });
        for (const path of before) if (!now.has(path)) found.push({ event: 'unlink', path });
        matches.set(pattern, now);
      }
      nextSearchMs = startedMs + (performance.now() - startedMs) / MAX_SEARCH_FRACTION;
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
    nextSearchMs = 0;
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
