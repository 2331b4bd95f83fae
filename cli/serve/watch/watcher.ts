import { Worker } from 'node:worker_threads';

/**
 * A file system event. `event` is one of chokidar's (`add`, `change`, `unlink`, `addDir`, `unlinkDir`), or `raw` if it
 * is unspecific. `path` is relative to the root, with forward slashes.
 */
export type Change = { readonly event: string; readonly path: string };

/** A file or folder to watch, or a pattern whose files are watched for additions and removals. */
export type PolledFile = {
  /** Absolute. */
  readonly path: string;
  /** `glob`: the path is a pattern. */
  readonly kind?: string;
  /** State when it was read, if that is known: size, modification time, inode and what else is known. */
  readonly stat?: readonly [number, number, number, ...unknown[]];
};

export type WatchInput = {
  readonly root: string;
  /** Time in milliseconds since 1970. Files that changed later are reported even if they existed at the start. */
  readonly sinceMs: number;
};

export type FromWatcher =
  | { readonly kind: 'changes'; readonly changes: readonly Change[] }
  /** Watching has started; `present` lists all files, one per line. */
  | { readonly kind: 'ready'; readonly existingFiles: string }
  | { readonly kind: 'error'; readonly message: string; readonly code: string };

export type WatcherOptions = WatchInput & {
  readonly onChanges: (changes: readonly Change[]) => void;
  /** Called when all files are watched, with their paths, one per line. */
  readonly onReady: (existingFiles: string) => void;
  readonly onError: (message: string) => void;
};

export type Watcher = {
  /** Starts to watch, once. */
  readonly start: () => void;
  /** Replaces the files outside of the source folders that are watched too. They need not exist. */
  readonly watchOutside: (files: readonly PolledFile[]) => void;
  readonly close: () => Promise<void>;
};

/** Delay before a crashed watcher thread is restarted. */
const restartMs = 1000;

/** Creates a watcher of the sources of a site: a worker thread, which is restarted after a crash. */
export function createWatcher({ root, sinceMs, onChanges, onReady, onError }: WatcherOptions): Watcher {
  let worker: Worker | null = null;
  let outside: readonly PolledFile[] = [];
  let restart: NodeJS.Timeout | undefined;
  const start = (workerData: WatchInput): void => {
    const thread = new Worker(new URL('./watch-thread.js', import.meta.url), { workerData });
    worker = thread;
    thread.postMessage(outside);
    thread.on('message', (message: FromWatcher) => {
      switch (message.kind) {
        case 'changes':
          return onChanges(message.changes);
        case 'ready':
          return onReady(message.existingFiles);
        case 'error':
          return onError(hintOf(message.code) ?? message.message);
      }
    });
    thread.on('error', (error) => {
      onError((error as Error).message);
      const lostMs = Date.now() - restartMs;
      restart = setTimeout(() => start({ root, sinceMs: lostMs }), restartMs);
    });
  };
  return {
    start: () => {
      if (worker === null) start({ root, sinceMs });
    },
    watchOutside: (files) => {
      outside = files;
      worker?.postMessage(files);
    },
    close: async () => {
      clearTimeout(restart);
      await worker?.terminate();
    },
  };
}

function hintOf(code: string): string | null {
  if (code !== 'ENOSPC' && code !== 'EMFILE') return null;
  return 'The system limit of watched files is reached, so some edits are not noticed. Raise fs.inotify.max_user_watches.';
}
