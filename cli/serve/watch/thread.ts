import type { Stats } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { watch } from 'chokidar';
import { statOf } from '../../lib/stat.ts';
import { isIgnored } from '../../sources/read.ts';
import { kindOf } from '../../sources/tree.ts';
import type { Change, FromWatcher, WatchInput } from './watcher.ts';

/** Folders that came or went are watched anew when nothing has happened for this time. */
const quietMs = 200;

/** The thread that watches: to look through ten thousand folders takes seconds, which no page should wait for. */
function serve(): void {
  const port = parentPort;
  if (!port) throw new Error('serve/watch/thread is started as a worker thread only');
  const { root, sinceMs } = workerData as WatchInput;
  const send = (message: FromWatcher) => port.postMessage(message);
  const below = (path: string): string => relative(root, path).split(sep).join('/');
  const ignored = (path: string): boolean => {
    const name = below(path);
    return name !== '' && (kindOf(`${name}/`) === null || name.split('/').some(isIgnored));
  };
  // Until all is looked through, every file is news to the watcher; only what changed meanwhile is to others.
  let present: string[] | null = [];
  let waiting: Change[] = [];
  const flush = (): void => {
    send({ kind: 'changes', changes: waiting });
    waiting = [];
  };
  const note = (event: string, path: string): void => {
    if (path === '' || ignored(join(root, path))) return;
    // What comes in one turn, such as a checkout, is told at once.
    if (waiting.length === 0) setImmediate(flush);
    waiting.push({ event, path });
  };
  const watcher = watch(root, { ignored, ignoreInitial: false, alwaysStat: true });
  watcher.on('all', (event, path, stat?: Stats) => {
    if (event === 'add') present?.push(below(path));
    if (present && stat && Math.max(stat.mtimeMs, stat.ctimeMs) < sinceMs) return;
    note(event, below(path));
  });

  // A file or folder that takes the place of another in a moment confuses the watcher, which may then lose it for
  // good. What the system itself tells of a folder's entries is always true, so that is passed on too.
  let renamed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  watcher.on('raw', (event, name, details) => {
    const { watchedPath } = details as { readonly watchedPath: string };
    const paths = [join(watchedPath, name), ...(basename(watchedPath) === name ? [watchedPath] : [])];
    for (const path of paths) {
      note('raw', below(path));
      if (event === 'rename') renamed.add(path);
    }
    clearTimeout(timer);
    timer = setTimeout(watchAgain, quietMs);
  });
  const watchAgain = (): void => {
    const folders = [...renamed].filter((path) => !ignored(path) && isFolder(path));
    renamed = new Set();
    watcher.unwatch(folders);
    watcher.add(folders);
    // What changed in them before they were watched again was told to nobody.
    setTimeout(() => {
      for (const path of folders) note('raw', below(path));
    }, quietMs);
  };
  watcher.on('ready', () => {
    if (present) send({ kind: 'ready', present: present.join('\n') });
    present = null;
  });
  watcher.on('error', (error) => {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    send({ kind: 'error', message, code });
  });
}

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true;

serve();
