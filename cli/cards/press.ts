import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Diagnostic } from '../contract.ts';
import { markUsed } from '../lib/caches.ts';
import { fail, ok, type Result } from '../report/result.ts';
import type { Card, CardPlan } from './plan.ts';

export type PressOptions = {
  readonly plan: CardPlan;
  readonly root: string;
  /** Folder of the pictures drawn so far, by name. */
  readonly folder: string;
  /** False: what is there already is drawn again. */
  readonly cache: boolean;
  /** Worker threads, at most. */
  readonly threads: number;
};

/** A drawn picture: where it goes, and where it lies. */
export type DrawnCard = Card & { readonly file: string };

/** Close it: its threads keep the process alive. */
export type CardPress = {
  /** All pictures of the plan, or what went wrong. Never rejects. */
  readonly drawn: Promise<Result<readonly DrawnCard[]>>;
  readonly close: () => Promise<void>;
};

export type ToPress = { readonly facts: Card['facts']; readonly file: string };
export type PressSettings = { readonly module: string; readonly root: string };
/** Null, or why it could not be drawn. */
export type FromPress = { readonly error: string | null };

/**
 * Pictures per thread. A thread loads its own copy of the drawing library (CanvasKit: 170 MB and two seconds), and the
 * bundler and the page renderer use the other processors meanwhile: hence at most half of the threads.
 */
const picturesPerThread = 64;

/** Begins to draw the pictures of a site, in threads of their own. */
export function startPress({ plan, root, folder, cache, threads }: PressOptions): CardPress {
  const all = plan.cards.map((card): DrawnCard => ({ ...card, file: join(folder, card.path.replace(/^.*\//, '')) }));
  const missing = all.filter(({ file }) => !cache || !markUsed(file));
  const { module } = plan;
  if (module === null || missing.length === 0) return { drawn: Promise.resolve(ok(all)), close: async () => {} };
  mkdirSync(folder, { recursive: true });
  const problems: Diagnostic[] = [];
  const workerData: PressSettings = { module, root };
  const count = Math.max(1, Math.min(Math.floor(threads / 2), Math.ceil(missing.length / picturesPerThread)));
  const presses = Array.from({ length: count }, () => startThread(workerData));
  let next = 0;
  const lane = async ({ ask }: Thread) => {
    while (next < missing.length) {
      const { facts, file } = missing[next++] as DrawnCard;
      const error = await ask({ facts, file });
      if (error !== null) problems.push(problemOf(facts, error, module.slice(root.length + 1)));
    }
  };
  const drawn = Promise.all(presses.map(lane)).then(
    () => (problems.length > 0 ? fail(problems) : ok(all)),
    (error: Error) => fail([{ code: 'CARD_FAILED', severity: 'error', message: error.message }]),
  );
  return {
    drawn,
    close: async () => {
      await Promise.all(presses.map(({ worker }) => worker.terminate()));
    },
  };
}

type Thread = { readonly worker: Worker; readonly ask: (message: ToPress) => Promise<string | null> };

/** A thread that draws one picture at a time. */
function startThread(workerData: PressSettings): Thread {
  const worker = new Worker(new URL('./cards-worker.js', import.meta.url), { workerData });
  let waiting: { resolve: (error: string | null) => void; reject: (error: Error) => void } | null = null;
  worker.on('message', ({ error }: FromPress) => waiting?.resolve(error));
  worker.on('error', (error: Error) => waiting?.reject(error));
  worker.on('exit', () => waiting?.reject(new Error('A thread that draws pictures ended.')));
  return {
    worker,
    ask: (message) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        worker.postMessage(message);
      }),
  };
}

const problemOf = ({ id, locale }: Card['facts'], error: string, file: string): Diagnostic => ({
  code: 'CARD_FAILED',
  severity: 'error',
  message: `The picture for shared links of "${id}" in "${locale.code}" was not drawn: ${error}`,
  hint: 'Mend what `draw` of this module does with such a page.',
  file,
});
