import { Worker } from 'node:worker_threads';
import type { BodyJob, FromWorker, PageJob, PageResult, RenderCode, RenderScope, ToWorker } from './job.ts';

/** Worker threads that render pages. Close it: its threads keep the process alive. */
export type RenderPool = {
  /** Renders Markdown ahead of the pages, into the cache. */
  readonly bodies: (jobs: readonly BodyJob[]) => Promise<void>;
  /** Tells the workers where the pages' code is. Comes before `pages`. */
  readonly load: (code: RenderCode, folder: string, server: string) => void;
  /** Renders and writes pages in any order; `done` hears of each. */
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
};

type Reply = (message: FromWorker) => void;

/** Jobs a worker takes at a time: enough to hide the messages, few enough to share the work evenly. */
const batchSize = 12;

export function createPool({ size, scope, stage }: PoolOptions): RenderPool {
  const waiting = new Map<number, { reply: Reply; fail: (error: unknown) => void }>();
  const start = () => {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { stderr: false });
    worker.on('message', (message: FromWorker) => {
      const waiter = waiting.get(message.id);
      waiting.delete(message.id);
      waiter?.reply(message);
    });
    worker.on('error', (error) => {
      for (const { fail } of waiting.values()) fail(error);
    });
    post(worker, { kind: 'scope', scope, stage });
    return worker;
  };
  const post = (worker: Worker, message: ToWorker) => worker.postMessage(message);
  let started: readonly Worker[] = [];
  let code: ToWorker | null = null;
  /** Threads start with the first job, and no more of them than there are batches. */
  const crew = (jobs: number): readonly Worker[] => {
    const wanted = Math.min(size, Math.ceil(jobs / batchSize));
    const more = Array.from({ length: Math.max(0, wanted - started.length) }, start);
    if (code) for (const worker of more) post(worker, code);
    started = [...started, ...more];
    return started;
  };

  let ids = 0;
  const ask = (
    worker: Worker,
    message: { kind: 'bodies'; jobs: readonly BodyJob[] } | { kind: 'pages'; jobs: readonly PageJob[] },
  ) =>
    new Promise<FromWorker>((reply, fail) => {
      const id = ids++;
      waiting.set(id, { reply, fail });
      post(worker, { ...message, id } as ToWorker);
    });

  /** Hands out batches, two at a time to each worker, so that none waits for the next. */
  const spread = async <Job>(jobs: readonly Job[], run: (worker: Worker, batch: readonly Job[]) => Promise<void>) => {
    let next = 0;
    const lane = async (worker: Worker) => {
      while (next < jobs.length) {
        const batch = jobs.slice(next, next + batchSize);
        next += batchSize;
        await run(worker, batch);
      }
    };
    const workers = crew(jobs.length);
    await Promise.all([...workers, ...workers].map(lane));
  };

  return {
    bodies: (jobs) =>
      spread(jobs, async (worker, batch) => {
        await ask(worker, { kind: 'bodies', jobs: batch });
      }),
    load: (pages, folder, server) => {
      code = { kind: 'code', code: pages, folder, server };
      for (const worker of started) post(worker, code);
    },
    pages: (items, jobOf, done) =>
      spread(items, async (worker, batch) => {
        const message = await ask(worker, { kind: 'pages', jobs: batch.map(jobOf) });
        if (message.kind === 'pages') message.results.forEach(done);
      }),
    close: async () => {
      await Promise.all(started.map((worker) => worker.terminate()));
    },
  };
}
