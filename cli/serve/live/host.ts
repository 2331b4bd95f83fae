import { Worker } from 'node:worker_threads';
import type { Diagnostic } from '../../contract.ts';
import { prefetchHeads } from '../../sources/prefetch.ts';
import { listSources } from '../../sources/read.ts';
import type { Answer, FromSite, SiteOptions, ToSite } from '../protocol.ts';
import { errorDocument } from './error-document.ts';

export type SiteHostOptions = SiteOptions & {
  readonly received: (message: Exclude<FromSite, { kind: 'answer' }>) => void;
  /** Called when the thread has exited or was terminated because it hung. The next request or edit starts it again. */
  readonly ended: (reason: string) => void;
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

type Waiting = { readonly done: (answer: Answer) => void; readonly timer: NodeJS.Timeout };

export function createSiteHost({ received, ended, ...options }: SiteHostOptions): SiteHost {
  const { root, overrides, drafts, today } = options;
  const workerData: SiteOptions = { root, overrides, drafts, today };
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let ids = 0;
  let closed = false;

  const end = (from: Worker, reason: string): void => {
    if (worker !== from) return;
    worker = null;
    for (const { done, timer } of waiting.values()) {
      clearTimeout(timer);
      done(gone(reason));
    }
    waiting.clear();
    void from.terminate();
    if (!closed) ended(reason);
  };
  const start = (): Worker => {
    const fresh = new Worker(new URL('./site-thread.js', import.meta.url), { workerData });
    fresh.on('message', (message: FromSite) => {
      if (message.kind !== 'answer') return received(message);
      const waiter = waiting.get(message.id);
      if (!waiter) return;
      waiting.delete(message.id);
      clearTimeout(waiter.timer);
      waiter.done(message.answer);
    });
    // List and prefetch the files in this thread while the worker starts, which takes about as long.
    const { paths, problems } = listSources(root);
    const ahead = prefetchHeads(root, paths);
    fresh.postMessage({ kind: 'files', files: paths.join('\n'), problems, ahead } satisfies ToSite);
    fresh.on('error', (error) => end(fresh, (error as Error).message));
    fresh.on('exit', () => end(fresh, 'Code of the site ended its thread.'));
    worker = fresh;
    return fresh;
  };
  const running = (): Worker => worker ?? start();
  start();
  return {
    post: (message) => {
      if (!closed) running().postMessage(message);
    },
    request: (url) =>
      new Promise((done) => {
        if (closed) return done(gone('The server is stopping.'));
        const id = ids++;
        const thread = running();
        const timer = setTimeout(() => end(thread, `${url} was not answered within ${timeoutMs / 1000} s.`), timeoutMs);
        waiting.set(id, { done, timer });
        thread.postMessage({ kind: 'request', id, url } satisfies ToSite);
      }),
    close: async () => {
      closed = true;
      await worker?.terminate();
    },
  };
}

const gone = (reason: string): Answer => ({
  kind: 'text',
  status: 503,
  type: 'text/html; charset=utf-8',
  body: errorDocument([threadProblem(reason)], ''),
  headers: { 'Cache-Control': 'no-store', 'Retry-After': '1' },
});

const threadProblem = (reason: string): Diagnostic => ({
  code: 'SITE_THREAD_ENDED',
  severity: 'error',
  message: reason,
  hint: 'Look for an endless loop, or a call that ends the process, in the code of this page; then load it again.',
});
