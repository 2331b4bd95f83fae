import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Diagnostic } from '../contract.ts';
import type { MemoryLimit } from '../lib/memory-limit.ts';
import { isSealed } from '../lib/sealed-file.ts';
import { fail, ok, type Result } from '../report/result.ts';
import type { SharedCache } from '../storage/shared-cache.ts';
import type { Card, CardDrawer, CardPlan } from './plan.ts';

export type CardOptions = {
  readonly plan: CardPlan;
  readonly root: string;
  /** Folder of the drawn pictures, by name. */
  readonly folder: string;
  /** Whether pictures of earlier builds are reused. */
  readonly cache: boolean;
  /** Pictures of other machines. */
  readonly shared: SharedCache;
  /** True for a picture that exists elsewhere. */
  readonly isDrawn?: (card: Card) => boolean;
  /** Maximum number of worker threads. */
  readonly threads: number;
  readonly limit: Pick<MemoryLimit, 'threads'>;
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
export type CardWorkerData = CardDrawer & { readonly root: string };
/** `error`: message of the error if the picture could not be drawn, else null. */
export type FromCardWorker = { readonly error: string | null };

/**
 * Minimum number of pictures that make another thread worth its start: each loads a copy of the drawing library
 * (CanvasKit: 170 MB, two seconds). At most half of the threads draw, since pages are rendered and compressed as well.
 */
const picturesPerThread = 64;

/** Megabytes of a thread that draws. */
const THREAD_MB = 200;

/** Starts drawing the pictures of a site that are not in the cache. */
export function startCardRenderer({
  plan,
  root,
  folder,
  cache,
  shared,
  threads,
  limit,
  isDrawn = () => false,
}: CardOptions): CardRenderer {
  const all = plan.cards.map((card): DrawnCard => ({ ...card, file: join(folder, card.path.replace(/^.*\//, '')) }));
  const needed = all.filter((card) => !isDrawn(card));
  const stored = needed.map(({ file }) => ({ key: `cards/${basename(file)}`, file }));
  const { drawing } = plan;
  if (drawing === null || needed.length === 0) {
    return { cards: all, drawn: Promise.resolve(ok(null)), close: async () => {} };
  }
  mkdirSync(folder, { recursive: true });
  /** Why pictures could not be drawn. */
  const errors = new Map<DrawnCard, string>();
  const workerData: CardWorkerData = { ...drawing, root };
  const { module = '' } = drawing.list.plugins[drawing.index]?.setting ?? {};
  const workers: Thread[] = [];
  let isClosed = false;
  let next = 0;
  const drawNext = async (missing: readonly DrawnCard[], { draw }: Thread) => {
    while (next < missing.length) {
      const card = missing[next++] as DrawnCard;
      const error = await draw({ facts: card.facts, file: card.file });
      if (error !== null) errors.set(card, error);
    }
  };
  const drawMissing = async (): Promise<void> => {
    await shared.load(stored);
    const missing = needed.filter(({ file }) => !cache || !isSealed(file));
    if (isClosed || missing.length === 0) return;
    const desiredThreads = Math.max(
      1,
      Math.min(Math.floor(threads / 2), Math.ceil(missing.length / picturesPerThread)),
    );
    const count = limit.threads(THREAD_MB, desiredThreads);
    for (let at = 0; at < count; at++) workers.push(startThread(workerData));
    await Promise.all(workers.map((worker) => drawNext(missing, worker)));
    await shared.save(stored);
  };
  const drawn = drawMissing().then(
    () => (errors.size > 0 ? fail(drawingProblems(all, errors, module)) : ok(null)),
    (error: Error) => fail([{ code: 'CARD_FAILED', severity: 'error', message: error.message }]),
  );
  return {
    cards: all,
    drawn,
    close: async () => {
      isClosed = true;
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

/** Returns one error for all pictures that could not be drawn for the same reason. It names the first of them. */
function drawingProblems(
  all: readonly DrawnCard[],
  errors: ReadonlyMap<DrawnCard, string>,
  module: string,
): readonly Diagnostic[] {
  const failed = all.filter((card) => errors.has(card));
  return [...new Set(failed.map((card) => errors.get(card)))].map((error): Diagnostic => {
    const [first, ...others] = failed.filter((card) => errors.get(card) === error) as [DrawnCard, ...DrawnCard[]];
    const { id, locale } = first.facts;
    const more = others.length === 0 ? '' : ` and of ${others.length} more page${others.length === 1 ? '' : 's'}`;
    return {
      code: 'CARD_FAILED',
      severity: 'error',
      message: `The Open Graph image of "${id}" in "${locale.code}"${more} was not drawn: ${error}`,
      hint: 'Fix `card.draw` of the plugin, or what it reads for this page.',
      file: module.startsWith('./') ? module.slice(2) : 'config/site.yaml',
    };
  });
}
