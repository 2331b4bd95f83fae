import { build } from '../build.ts';
import type { ConfigOverrides } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import type { Shard } from '../parts/shard.ts';

/** What a process builds: a shard, with the options of the build that it belongs to. */
export type ShardRequest = {
  readonly root: string;
  readonly overrides: ConfigOverrides;
  readonly drafts: boolean;
  readonly today: string;
  readonly timestamp: number | null;
  readonly jobs: number;
  /** Address of the store through which machines share caches. */
  readonly store?: string;
  readonly maxMemoryMb?: number;
  readonly shard: Shard;
  /** Absolute folder of the part's folder. */
  readonly folder: string;
};

/** A stage that begins, or the end with the errors of the site, or with warnings that its part does not hold. */
export type FromShardProcess =
  | { readonly kind: 'stage'; readonly name: string }
  | { readonly kind: 'end'; readonly ok: boolean; readonly problems: readonly Diagnostic[] };

/**
 * Entry point of the process that builds one shard for a worker. In the worker itself it would keep the event loop busy,
 * so that its lock on the job could expire.
 */
function serve(): void {
  const send = (message: FromShardProcess) => process.send?.(message);
  const abort = new AbortController();
  // Ctrl-C sends SIGINT to all processes of the terminal; the worker decides when this one ends.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => {
    abort.abort();
    process.exit();
  });
  process.on('message', async ({ shard, folder, ...request }: ShardRequest) => {
    const result = await build({
      ...request,
      cache: true,
      progress: { stage: (name) => send({ kind: 'stage', name }), tick: () => {}, end: () => {} },
      signal: abort.signal,
      parts: { folder, shard },
    });
    const ofStore = ({ code }: Diagnostic) => code.startsWith('STORE_');
    send({ kind: 'end', ok: result.ok, problems: result.ok ? result.warnings.filter(ofStore) : result.problems });
  });
}

serve();
