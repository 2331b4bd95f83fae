import { statOf } from '../../lib/stat.ts';

/** A file or folder to watch, with its state when it was read, if that is known: size, modification time and inode. */
export type PolledFile = { readonly path: string; readonly stat?: readonly [number, number, number] };

/** Time between two comparisons of all files. To compare a thousand takes 4 ms. */
const pollMs = 500;

/**
 * Watches single files and the names in folders, which need not exist, by comparing their states: unlike watchers of the
 * system, this sees files whose folders are created or replaced, as by `npm install`. Changes are reported together once a
 * comparison finds none. Returns a function that replaces the watched files.
 */
export function pollFiles(onChanges: (paths: readonly string[]) => void): (files: readonly PolledFile[]) => void {
  let states = new Map<string, string>();
  let changed = new Set<string>();
  const compare = (): void => {
    const before = changed.size;
    const differing = [...states].filter(([path, state]) => stateOf(path) !== state).map(([path]) => path);
    for (const path of differing) states.set(path, stateOf(path));
    changed = new Set([...changed, ...differing]);
    if (before === 0 || differing.length > 0) return;
    onChanges([...changed]);
    changed = new Set();
  };
  setInterval(compare, pollMs);
  return (files) => {
    states = new Map(
      files.map(({ path, stat }) => [path, states.get(path) ?? stat?.join(' ') ?? stateOf(path)] as const),
    );
  };
}

/** Returns the state of a file; `''` if it does not exist. */
function stateOf(path: string): string {
  const stat = statOf(path);
  return stat ? `${stat.size} ${stat.mtimeMs} ${stat.ino}` : '';
}
