import type { Stats } from 'node:fs';
import { relative, sep } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { watch } from 'chokidar';
import { isIgnored } from '../../sources/read.ts';
import { kindOf } from '../../sources/tree.ts';
import type { Change, FromWatcher, WatchInput } from './watcher.ts';

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
  const note = (event: string, path: string, stat: Stats | undefined): void => {
    if (event === 'add') present?.push(path);
    if (present && stat && Math.max(stat.mtimeMs, stat.ctimeMs) < sinceMs) return;
    if (event === 'addDir' && path === '') return;
    // What comes in one turn, such as a checkout, is told at once.
    if (waiting.length === 0) setImmediate(flush);
    waiting.push({ event, path });
  };
  const watcher = watch(root, { ignored, ignoreInitial: false, alwaysStat: true });
  watcher.on('all', (event, path, stat) => note(event, below(path), stat));
  watcher.on('ready', () => {
    send({ kind: 'ready', present: (present ?? []).join('\n') });
    present = null;
  });
  watcher.on('error', (error) => {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    send({ kind: 'error', message, code });
  });
}

serve();
