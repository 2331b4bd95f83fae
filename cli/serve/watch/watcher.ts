import { Worker } from 'node:worker_threads';

/** `event` is chokidar's: add, change, unlink, addDir, unlinkDir; `raw` for anything else. The path is below the root, with forward slashes. */
export type Change = { readonly event: string; readonly path: string };

export type WatchInput = {
  readonly root: string;
  /** Files changed later than this, in ms since 1970, are reported although they existed at the start. */
  readonly sinceMs: number;
};

export type FromWatcher =
  | { readonly kind: 'changes'; readonly changes: readonly Change[] }
  /** All files that were found, one per line. */
  | { readonly kind: 'ready'; readonly present: string }
  | { readonly kind: 'error'; readonly message: string; readonly code: string };

export type WatcherOptions = WatchInput & {
  readonly changed: (changes: readonly Change[]) => void;
  /** Called when everything is watched, with the existing files, one per line. */
  readonly ready: (present: string) => void;
  readonly failed: (message: string) => void;
};

export type Watcher = { readonly close: () => Promise<void> };

/** Delay before a failed watcher is restarted. */
const restartMs = 1000;

/** Watches the sources of a site in its own thread. */
export function createWatcher({ root, sinceMs, changed, ready, failed }: WatcherOptions): Watcher {
  let worker: Worker;
  let restart: NodeJS.Timeout | undefined;
  const start = (workerData: WatchInput): void => {
    worker = new Worker(new URL('./watch-thread.js', import.meta.url), { workerData });
    worker.on('message', (message: FromWatcher) => {
      switch (message.kind) {
        case 'changes':
          return changed(message.changes);
        case 'ready':
          return ready(message.present);
        case 'error':
          return failed(hintOf(message.code) ?? message.message);
      }
    });
    worker.on('error', (error) => {
      failed((error as Error).message);
      const lostMs = Date.now() - restartMs;
      restart = setTimeout(() => start({ root, sinceMs: lostMs }), restartMs);
    });
  };
  start({ root, sinceMs });
  return {
    close: async () => {
      clearTimeout(restart);
      await worker.terminate();
    },
  };
}

function hintOf(code: string): string | null {
  if (code !== 'ENOSPC' && code !== 'EMFILE') return null;
  return 'The system limit of watched files is reached, so some edits are not noticed. Raise fs.inotify.max_user_watches.';
}
