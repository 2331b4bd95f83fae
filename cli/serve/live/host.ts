import { Worker } from 'node:worker_threads';
import type { Diagnostic } from '../../contract.ts';
import { prefetchHeads } from '../../sources/prefetch.ts';
import { listSources } from '../../sources/read.ts';
import {
  type Answer,
  type FromSite,
  renderSlots,
  type SiteOptions,
  type SiteThreadData,
  type ToSite,
} from '../protocol.ts';
import { errorDocument } from './error-document.ts';

export type SiteHostOptions = SiteOptions & {
  readonly onMessage: (message: Exclude<FromSite, { kind: 'answer' | 'bundle-damaged' }>) => void;
  /** Called when the thread has exited or was terminated because it hung. The next request or edit starts it again. */
  readonly onEnd: (reason: string) => void;
};

/** Handle of the main thread to the site's worker thread. */
export type SiteHost = {
  readonly post: (message: Exclude<ToSite, { kind: 'request' | 'files' }>) => void;
  readonly request: (url: string) => Promise<Answer>;
  readonly close: () => Promise<void>;
};

/** Time after the limit of a page in which the thread can report by itself that a page waits for too long. */
const graceMs = 1000;

type PendingRequest = { readonly url: string; readonly resolve: (answer: Answer) => void };

export function createSiteHost({ onMessage, onEnd, ...options }: SiteHostOptions): SiteHost {
  const { root, overrides, drafts, today } = options;
  let slots = newSlots();
  const pendingRequests = new Map<number, PendingRequest>();
  let worker: Worker | null = null;
  let nextId = 0;
  let isClosed = false;

  const end = (from: Worker, reason: string): void => {
    if (worker !== from) return;
    worker = null;
    for (const { resolve } of pendingRequests.values()) resolve(unavailableAnswer(reason));
    pendingRequests.clear();
    void from.terminate();
    if (!isClosed) onEnd(reason);
  };
  /** Starts another thread, which answers the pending requests. */
  const replace = (from: Worker): void => {
    if (worker !== from) return;
    const thread = start();
    for (const [id, { url }] of pendingRequests) thread.postMessage({ kind: 'request', id, url } satisfies ToSite);
    void from.terminate();
  };
  const start = (): Worker => {
    // A thread that is being replaced may still count in its own.
    slots = newSlots();
    const workerData: SiteThreadData = { root, overrides, drafts, today, slots };
    const thread = new Worker(new URL('./site-thread.js', import.meta.url), { workerData });
    thread.on('message', (message: FromSite) => {
      if (worker !== thread) return;
      if (message.kind === 'bundle-damaged') return replace(thread);
      if (message.kind !== 'answer') return onMessage(message);
      const pending = pendingRequests.get(message.id);
      if (!pending) return;
      pendingRequests.delete(message.id);
      pending.resolve(message.answer);
    });
    // List and prefetch the files in this thread while the worker starts, which takes about as long.
    const { paths, problems, links } = listSources(root);
    const prefetched = prefetchHeads(root, paths);
    thread.postMessage({ kind: 'files', files: paths.join('\n'), problems, links, prefetched } satisfies ToSite);
    thread.on('error', (error) => end(thread, (error as Error).message));
    thread.on('exit', () => end(thread, 'Code of the site ended its thread.'));
    worker = thread;
    return thread;
  };
  const running = (): Worker => worker ?? start();
  start();
  let lastSeen = { started: 0, atMs: 0 };
  /**
   * Ends the thread if it has rendered the same page for longer than a page may take and no other one, because the site's
   * code is probably in an endless loop. Planning a large site and loading its data may take longer.
   */
  const endOverdueThread = (): void => {
    const started = Atomics.load(slots, renderSlots.started);
    const now = performance.now();
    const isRendering = worker !== null && Atomics.load(slots, renderSlots.running) > 0;
    if (!isRendering || started !== lastSeen.started) lastSeen = { started, atMs: now };
    const limitMs = Atomics.load(slots, renderSlots.limitMs);
    if (!worker || now - lastSeen.atMs < limitMs + graceMs) return;
    const { url } = [...pendingRequests.values()][0] ?? { url: 'A page' };
    end(worker, `${url} was not rendered within ${limitMs / 1000} s.`);
  };
  const timer = setInterval(endOverdueThread, 500);
  timer.unref();
  return {
    post: (message) => {
      if (!isClosed) running().postMessage(message);
    },
    request: (url) =>
      new Promise((resolve) => {
        if (isClosed) return resolve(unavailableAnswer('The server is stopping.'));
        const id = nextId++;
        const thread = running();
        pendingRequests.set(id, { url, resolve });
        thread.postMessage({ kind: 'request', id, url } satisfies ToSite);
      }),
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await worker?.terminate();
    },
  };
}

const newSlots = (): Int32Array<SharedArrayBuffer> =>
  new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * renderSlots.count));

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
