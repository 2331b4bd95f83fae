import { Worker } from 'node:worker_threads';
import type { Diagnostic } from '../contract.ts';
import {
  type BodyJob,
  type FromWorker,
  type PageJob,
  type PageResult,
  progressSlots,
  type RenderCode,
  type RenderScope,
  type ToWorker,
} from './job.ts';
import { bodyLost, codeLost, type Loss, pageLost, pagesSkipped } from './losses.ts';

/** Worker threads that render pages. Close it: its threads keep the process alive. */
export type RenderPool = {
  /** Renders Markdown ahead of the pages, into the cache. */
  readonly bodies: (jobs: readonly BodyJob[]) => Promise<void>;
  /** Gives the workers the pages' code. Comes before `pages`. */
  readonly load: (code: RenderCode, folder: string, server: string) => void;
  /** Renders and writes pages in any order, and calls `done` with the result of each. */
  readonly pages: <Item>(
    items: readonly Item[],
    jobOf: (item: Item) => PageJob,
    done: (result: PageResult) => void,
  ) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type PoolOptions = {
  readonly size: number;
  readonly scope: RenderScope;
  /** Folder that pages are written into. */
  readonly stage: string;
  /** Time limit of one page, in milliseconds. */
  readonly timeoutMs: number;
  /** Heap limit of a worker, in megabytes. */
  readonly memoryMb: number;
  /** Source file of a page key, such as `pages/Home`. */
  readonly sourceOf: (page: string) => string | undefined;
};

/** Number of jobs per message: enough to hide the latency, few enough to distribute the work evenly. */
const batchSize = 12;
/** Number of pages of one type that may exceed the time limit before the others of that type are skipped. */
const maxTimeouts = 3;

type Waiter = { readonly resolve: (reply: FromWorker) => void; readonly reject: (loss: LostWorker) => void };

/** The reason by which requests of an ended worker are rejected: the current request and job, and why it ended. */
class LostWorker {
  readonly id: number;
  readonly index: number;
  /** True if it ended before the site's code was loaded. */
  readonly isLoading: boolean;
  readonly loss: Loss;

  constructor({ id, index, isLoading, loss }: Pick<LostWorker, 'id' | 'index' | 'isLoading' | 'loss'>) {
    this.id = id;
    this.index = index;
    this.isLoading = isLoading;
    this.loss = loss;
  }
}

type Slot = {
  worker: Worker;
  progress: Int32Array;
  readonly waiting: Map<number, Waiter>;
  /** The job that the worker was last seen with, and since when. */
  seen: { readonly job: string; readonly atMs: number };
  loss: Loss | null;
  isEnded: boolean;
};

type Request = { kind: 'bodies'; jobs: readonly BodyJob[] } | { kind: 'pages'; jobs: readonly PageJob[] };

export function createPool({ size, scope, stage, timeoutMs, memoryMb, sourceOf }: PoolOptions): RenderPool {
  const slots: Slot[] = [];
  const lostBodies = new Map<string, Diagnostic>();
  let code: ToWorker | null = null;
  let ids = 0;
  let isClosed = false;

  const post = (slot: Slot, message: ToWorker) => slot.worker.postMessage(message);

  /** Starts a thread in a slot. When it ends, whatever the cause, its requests are rejected. */
  const start = (slot: Slot): void => {
    const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * progressSlots.count));
    progress.fill(-1);
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      stderr: false,
      workerData: progress,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    Object.assign(slot, { worker, progress, loss: null, isEnded: false, seen: { job: '', atMs: performance.now() } });
    worker.on('message', (message: FromWorker) => {
      const waiter = slot.waiting.get(message.id);
      slot.waiting.delete(message.id);
      waiter?.resolve(message);
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      slot.loss ??= isFull ? { kind: 'memory', memoryMb } : { kind: 'error', error };
    });
    worker.on('exit', (exitCode) => {
      if (isClosed) return;
      const lost = [...slot.waiting];
      slot.waiting.clear();
      const [id, index, loaded] = [progressSlots.batch, progressSlots.job, progressSlots.loaded].map(
        (at) => progress[at] as number,
      ) as [number, number, number];
      // A worker that ended before its first job counts as lost at that job, so that no job is tried without end.
      const [at, job] = lost.some(([one]) => one === id) ? [id, index] : [lost[0]?.[0] ?? -1, 0];
      const loss = slot.loss ?? { kind: 'exit' as const, exitCode };
      slot.isEnded = true;
      const isLoading = code !== null && loaded !== 1;
      for (const [, { reject }] of lost) reject(new LostWorker({ id: at, index: job, isLoading, loss }));
    });
    post(slot, { kind: 'scope', scope, stage });
    if (code) post(slot, code);
  };

  /** Ends workers whose current job exceeds the time limit. */
  const watch = (): void => {
    const now = performance.now();
    for (const slot of slots) {
      const job = slot.waiting.size === 0 ? '' : slot.progress.join();
      if (job !== slot.seen.job || job === '') slot.seen = { job, atMs: now };
      else if (now - slot.seen.atMs >= timeoutMs && slot.loss === null) {
        slot.loss = { kind: 'timeout', timeoutMs };
        void slot.worker.terminate();
      }
    }
  };
  const timer = setInterval(watch, Math.min(500, timeoutMs / 5));
  timer.unref();

  /** Starts threads with the first jobs, at most one per batch. */
  const startWorkers = (jobs: number): readonly Slot[] => {
    const wanted = Math.min(size, Math.ceil(jobs / batchSize));
    while (slots.length < wanted) {
      const slot = { waiting: new Map() } as unknown as Slot;
      start(slot);
      slots.push(slot);
    }
    return slots;
  };

  const request = (slot: Slot, id: number, message: Request) =>
    new Promise<FromWorker>((resolve, reject) => {
      if (slot.isEnded) start(slot);
      slot.waiting.set(id, { resolve, reject });
      post(slot, { ...message, id } as ToWorker);
    });

  /**
   * Hands out batches, two at a time to each worker, so that none waits for the next. A job whose worker ends goes to
   * `lost`; the others of its worker are done again.
   */
  const spread = async <Job>(
    jobs: readonly Job[],
    run: (slot: Slot, id: number, batch: readonly Job[]) => Promise<void>,
    lost: (job: Job, worker: LostWorker) => void,
  ): Promise<void> => {
    const batches = Array.from({ length: Math.ceil(jobs.length / batchSize) }, (_, at) =>
      jobs.slice(at * batchSize, (at + 1) * batchSize),
    );
    const lane = async (slot: Slot): Promise<void> => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        const id = ids++;
        try {
          await run(slot, id, batch);
        } catch (worker) {
          if (!(worker instanceof LostWorker)) throw worker;
          const at = worker.id === id ? Math.max(0, worker.index) : -1;
          if (at >= 0) lost(batch[at] as Job, worker);
          batches.unshift(batch.filter((_, index) => index !== at));
        }
      }
    };
    const workers = startWorkers(jobs.length);
    await Promise.all([...workers, ...workers].map(lane));
  };

  return {
    bodies: (jobs) =>
      spread(
        jobs,
        async (slot, id, batch) => {
          await request(slot, id, { kind: 'bodies', jobs: batch });
        },
        (job, { loss }) => lostBodies.set(job.file, bodyLost(job.file, loss)),
      ),
    load: (pages, folder, server) => {
      code = { kind: 'code', code: pages, folder, server };
      for (const slot of slots) post(slot, code);
    },
    pages: async (items, jobOf, done) => {
      const timeouts = new Map<string, number>();
      const skipped = new Map<string, string[]>();
      let broken: Diagnostic | null = null;
      /** False for a page that is not tried; then its result is already known. */
      const isTried = (job: PageJob): boolean => {
        const { path, page } = job.route;
        const known = broken ?? lostBodies.get(job.body?.file ?? '');
        if (known) done({ kind: 'failed', path, problems: [known] });
        else if ((timeouts.get(page) ?? 0) >= maxTimeouts) skipped.set(page, [...(skipped.get(page) ?? []), path]);
        else return true;
        return false;
      };
      await spread(
        items,
        async (slot, id, batch) => {
          const tried = batch.map((item) => ({ item, job: jobOf(item) })).filter(({ job }) => isTried(job));
          if (tried.length === 0) return;
          try {
            const message = await request(slot, id, { kind: 'pages', jobs: tried.map(({ job }) => job) });
            if (message.kind === 'pages') message.results.forEach(done);
          } catch (worker) {
            if (!(worker instanceof LostWorker)) throw worker;
            // Its place among the jobs that were sent, as a place in the batch.
            const at = worker.id === id ? batch.indexOf(tried[worker.index]?.item as (typeof items)[number]) : -1;
            throw new LostWorker({ ...worker, index: at });
          }
        },
        (item, { loss, isLoading }) => {
          const { route, body } = jobOf(item);
          const { path, page } = route;
          if (loss.kind === 'timeout') timeouts.set(page, (timeouts.get(page) ?? 0) + 1);
          if (isLoading) broken = codeLost(loss);
          const problem = broken ?? pageLost({ path, page, source: sourceOf(page), body: body?.file }, loss);
          done({ kind: 'failed', path, problems: [problem] });
        },
      );
      for (const [page, paths] of skipped) {
        const problem = pagesSkipped({ page, paths, source: sourceOf(page) }, maxTimeouts);
        done({ kind: 'failed', path: paths[0] as string, problems: [problem] });
      }
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await Promise.all(slots.map(({ worker }) => worker.terminate()));
    },
  };
}
