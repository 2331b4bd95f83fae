import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Diagnostic } from '../contract.ts';
import { markUsed } from '../lib/caches.ts';
import { fail, ok, type Result } from '../report/result.ts';
import type { Card, CardPlan } from './plan.ts';

export type CardOptions = {
  readonly plan: CardPlan;
  readonly root: string;
  /** Folder of the drawn pictures, by name. */
  readonly folder: string;
  /** Whether pictures of earlier builds are reused. */
  readonly cache: boolean;
  /** True for a picture that exists elsewhere. */
  readonly isDrawn?: (card: Card) => boolean;
  /** Maximum number of worker threads. */
  readonly threads: number;
};

/** A picture with its path in the output, and the file into which it is drawn. */
export type DrawnCard = Card & { readonly file: string };

/**
 * Draws the pictures of a site in worker threads. The owner must close it, since its threads keep the process alive.
 */
export type CardRenderer = {
  /** All pictures of the plan. Their files exist once `drawn` has resolved. */
  readonly cards: readonly DrawnCard[];
  /** Resolves when all are drawn, or to the errors. Never rejects. */
  readonly drawn: Promise<Result<null>>;
  readonly close: () => Promise<void>;
};

export type ToCardWorker = { readonly facts: Card['facts']; readonly file: string };
export type CardWorkerData = { readonly module: string; readonly root: string };
/** `error`: message of the error if the picture could not be drawn, else null. */
export type FromCardWorker = { readonly error: string | null };

/**
 * Minimum number of pictures that make another thread worth its start: each loads a copy of the drawing library
 * (CanvasKit: 170 MB, two seconds). At most half of the threads draw, since pages are rendered and compressed as well.
 */
const picturesPerThread = 64;

/** Starts drawing the pictures of a site that are not in the cache. */
export function startCardRenderer({
  plan,
  root,
  folder,
  cache,
  threads,
  isDrawn = () => false,
}: CardOptions): CardRenderer {
  const all = plan.cards.map((card): DrawnCard => ({ ...card, file: join(folder, card.path.replace(/^.*\//, '')) }));
  const missing = all.filter((card) => !isDrawn(card) && (!cache || !markUsed(card.file)));
  const { module } = plan;
  if (module === null || missing.length === 0) {
    return { cards: all, drawn: Promise.resolve(ok(null)), close: async () => {} };
  }
  mkdirSync(folder, { recursive: true });
  const problems: Diagnostic[] = [];
  const workerData: CardWorkerData = { module, root };
  const count = Math.max(1, Math.min(Math.floor(threads / 2), Math.ceil(missing.length / picturesPerThread)));
  const workers = Array.from({ length: count }, () => startThread(workerData));
  let next = 0;
  const drawNext = async ({ draw }: Thread) => {
    while (next < missing.length) {
      const { facts, file } = missing[next++] as DrawnCard;
      const error = await draw({ facts, file });
      if (error !== null) problems.push(problemOf(facts, error, module.slice(root.length + 1)));
    }
  };
  const drawn = Promise.all(workers.map(drawNext)).then(
    () => (problems.length > 0 ? fail(problems) : ok(null)),
    (error: Error) => fail([{ code: 'CARD_FAILED', severity: 'error', message: error.message }]),
  );
  return {
    cards: all,
    drawn,
    close: async () => {
      await Promise.all(workers.map(({ worker }) => worker.terminate()));
    },
  };
}

type Thread = { readonly worker: Worker; readonly draw: (message: ToCardWorker) => Promise<string | null> };

/** Starts a thread that draws one picture at a time. */
function startThread(workerData: CardWorkerData): Thread {
  const worker = new Worker(new URL('./cards-worker.js', import.meta.url), { workerData });
  let pending: { resolve: (error: string | null) => void; reject: (error: Error) => void } | null = null;
  worker.on('message', ({ error }: FromCardWorker) => pending?.resolve(error));
  worker.on('error', (error: Error) => pending?.reject(error));
  worker.on('exit', () => pending?.reject(new Error('A thread that draws pictures ended.')));
  return {
    worker,
    draw: (message) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject };
        worker.postMessage(message);
      }),
  };
}

const problemOf = ({ id, locale }: Card['facts'], error: string, file: string): Diagnostic => ({
  code: 'CARD_FAILED',
  severity: 'error',
  message: `The Open Graph image of "${id}" in "${locale.code}" was not drawn: ${error}`,
  hint: 'Fix the function `draw` of this module, or what it reads for this page.',
  file,
});
