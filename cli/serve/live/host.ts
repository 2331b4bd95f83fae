import { Worker } from 'node:worker_threads';
import type { Diagnostic } from '../../contract.ts';
import { prefetchHeads } from '../../sources/prefetch.ts';
import { listSources } from '../../sources/read.ts';
import type { Answer, FromSite, SiteOptions, ToSite } from '../protocol.ts';
import { errorDocument } from './error-document.ts';

export type SiteHostOptions = SiteOptions & {
  readonly onMessage: (message: Exclude<FromSite, { kind: 'answer' }>) => void;
  /** Called when the thread has exited or was terminated because it hung. The next request or edit starts it again. */
  readonly onEnd: (reason: string) => void;
};

/** Handle of the main thread to the site's worker thread. */
export type SiteHost = {
  readonly post: (message: Exclude<ToSite, { kind: 'request' | 'files' }>) => void;
  readonly request: (url: string) => Promise<Answer>;
  readonly close: () => Promise<void>;
};

/**
 * Time limit for a request. After it the thread is terminated, because the site's code is probably in an endless loop.
 */
const timeoutMs = 20_000;

type PendingRequest = { readonly resolve: (answer: Answer) => void; readonly timer: NodeJS.Timeout };

export function createSiteHost({ onMessage, onEnd, ...options }: SiteHostOptions): SiteHost {
  const { root, overrides, drafts, today } = options;
  const workerData: SiteOptions = { root, overrides, drafts, today };
  const pendingRequests = new Map<number, PendingRequest>();
  let worker: Worker | null = null;
  let nextId = 0;
  let isClosed = false;

  const end = (from: Worker, reason: string): void => {
    if (worker !== from) return;
    worker = null;
    for (const { resolve, timer } of pendingRequests.values()) {
      clearTimeout(timer);
      resolve(unavailableAnswer(reason));
    }
    pendingRequests.clear();
    void from.terminate();
    if (!isClosed) onEnd(reason);
  };
  const start = (): Worker => {
    const thread = new Worker(new URL('./site-thread.js', import.meta.url), { workerData });
    thread.on('message', (message: FromSite) => {
      if (message.kind !== 'answer') return onMessage(message);
      const pending = pendingRequests.get(message.id);
      if (!pending) return;
      pendingRequests.delete(message.id);
      clearTimeout(pending.timer);
      pending.resolve(message.answer);
    });
    // List and prefetch the files in this thread while the worker starts, which takes about as long.
    const { paths, problems } = listSources(root);
    const prefetched = prefetchHeads(root, paths);
    thread.postMessage({ kind: 'files', files: paths.join('\n'), problems, prefetched } satisfies ToSite);
    thread.on('error', (error) => end(thread, (error as Error).message));
    thread.on('exit', () => end(thread, 'Code of the site ended its thread.'));
    worker = thread;
    return thread;
  };
  const running = (): Worker => worker ?? start();
  start();
  return {
    post: (message) => {
      if (!isClosed) running().postMessage(message);
    },
    request: (url) =>
      new Promise((resolve) => {
        if (isClosed) return resolve(unavailableAnswer('The server is stopping.'));
        const id = nextId++;
        const thread = running();
        const timer = setTimeout(() => end(thread, `${url} was not answered within ${timeoutMs / 1000} s.`), timeoutMs);
        pendingRequests.set(id, { resolve, timer });
        thread.postMessage({ kind: 'request', id, url } satisfies ToSite);
      }),
    close: async () => {
      isClosed = true;
      await worker?.terminate();
    },
  };
}

const unavailableAnswer = (reason: string): Answer => ({
  kind: 'text',
  status: 503,
  type: 'text/html; charset=utf-8',
  body: errorDocument([threadProblem(reason)], ''),
  headers: { 'Cache-Control': 'no-store', 'Retry-After': '1' },
});

const threadProblem = (reason: string): Diagnostic => ({
  code: 'SITE_THREAD_ENDED',
  severity: 'error',
  message: `The page cannot be shown: ${reason}`,
  hint: 'Look for an endless loop, or a call that ends the process, in the code of this page; then load it again.',
});
