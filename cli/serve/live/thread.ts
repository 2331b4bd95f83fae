import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Diagnostic } from '../../contract.ts';
import { strayProblem } from '../../report/stray-error.ts';
import { commitDates } from '../../sources/git.ts';
import { type Answer, type FromSite, type SiteThreadData, type ToSite, threadSlots } from '../protocol.ts';
import { errorDocument } from './error-document.ts';
import { createSite, type RunningSite } from './site.ts';

/** Time between two signs that the thread's event loop turns. */
const turnMs = 250;

/**
 * Entry point of the site's worker thread, which plans, renders and answers requests. Code of the site runs only in
 * this thread, so that the server survives endless loops and exits.
 */
function serve(): void {
  const port = parentPort;
  if (!port) throw new Error('serve/live/thread is started as a worker thread only');
  process.env.NODE_ENV = 'production';
  const { slots, ...options } = workerData as SiteThreadData;
  const send = (message: FromSite) => port.postMessage(message);
  let running: RunningSite | null = null;
  const onRender = {
    start: (limitMs: number): void => {
      Atomics.store(slots, threadSlots.limitMs, limitMs);
      Atomics.add(slots, threadSlots.rendering, 1);
    },
    end: (): void => void Atomics.sub(slots, threadSlots.rendering, 1),
  };
  const onLoad = {
    start: (loaders: readonly string[]): void => {
      send({ kind: 'loading', loaders });
      Atomics.add(slots, threadSlots.loading, 1);
    },
    end: (): void => void Atomics.sub(slots, threadSlots.loading, 1),
  };
  setInterval(() => Atomics.add(slots, threadSlots.turns, 1), turnMs);
  const ensureSite = (): RunningSite => {
    running ??= createSite({ ...options, onRender, onLoad }, send);
    return running;
  };
  // Report errors outside of rendering, such as in timers and unawaited promises of the site's code.
  const reportStray = (error: unknown) => ensureSite().report(strayProblem(error, { severity: 'warning' }));
  process.on('uncaughtException', reportStray);
  process.on('unhandledRejection', reportStray);
  port.on('message', (message: ToSite) => {
    if (message.kind === 'files') {
      const { problems, links, prefetched } = message;
      const sourceList = { paths: message.files.split('\n').filter(Boolean), problems, links, prefetched };
      running ??= createSite({ ...options, sourceList, onRender, onLoad }, send);
      return;
    }
    const site = ensureSite();
    switch (message.kind) {
      case 'edit':
        return site.edit(message.paths);
      case 'existing-files':
        return site.compareFiles(new Set(message.files.split('\n')));
      case 'bundle':
        return site.acceptBundle(message.id, message.bundle);
      case 'bundle-failed':
        return site.rejectBundle(message.id, message.problems);
      case 'request':
        void answer(site, message.url).then((result) => {
          send({ kind: 'answer', id: message.id, answer: result });
          site.afterFirstAnswer(() => commitDates(options.root, join(options.root, '.sitegen')));
        });
    }
  });
}

/** Returns the answer to a request, or an error document if answering fails, so that every request gets a response. */
async function answer(site: RunningSite, url: string): Promise<Answer> {
  try {
    return await site.answer(url);
  } catch (error) {
    const { message } = error as Error;
    const problem: Diagnostic = { code: 'ANSWER_FAILED', severity: 'error', message: `${url}: ${message}` };
    const body = errorDocument([problem], '');
    return {
      kind: 'text',
      status: 500,
      type: 'text/html; charset=utf-8',
      body,
      headers: { 'Cache-Control': 'no-store' },
    };
  }
}

serve();
