import { Worker } from 'node:worker_threads';
import { codeLocation } from '../../bundle/locations.ts';
import type { Diagnostic } from '../../contract.ts';
import { busyStack } from '../../lib/busy-stack.ts';
import { MAX_CODE_MS } from '../../plugins/import.ts';
import { prefetchHeads } from '../../sources/prefetch.ts';
import { listSources } from '../../sources/read.ts';
import {
  type Answer,
  type FromSite,
  type SiteOptions,
  type SiteThreadData,
  type ToSite,
  threadSlots,
} from '../protocol.ts';
import { errorDocument } from './error-document.ts';

export type SiteHostOptions = SiteOptions & {
  readonly onMessage: (message: Exclude<FromSite, { kind: 'answer' | 'bundle-damaged' | 'loading' }>) => void;
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
  let loaders: readonly string[] = [];

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
      if (message.kind === 'loading') {
        loaders = message.loaders;
        return;
      }
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
  let lastSeen = { turns: 0, atMs: 0 };
  /**
   * Ends the thread if its event loop has not turned for longer than the site's code may take, which is probably in an endless
   * loop. Planning a large site may take longer.
   */
  const endOverdueThread = (): void => {
    const turns = Atomics.load(slots, threadSlots.turns);
    const now = performance.now();
    const isLoading = Atomics.load(slots, threadSlots.loading) > 0;
    const isRunning = worker !== null && (isLoading || Atomics.load(slots, threadSlots.rendering) > 0);
    if (!isRunning || turns !== lastSeen.turns) lastSeen = { turns, atMs: now };
    const limitMs = isLoading ? MAX_CODE_MS : Atomics.load(slots, threadSlots.limitMs);
    if (!worker || now - lastSeen.atMs < limitMs + graceMs) return;
    const { url } = [...pendingRequests.values()][0] ?? { url: 'A page' };
    const late = isLoading ? `The loader ${loaders.join(' or ')} returned nothing` : `${url} was not rendered`;
    lastSeen = { turns, atMs: now };
    void endBusy(worker, `${late} within ${limitMs / 1000} s`);
  };
  /** Ends the thread for a reason, to which it adds the code of the site that is running. */
  const endBusy = async (busy: Worker, reason: string): Promise<void> => {
    const code = codeLocation(await busyStack(busy), root);
    end(busy, code ? `${reason}: ${code.file}:${code.line}:${code.column} was still running.` : `${reason}.`);
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
  new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * threadSlots.count));

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
  hint: 'Look for an endless loop, or a call that ends the process, in this code; then load the page again.',
});
