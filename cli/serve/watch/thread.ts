import type { Stats } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { watch } from 'chokidar';
import { isEnvironmentFile } from '../../lib/environment-files.ts';
import { statOf } from '../../lib/stat.ts';
import { isSourcePath } from '../../sources/names.ts';
import { watchFolders } from './folders.ts';
import { pollFiles } from './polled.ts';
import type { Change, FromWatcher, WatchInput } from './watcher.ts';

/** Folders that were added or replaced are watched again after this time without events; emptied files are read after it. */
const quietMs = 200;

/**
 * Entry point of the watcher's worker thread. Reading ten thousand folders takes seconds, which must not delay pages.
 */
function serve(): void {
  const port = parentPort;
  if (!port) throw new Error('serve/watch/thread is started as a worker thread only');
  const { root, sinceMs } = workerData as WatchInput;
  const send = (message: FromWatcher) => port.postMessage(message);
  const relativePath = (path: string): string => relative(root, path).split(sep).join('/');
  const ignored = (path: string): boolean => {
    const name = relativePath(path);
    return name !== '' && !isSourcePath(name) && !isEnvironmentFile(name);
  };
  const isContent = (path: string): boolean => relativePath(path).startsWith('content/');
  // The watcher reports every file while it starts. Only files that changed since `sinceMs` are passed on; all are
  // collected here until it is ready.
  let existingFiles: string[] | null = [];
  let queuedChanges: Change[] = [];
  const isEmpty = ({ path }: Change): boolean => {
    const stat = statOf(join(root, path));
    return stat?.isFile() === true && stat.size === 0;
  };
  let hasWaited = false;
  const flush = (): void => {
    // Most programs empty a file before they write its text: wait for that, once.
    hasWaited = !hasWaited && queuedChanges.some(isEmpty);
    if (hasWaited) {
      setTimeout(flush, quietMs);
      return;
    }
    send({ kind: 'changes', changes: queuedChanges });
    queuedChanges = [];
  };
  const queueChange = (event: string, path: string): void => {
    if (path === '' || ignored(join(root, path))) return;
    // Send the events of one turn together, such as those of a checkout.
    if (queuedChanges.length === 0) setImmediate(flush);
    queuedChanges.push({ event, path });
  };
  const onFile = (path: string, stat: Stats): void => {
    existingFiles?.push(relativePath(path));
    if (Math.max(stat.mtimeMs, stat.ctimeMs) >= sinceMs) queueChange('raw', relativePath(path));
  };
  const onError = ({ message, code = '' }: NodeJS.ErrnoException): void => send({ kind: 'error', message, code });
  const watchOutside = pollFiles((changes) =>
    send({ kind: 'changes', changes: changes.map(({ event, path }) => ({ event, path: relativePath(path) })) }),
  );
  port.on('message', watchOutside);
  let content: ReturnType<typeof watchFolders> | null = null;
  const watchContent = (): void => {
    content?.close();
    content = null;
    const folder = join(root, 'content');
    const onChange = (event: string, path: string) => queueChange(event, relativePath(path));
    if (isFolder(folder)) content = watchFolders({ folder, onFile, onChange, onError });
  };

  // `watchFolders` watches the content, which may be large. Chokidar only reports when its folder appears.
  const watcher = watch(root, { ignored: (path) => ignored(path) || isContent(path), alwaysStat: true });
  watcher.on('all', (event, path, stat?: Stats) => {
    if (existingFiles && event === 'add' && stat) existingFiles.push(relativePath(path));
    if (existingFiles && stat && Math.max(stat.mtimeMs, stat.ctimeMs) < sinceMs) return;
    queueChange(event, relativePath(path));
  });

  // Pass on the raw events of the system too: chokidar may miss a file or folder that immediately replaces another.
  let renamed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  watcher.on('raw', (event, name, details) => {
    const { watchedPath } = details as { readonly watchedPath: string };
    const paths = [join(watchedPath, name), ...(basename(watchedPath) === name ? [watchedPath] : [])];
    for (const path of paths) {
      queueChange('raw', relativePath(path));
      if (event === 'rename') renamed.add(path);
      if (event === 'rename' && relativePath(path) === 'content') watchContent();
    }
    clearTimeout(timer);
    timer = setTimeout(rewatchFolders, quietMs);
  });
  const rewatchFolders = (): void => {
    const folders = [...renamed].filter((path) => !ignored(path) && isFolder(path));
    renamed = new Set();
    watcher.unwatch(folders);
    watcher.add(folders);
    // Report the folders themselves, since changes before they were watched again were missed.
    setTimeout(() => {
      for (const path of folders) queueChange('raw', relativePath(path));
    }, quietMs);
  };
  watcher.on('ready', () => {
    if (!existingFiles) return;
    watchContent();
    send({ kind: 'ready', existingFiles: existingFiles.join('\n') });
    existingFiles = null;
  });
  watcher.on('error', (error) => onError(error as NodeJS.ErrnoException));
}

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true;

serve();
