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

/** Waits for the first connection. Returns the problem if there is none in time. */
export async function unreachable(
  client: {
    readonly waitUntilReady: () => Promise<unknown>;
    readonly on: (event: 'error', listener: (error: Error) => void) => unknown;
  },
  url: string,
): Promise<Diagnostic | null> {
  let reason = '';
  client.on('error', (error) => {
    reason = reasonOf(error) || ((error as NodeJS.ErrnoException).code ?? '');
  });
  try {
    await withTimeout(client.waitUntilReady(), 10_000);
    return null;
  } catch (error) {
    const message = `The queue ${withoutPassword(url)} does not answer: ${reason || reasonOf(error as Error)}.`;
    const hint = 'Start Redis or Valkey there, or correct the address.';
    return { code: 'QUEUE_UNREACHABLE', severity: 'error', message, hint };
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

/** Loads what a fleet needs. The caller closes the store. */
export async function openFleet({ queue, store }: FleetAddress): Promise<Result<Fleet>> {
  const connection = connectionTo(queue);
  if (!connection.ok) return connection;
  const bullmq = await loadBullmq();
  if (!bullmq.ok) return bullmq;
  const opened = await openStore(store ?? queue, { timeoutMs: operationMs });
  if (!opened.ok) return opened;
  return ok({ bullmq: bullmq.value, connection: connection.value, store: opened.value });
}
