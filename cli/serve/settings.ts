import { configFilesAbove } from '../bundle/inputs.ts';
import { statOf } from '../lib/stat.ts';
import { withNamedFiles } from '../plugins/installed.ts';
import type { PolledFile } from './watch/watcher.ts';

/** The files that affect how a site's code is compiled: settings of compilers, and modules that these name. */
export type Settings = {
  /** Notes the states of the files, before the module server reads them. */
  readonly note: () => void;
  /** Sets the paths that the bundle depends on. They need not exist. */
  readonly setBundled: (paths: readonly string[]) => void;
  readonly has: (path: string) => boolean;
  /** Returns the existing files in the states that were noted: what has changed since was perhaps read before. */
  readonly noted: () => readonly PolledFile[];
};

export function createSettings(root: string): Settings {
  const paths = configFilesAbove(root);
  let bundled: ReadonlySet<string> = new Set(paths);
  let noted = new Map<string, PolledFile>();
  return {
    note: () => {
      noted = new Map(
        [...withNamedFiles(paths)].flatMap((path) => {
          const stat = statOf(path);
          return stat ? [[path, { path, stat: [stat.size, stat.mtimeMs, stat.ino] }] as const] : [];
        }),
      );
    },
    setBundled: (files) => {
      bundled = new Set([...paths, ...files]);
    },
    has: (path) => bundled.has(path) || noted.has(path),
    noted: () => [...noted.values()],
  };
}
