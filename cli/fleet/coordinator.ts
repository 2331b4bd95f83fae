import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, Queue } from 'bullmq';
import { build } from '../build.ts';
import type { BuildOptions } from '../build-options.ts';
import type { Diagnostic } from '../contract.ts';
import { hashOf } from '../lib/hash.ts';
import { interruptible } from '../lib/pause.ts';
import { partName, type Shard } from '../parts/shard.ts';
import type { BuildReport } from '../report/build-report.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { readSources } from '../sources/read.ts';
import { siteStatCache } from '../sources/stat-cache.ts';
import { reasonOf, type Store } from '../storage/store.ts';
import { discardFolder, loadFolder, removeStoredFolder } from '../storage/transfer.ts';
import { partsFolder } from './folder.ts';
import { type FleetAddress, openFleet, queueName, type ShardJob } from './queue.ts';

export type FleetBuild = {
  readonly fleet: FleetAddress;
  /** Number of shards. */
  readonly shards: number;
  readonly log: (text: string) => void;
};

/** Time between two looks at the jobs, in milliseconds. */
const pollMs = 500;

/** Maximum time for which queue or store may be out of reach before the build fails, in milliseconds. */
const maxOutageMs = 10 * 60_000;

/** A job that fails for another reason than errors of the site is tried this often. */
const attempts = 5;

/**
 * Builds a site with the workers of a queue: adds a job for each shard, loads the parts, and merges them. What an
 * interrupted build left in the queue is used again.
 */
export async function buildWithFleet(
  options: BuildOptions,
  { fleet: address, shards, log }: FleetBuild,
): Promise<Result<BuildReport>> {
  const { root, overrides, drafts, today, timestamp, progress, signal } = options;
  const opened = await interruptible(openFleet(address), signal);
  if (!opened.ok) return opened;
  const { bullmq, connection, store } = opened.value;
  const work = join(root, '.sitegen');
  const name = queueName(readSources(root, siteStatCache(work, options.cache)));
  const requested = { overrides, drafts, today, timestamp };
  const run = hashOf(JSON.stringify([requested, shards]));
  const folder = partsFolder(work);
  const jobs = Array.from({ length: shards }, (_, at): ShardJob => {
    const shard = { index: at + 1, count: shards };
    return { ...requested, shard, part: `parts/${name}/${run}/${partName(shard)}` };
  });
  const queue: ShardQueue = new bullmq.Queue(name, { connection });
  // Operations report what fails.
  queue.on('error', () => {});
  try {
    progress.stage('Building parts', shards);
    const collecting = collectParts({ queue, store, jobs, run, folder, log, onPart: () => progress.tick(), signal });
    const parts = await interruptible(collecting, signal);
    if (!parts.ok) return parts;
    const result = await build({ ...options, parts: { folder, shard: null } });
    for (const { shard, part } of jobs) {
      await queue.remove(jobId(run, shard)).catch(() => {});
      await removeStoredFolder(store, part).catch(() => {});
    }
    return result;
  } finally {
    discardFolder(folder);
    await queue.close().catch(() => {});
    await store.close();
  }
}

type ShardQueue = Queue<ShardJob, void, string>;

const jobId = (run: string, { index }: Shard): string => `${run}-${index}`;

type Collection = {
  readonly queue: ShardQueue;
  readonly store: Store;
  readonly jobs: readonly ShardJob[];
  readonly run: string;
  /** Folder of the parts. */
  readonly folder: string;
  readonly log: (text: string) => void;
  readonly onPart: () => void;
  readonly signal: AbortSignal | undefined;
};

/**
 * Loads the parts of all jobs. It compares what is there with what should be there again and again, instead of waiting for
 * events: a job or part that is lost with the server's memory is added again.
 */
async function collectParts(input: Collection): Promise<Result<null>> {
  const { queue, jobs, log, signal } = input;
  const remaining = new Set(jobs);
  let isFirst = true;
  let reachedMs = performance.now();
  let isIdle = false;
  while (remaining.size > 0) {
    signal?.throwIfAborted();
    try {
      for (const job of remaining) {
        const state = await settleJob(job, isFirst, input);
        if (!state.ok) return state;
        if (state.value === 'loaded') remaining.delete(job);
      }
      isFirst = false;
      const workers = await queue.getWorkersCount();
      if (workers === 0 && !isIdle) log('No worker has these sources. Start `npx sitegen worker` on the same commit.');
      isIdle = workers === 0;
      reachedMs = performance.now();
    } catch (error) {
      signal?.throwIfAborted();
      const sinceMs = performance.now() - reachedMs;
      if (sinceMs > maxOutageMs) return fail([outage(error as Error)]);
      log(`The queue or the store does not answer: ${reasonOf(error as Error)}. Trying again.`);
    }
    await sleep(pollMs);
  }
  return ok(null);
}

/** Adds a job that is not in the queue, and loads the part of one that is completed. `isFirst`: earlier failures count not. */
async function settleJob(
  data: ShardJob,
  isFirst: boolean,
  { queue, store, run, folder, onPart }: Collection,
): Promise<Result<'pending' | 'loaded'>> {
  const { shard, part } = data;
  const id = jobId(run, shard);
  const job: Job<ShardJob> | undefined = await queue.getJob(id);
  const state = job ? await job.getState() : 'unknown';
  if (state === 'completed') {
    const target = join(folder, partName(shard));
    if (await loadFolder(store, part, target)) {
      onPart();
      return ok('loaded');
    }
    discardFolder(target);
    await queue.remove(id);
  }
  if (job && state === 'failed') {
    if (!isFirst) return fail(problemsOf(job));
    await queue.remove(id);
  }
  if (state === 'completed' || state === 'failed' || state === 'unknown') {
    const backoff = { type: 'exponential', delay: 1000 };
    await queue.add('shard', data, { jobId: id, attempts, backoff });
  }
  return ok('pending');
}

/** Returns the errors of the site in a failed job, or why it failed. */
function problemsOf({ failedReason = '', data: { shard } }: Job<ShardJob>): readonly Diagnostic[] {
  try {
    return JSON.parse(failedReason) as readonly Diagnostic[];
  } catch {
    const message = `Shard ${shard.index}/${shard.count} was not built: ${failedReason}`;
    return [{ code: 'FLEET_SHARD_FAILED', severity: 'error', message, hint: 'See what its worker printed.' }];
  }
}

const outage = (error: Error): Diagnostic => ({
  code: 'FLEET_OUTAGE',
  severity: 'error',
  message: `The queue or the store does not answer: ${reasonOf(error)}.`,
  hint: 'Start it again, then build: parts that are finished are used.',
});
