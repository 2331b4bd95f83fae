import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Job } from 'bullmq';
import { partName } from '../parts/shard.ts';
import { ok, type Result } from '../report/result.ts';
import { readSources } from '../sources/read.ts';
import { siteStatCache } from '../sources/stat-cache.ts';
import { withoutPassword } from '../storage/drivers.ts';
import { withTimeout } from '../storage/store.ts';
import { discardFolder, storeFolder } from '../storage/transfer.ts';
import { partsFolder } from './folder.ts';
import type { FromShardProcess, ShardRequest } from './process.ts';
import { type FleetAddress, openFleet, queueName, type ShardJob } from './queue.ts';

export type WorkerOptions = {
  readonly root: string;
  readonly fleet: FleetAddress;
  /** Worker threads of a shard. */
  readonly jobs: number;
  /** Megabytes of all processes that build a shard. */
  readonly maxMemoryMb: number | undefined;
  /** Ends the worker; its job returns to the queue. */
  readonly signal: AbortSignal;
  readonly log: (text: string) => void;
};

/**
 * A worker renews its lock on a job every half of this time, in milliseconds. After it, another worker takes the job of one
 * that was killed.
 */
const lockMs = 15_000;

/** Maximum time in milliseconds that a worker waits for its queue when it ends. */
const closeMs = 5_000;

/** Number of times that a job may lose its worker. A shard that needs too much memory must not go round forever. */
const maxLostWorkers = 5;

/** Builds shards from the queue of a site until the signal is aborted. */
export async function runWorker({
  root,
  fleet: address,
  jobs,
  maxMemoryMb,
  signal,
  log,
}: WorkerOptions): Promise<Result<null>> {
  const fleet = await openFleet(address);
  if (!fleet.ok) return fleet;
  const { bullmq, connection, store } = fleet.value;
  const work = join(root, '.sitegen');
  const name = queueName(readSources(root, siteStatCache(work, true)));
  const folder = partsFolder(work);

  const buildShard = async (job: Job<ShardJob>, token?: string): Promise<void> => {
    const { shard, part, ...requested } = job.data;
    const title = `shard ${shard.index}/${shard.count}`;
    log(`Building ${title}.`);
    try {
      const request = {
        ...requested,
        root,
        jobs,
        shard,
        folder,
        ...(address.store !== undefined && { store: address.store }),
        ...(maxMemoryMb !== undefined && { maxMemoryMb }),
      };
      const ended = await runProcess(request, signal, (stage) => void job.updateProgress({ stage }).catch(() => {}));
      if (!ended.ok) throw new bullmq.UnrecoverableError(JSON.stringify(ended.problems));
      for (const { message } of ended.problems) log(message);
      await storeFolder(store, part, join(folder, partName(shard)));
      log(`Finished ${title}.`);
    } catch (error) {
      if (signal.aborted) {
        await job.moveToWait(token);
        throw new bullmq.WaitingError();
      }
      log(`Failed ${title}: ${(error as Error).message}`);
      throw error;
    } finally {
      discardFolder(folder);
    }
  };

  const worker = new bullmq.Worker<ShardJob>(name, buildShard, {
    connection,
    autorun: false,
    lockDuration: lockMs,
    stalledInterval: lockMs,
    maxStalledCount: maxLostWorkers,
  });
  // The client connects again whenever the queue does not answer.
  worker.on('error', () => {});
  try {
    log('Waiting for shards.');
    const running = worker.run();
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    // A queue that no longer answers must not keep the worker from ending; the job returns when its lock expires.
    const ended = await withTimeout(Promise.all([worker.close(), running]), closeMs).catch(() => null);
    if (ended === null) log(`Ended without the queue ${withoutPassword(address.queue)}, which does not answer.`);
    return ok(null);
  } finally {
    await withTimeout(worker.close(true), closeMs).catch(() => {});
    await store.close();
  }
}

type ShardEnd = Extract<FromShardProcess, { kind: 'end' }>;

/** Builds a shard in a process of its own. Resolves to its last message; rejects if the process ends before. */
function runProcess(request: ShardRequest, signal: AbortSignal, onStage: (name: string) => void): Promise<ShardEnd> {
  const child = fork(fileURLToPath(new URL('./shard-process.js', import.meta.url)), {
    stdio: ['ignore', 2, 'inherit', 'ipc'],
  });
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  return new Promise<ShardEnd>((resolve, reject) => {
    let end: ShardEnd | null = null;
    child.on('message', (message: FromShardProcess) => {
      if (message.kind === 'stage') return onStage(message.name);
      end = message;
      child.disconnect();
    });
    child.on('error', reject);
    child.on('exit', (code, by) => {
      if (end) resolve(end);
      else reject(new Error(`its process ended (${by ?? `exit code ${code}`})`));
    });
    child.send(request);
  }).finally(() => signal.removeEventListener('abort', kill));
}
