import type { Diagnostic } from '../contract.ts';
import { bodyKey } from './body-store.ts';
import type { BodyJob, PageJob, PageResult, RenderCode } from './job.ts';
import {
  lostBodyProblem,
  lostCodeProblem,
  lostPageProblem,
  skippedBodiesProblem,
  skippedPagesProblem,
} from './losses.ts';
import { batchSizes } from './thread.ts';
import { createThreads, LostWorker, type ThreadOptions, type ThreadSlot } from './threads.ts';

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

export type PoolOptions = ThreadOptions & {
  /** Number of threads at most. */
  readonly size: number;
  /** Source file of a page key, such as `pages/Home`. */
  readonly sourceOf: (page: string) => string | undefined;
};

/** Number of pages of one type that may exceed the time limit before the others of that type are skipped. */
const maxTimeouts = 3;

/** Number of texts that may end their worker before the others are skipped: what does it to each of them is a plugin. */
const maxLostBodies = 3;

export function createPool({ size, sourceOf, ...options }: PoolOptions): RenderPool {
  const { store, isLimited } = options;
  const batchSize = batchSizes[isLimited ? 'limited' : 'free'];
  const threads = createThreads(options);
  const lostBodies = new Map<string, Diagnostic>();
  let nextId = 0;

  const withPlace = <Job extends BodyJob | null>(job: Job): Job =>
    job && store ? { ...job, stored: store.find(bodyKey(job)) } : job;

  /**
   * Distributes jobs in batches, two at a time to each worker, so that no worker is idle between batches. Calls `onLost`
   * with a job that ended its worker; the other jobs of that worker are run again.
   */
  const runBatches = async <Job>(
    jobs: readonly Job[],
    run: (slot: ThreadSlot, id: number, batch: readonly Job[]) => Promise<void>,
    onLost: (job: Job, worker: LostWorker) => void,
  ): Promise<void> => {
    const batches = Array.from({ length: Math.ceil(jobs.length / batchSize) }, (_, index) =>
      jobs.slice(index * batchSize, (index + 1) * batchSize),
    );
    const runLane = async (slot: ThreadSlot): Promise<void> => {
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
    const slots = threads.opened(Math.min(size, batches.length));
    await Promise.all([...slots, ...slots].map(runLane));
  };

  return {
    bodies: async (jobs) => {
      const skipped = new Set<string>();
      await runBatches(
        jobs,
        async (slot, id, batch) => {
          if (lostBodies.size >= maxLostBodies) for (const { file } of batch) skipped.add(file);
          else await slot.request(id, { kind: 'bodies', jobs: batch.map(withPlace) });
        },
        (job, { loss }) => lostBodies.set(job.file, lostBodyProblem(job.file, loss)),
      );
      const problem = skippedBodiesProblem(skipped.size, lostBodies.size);
      for (const file of skipped) lostBodies.set(file, problem);
    },
    load: (code, folder, server) => threads.load({ kind: 'code', code, folder, server }),
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
            const message = await slot.request(id, { kind: 'pages', jobs });
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
    close: threads.close,
  };
}
