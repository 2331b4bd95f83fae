import type { ConnectionOptions } from 'bullmq';
import type { Diagnostic } from '../contract.ts';
import type { Requested } from '../incremental/unchanged.ts';
import { hashOf } from '../lib/hash.ts';
import { sitegenHash } from '../lib/version.ts';
import type { Shard } from '../parts/shard.ts';
import { fail, ok, type Result } from '../report/result.ts';
import type { SourceTree } from '../sources/tree.ts';
import { isRedisUrl, missingPackages, withoutPassword } from '../storage/drivers.ts';
import { openStore, reasonOf, type Store, withTimeout } from '../storage/store.ts';

/** A job of the queue: a shard to build, and the key under which its part is stored. */
export type ShardJob = Omit<Requested, 'root'> & { readonly shard: Shard; readonly part: string };

/** Maximum time of an operation of the queue, and of one of the store for parts, in milliseconds. */
const operationMs = 30_000;

/**
 * Returns the name of the queue for sources, program and version of Node. Only workers that would build the same site take
 * its jobs.
 */
export function queueName({ files }: SourceTree): string {
  const sources = Array.from(files.values(), ({ path, hash }) => `${path} ${hash}`).sort();
  return `sitegen-${hashOf([sitegenHash, process.version, ...sources].join('\n'))}`;
}

/** Loads BullMQ, which sites install themselves: most do not need it. */
async function loadBullmq(): Promise<Result<typeof import('bullmq')>> {
  try {
    await import('ioredis');
    return ok(await import('bullmq'));
  } catch {
    return fail([missingPackages(['bullmq', 'ioredis', 'unstorage'])]);
  }
}

/** Returns the options of a connection, which is opened again whenever it breaks. */
function connectionTo(url: string): Result<ConnectionOptions> {
  if (!isRedisUrl(url)) {
    const message = `The queue ${withoutPassword(url)} cannot be used: it is no URL of a Redis server.`;
    return fail([
      { code: 'QUEUE_ADDRESS', severity: 'error', message, hint: 'Use `redis://host:6379` or `rediss://…`.' },
    ]);
  }
  return ok({ url, retryStrategy: (times) => Math.min(times * 200, 2000) });
}

/**
 * Connects to the database of a URL. Returns the problem if the server does not answer in time, or refuses the password or
 * the database.
 */
async function queueProblem(url: string): Promise<Diagnostic | null> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, { maxRetriesPerRequest: null });
  let reason = '';
  client.on('error', (error: NodeJS.ErrnoException) => {
    reason = reasonOf(error) || (error.code ?? '');
  });
  try {
    // The client itself goes on with database 0 if the server does not have the one of the URL.
    await withTimeout(client.select(client.options.db ?? 0), 10_000);
    return null;
  } catch (error) {
    const message = `The queue ${withoutPassword(url)} cannot be used: ${reason || reasonOf(error as Error)}.`;
    const hint = 'Start Redis or Valkey there, or correct the address, its password or the number of its database.';
    return { code: 'QUEUE_UNREACHABLE', severity: 'error', message, hint };
  } finally {
    client.disconnect();
  }
}

/** A fleet: where its queue is, and the store for its parts, by default the same server. */
export type FleetAddress = { readonly queue: string; readonly store: string | undefined };

/** What coordinator and workers use. */
export type Fleet = {
  readonly bullmq: typeof import('bullmq');
  readonly connection: ConnectionOptions;
  readonly store: Store;
};

/** Loads what a fleet needs, and connects to its queue once. The caller closes the store. */
export async function openFleet({ queue, store }: FleetAddress): Promise<Result<Fleet>> {
  const connection = connectionTo(queue);
  if (!connection.ok) return connection;
  const bullmq = await loadBullmq();
  if (!bullmq.ok) return bullmq;
  const opened = await openStore(store ?? queue, { timeoutMs: operationMs });
  if (!opened.ok) return opened;
  const problem = await queueProblem(queue);
  if (problem) {
    await opened.value.close();
    return fail([problem]);
  }
  return ok({ bullmq: bullmq.value, connection: connection.value, store: opened.value });
}
