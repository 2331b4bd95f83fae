import { type FSWatcher, readdirSync, type Stats, watch } from 'node:fs';
import { join } from 'node:path';
import { statOf } from '../../lib/stat.ts';
import { isIgnored } from '../../sources/names.ts';

export type FoldersInput = {
  readonly folder: string;
  /** Called with each file that exists at the start. */
  readonly onFile: (path: string, stat: Stats) => void;
  /** Called with the path of a file or folder that was added, changed or removed; files of a new folder are added too. */
  readonly onChange: (event: 'add' | 'change' | 'unlink', path: string) => void;
  readonly onError: (error: NodeJS.ErrnoException) => void;
};

/**
 * Watches a folder recursively with one system watcher per folder, which reports all changes of its entries. Watching
 * 10,000 folders takes 0.2 s; watching every file takes thirty times as long.
 */
export function watchFolders(input: FoldersInput): { readonly close: () => void } {
  const { onChange, onError } = input;
  const watchers = new Map<string, FSWatcher>();

  const report = (event: string, folder: string, name: string | null): void => {
    if (name === null) {
      onChange('change', folder);
      return;
    }
    const path = join(folder, name);
    if (isIgnored(name)) return;
    const stat = statOf(path);
    const isFolder = stat?.isDirectory() === true;
    // Recreate the watchers: if one folder has replaced another, the old watchers no longer report anything.
    if (isFolder || watchers.has(path)) unwatchBelow(path);
    if (isFolder) watchFolder(path, (file) => onChange('add', file));
    onChange(!stat ? 'unlink' : event === 'rename' ? 'add' : 'change', path);
  };
  const unwatchBelow = (path: string): void => {
    for (const [folder, watcher] of watchers) {
      if (folder !== path && !folder.startsWith(`${path}/`)) continue;
      watcher.close();
      watchers.delete(folder);
    }
  };
  const watchFolder = (folder: string, onFile: FoldersInput['onFile']): void => {
    try {
      const watcher = watch(folder, (event, name) => report(event, folder, name));
      watcher.on('error', () => unwatchBelow(folder));
      watchers.set(folder, watcher);
      // List the folder after watching it, so that no change is missed.
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (isIgnored(entry.name)) continue;
        const path = join(folder, entry.name);
        const stat = statOf(path);
        if (entry.isDirectory() || stat?.isDirectory()) watchFolder(path, onFile);
        else if (stat) onFile(path, stat);
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') onError(error as NodeJS.ErrnoException);
    }
  };
  watchFolder(input.folder, input.onFile);
  return {
    close: () => {
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}
