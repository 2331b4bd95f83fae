import type { Worker } from 'node:worker_threads';
import type { Diagnostic } from '../contract.ts';
import { type BodyStore, bodyKey } from './body-store.ts';
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
import { lostBodyProblem, lostCodeProblem, lostPageProblem, skippedPagesProblem, type WorkerLoss } from './losses.ts';
import { batchSizes, type RenderThread, startThread } from './thread.ts';

/** Worker threads that render pages. The owner must close it, since its threads keep the process alive. */
export type RenderPool = {
  /** Renders Markdown into the cache before the pages are rendered. */
  readonly bodies: (jobs: readonly BodyJob[]) => Promise<void>;
  /** Loads the pages' code into the workers, and into the thread that was started before. Must be called before `pages`. */
  readonly load: (code: RenderCode, folder: string, server: string) => void;
  /** Renders and writes pages in any order, and calls `onResult` with the result of each. */
  readonly pages: <Item>(
    items: readonly Item[],
    jobOf: (item: Item) => PageJob,
    onResult: (result: PageResult) => void,
  ) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type PoolOptions = {
  readonly size: number;
  readonly scope: RenderScope;
  /** Rendered Markdown, or null where none is kept. */
  readonly store: BodyStore | null;
  /** Folder that pages are written into. */
  readonly stage: string;
  /** Time limit of one page, in milliseconds. */
  readonly timeoutMs: number;
  /** Heap limit of a worker, in megabytes. */
  readonly memoryMb: number;
  /** True if the memory of the build is limited. */
  readonly isLimited: boolean;
  /** Source file of a page key, such as `pages/Home`. */
  readonly sourceOf: (page: string) => string | undefined;
  /** A thread that was started before, or null. Its owner ends it. */
  readonly thread: RenderThread | null;
};

/** Number of pages of one type that may exceed the time limit before the others of that type are skipped. */
const maxTimeouts = 3;

type PendingReply = { readonly resolve: (reply: FromWorker) => void; readonly reject: (loss: LostWorker) => void };

/** The reason by which requests of an ended worker are rejected: the current request and job, and why it ended. */
class LostWorker {
  readonly id: number;
  readonly index: number;
  /** True if it ended before the site's code was loaded. */
  readonly isLoading: boolean;
  readonly loss: WorkerLoss;

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
  readonly pendingReplies: Map<number, PendingReply>;
  /** Memory of bodies that are stored: it goes back to the worker, since garbage outside of the heap is collected late. */
  readonly spares: ArrayBuffer[];
  /** The job that the worker had at the last check, and the time of the check that first saw it. */
  lastSeen: { readonly job: string; readonly atMs: number };
  loss: WorkerLoss | null;
  isEnded: boolean;
};

type Request = { kind: 'bodies'; jobs: readonly BodyJob[] } | { kind: 'pages'; jobs: readonly PageJob[] };

export function createPool({
  size,
  scope,
  store,
  stage,
  timeoutMs,
  memoryMb,
  isLimited,
  sourceOf,
  thread,
}: PoolOptions): RenderPool {
  const batchSize = batchSizes[isLimited ? 'limited' : 'free'];
  let early = thread;
  const slots: Slot[] = [];
  const lostBodies = new Map<string, Diagnostic>();
  let code: ToWorker | null = null;
  let nextId = 0;
  let isClosed = false;

  const post = (slot: Slot, message: ToWorker, transfer: readonly ArrayBuffer[] = []) =>
    slot.worker.postMessage(message, transfer);

  /** Starts a thread in a slot. When it ends, whatever the cause, its requests are rejected. */
  const start = (slot: Slot): void => {
    const { worker, progress } = early && !early.hasEnded() ? early : startThread(memoryMb, isLimited);
    early = null;
    Object.assign(slot, {
      worker,
      progress,
      loss: null,
      isEnded: false,
      lastSeen: { job: '', atMs: performance.now() },
    });
    worker.on('message', (message: FromWorker) => {
      const pending = slot.pendingReplies.get(message.id);
      slot.pendingReplies.delete(message.id);
      pending?.resolve(message);
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      slot.loss ??= isFull ? { kind: 'memory', memoryMb } : { kind: 'error', error };
    });
    worker.on('exit', (exitCode) => {
      if (isClosed) return;
      const lostReplies = [...slot.pendingReplies];
      slot.pendingReplies.clear();
      const [id, index, loaded] = [progressSlots.batch, progressSlots.job, progressSlots.loaded].map(
        (slotIndex) => progress[slotIndex] as number,
      ) as [number, number, number];
      // Attribute the end of a worker before its first job to that job, so that no job is retried forever.
      const [lostId, job] = lostReplies.some(([pendingId]) => pendingId === id)
        ? [id, index]
        : [lostReplies[0]?.[0] ?? -1, 0];
      const loss = slot.loss ?? { kind: 'exit' as const, exitCode };
      slot.isEnded = true;
      const isLoading = code !== null && loaded !== 1;
      for (const [, { reject }] of lostReplies) reject(new LostWorker({ id: lostId, index: job, isLoading, loss }));
    });
    post(slot, { kind: 'scope', scope, stage, keepsBodies: store !== null });
    if (code) post(slot, code);
  };

  /** Ends workers whose current job exceeds the time limit. */
  const endOverdueWorkers = (): void => {
    const now = performance.now();
    for (const slot of slots) {
      const job = slot.pendingReplies.size === 0 ? '' : slot.progress.join();
      if (job !== slot.lastSeen.job || job === '') slot.lastSeen = { job, atMs: now };
      else if (now - slot.lastSeen.atMs >= timeoutMs && slot.loss === null) {
        slot.loss = { kind: 'timeout', timeoutMs };
        void slot.worker.terminate();
      }
    }
  };
  const timer = setInterval(endOverdueWorkers, Math.min(500, timeoutMs / 5));
  timer.unref();

  /** Starts threads when the first jobs arrive, at most one per batch. */
  const startWorkers = (jobs: number): readonly Slot[] => {
    const workerCount = Math.min(size, Math.ceil(jobs / batchSize));
    while (slots.length < workerCount) {
      const slot = { pendingReplies: new Map(), spares: [] as ArrayBuffer[] } as unknown as Slot;
      start(slot);
      slots.push(slot);
    }
    return slots;
  };

  const request = async (slot: Slot, id: number, message: Request): Promise<FromWorker> => {
    const reply = await new Promise<FromWorker>((resolve, reject) => {
      if (slot.isEnded) start(slot);
      slot.pendingReplies.set(id, { resolve, reject });
      const spare = slot.spares.pop() ?? null;
      post(slot, { ...message, id, spare } as ToWorker, spare ? [spare] : []);
    });
    if (reply.bodies) {
      store?.add(reply.bodies);
      slot.spares.push(reply.bodies.bytes.buffer);
    }
    return reply;
  };

  const withPlace = <Job extends BodyJob | null>(job: Job): Job =>
    job && store ? { ...job, stored: store.find(bodyKey(job)) } : job;

  /**
   * Distributes jobs in batches, two at a time to each worker, so that no worker is idle between batches. Calls `onLost`
   * with a job that ended its worker; the other jobs of that worker are run again.
   */
  const runBatches = async <Job>(
    jobs: readonly Job[],
    run: (slot: Slot, id: number, batch: readonly Job[]) => Promise<void>,
    onLost: (job: Job, worker: LostWorker) => void,
  ): Promise<void> => {
    const batches = Array.from({ length: Math.ceil(jobs.length / batchSize) }, (_, index) =>
      jobs.slice(index * batchSize, (index + 1) * batchSize),
    );
    const runLane = async (slot: Slot): Promise<void> => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        const id = nextId++;
        try {
          await run(slot, id, batch);
        } catch (worker) {
          if (!(worker instanceof LostWorker)) throw worker;
          const lostIndex = worker.id === id ? Math.max(0, worker.index) : -1;
          if (lostIndex >= 0) onLost(batch[lostIndex] as Job, worker);
          batches.unshift(batch.filter((_, index) => index !== lostIndex));
        }
      }
    };
    const workers = startWorkers(jobs.length);
    await Promise.all([...workers, ...workers].map(runLane));
  };

  return {
    bodies: (jobs) =>
      runBatches(
        jobs,
        async (slot, id, batch) => {
          await request(slot, id, { kind: 'bodies', jobs: batch.map(withPlace) });
        },
        (job, { loss }) => lostBodies.set(job.file, lostBodyProblem(job.file, loss)),
      ),
    load: (pages, folder, server) => {
      code = { kind: 'code', code: pages, folder, server };
      for (const slot of slots) post(slot, code);
      if (early) startWorkers(1);
    },
    pages: async (items, jobOf, onResult) => {
      const timeouts = new Map<string, number>();
      const skipped = new Map<string, string[]>();
      let codeProblem: Diagnostic | null = null;
      /** Returns whether a page must be rendered. If not, reports its result or adds it to `skipped`. */
      const mustRender = (job: PageJob): boolean => {
        const { path, page } = job.route;
        const problem = codeProblem ?? lostBodies.get(job.body?.file ?? '');
        if (problem) onResult({ kind: 'failed', path, problems: [problem] });
        else if ((timeouts.get(page) ?? 0) >= maxTimeouts) skipped.set(page, [...(skipped.get(page) ?? []), path]);
        else return true;
        return false;
      };
      await runBatches(
        items,
        async (slot, id, batch) => {
          const sent = batch.map((item) => ({ item, job: jobOf(item) })).filter(({ job }) => mustRender(job));
          if (sent.length === 0) return;
          try {
            const jobs = sent.map(({ job }) => ({ ...job, body: withPlace(job.body) }));
            const message = await request(slot, id, { kind: 'pages', jobs });
            if (message.kind === 'pages') message.results.forEach(onResult);
          } catch (worker) {
            if (!(worker instanceof LostWorker)) throw worker;
            // Convert the index among the jobs that were sent to an index in the batch.
            const index = worker.id === id ? batch.indexOf(sent[worker.index]?.item as (typeof items)[number]) : -1;
            throw new LostWorker({ ...worker, index });
          }
        },
        (item, { loss, isLoading }) => {
          const { route, body } = jobOf(item);
          const { path, page } = route;
          if (loss.kind === 'timeout') timeouts.set(page, (timeouts.get(page) ?? 0) + 1);
          if (isLoading) codeProblem = lostCodeProblem(loss);
          const problem =
            codeProblem ?? lostPageProblem({ path, page, source: sourceOf(page), body: body?.file }, loss);
          onResult({ kind: 'failed', path, problems: [problem] });
        },
      );
      for (const [page, paths] of skipped) {
        const problem = skippedPagesProblem({ page, paths, source: sourceOf(page) }, maxTimeouts);
        onResult({ kind: 'failed', path: paths[0] as string, problems: [problem] });
      }
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await Promise.all(slots.map(({ worker }) => worker.terminate()));
    },
  };
}
