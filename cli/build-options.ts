import type { Bundler } from './bundle/queue.ts';
import type { BuiltSite } from './check/run.ts';
import type { Requested, Started } from './incremental/unchanged.ts';
import type { Shard } from './parts/shard.ts';
import type { EarlyThread } from './render/early-thread.ts';
import type { Timings } from './report/build-report.ts';
import type { Progress } from './report/progress.ts';

export type BuildOptions = Requested & {
  /** Worker threads. */
  readonly jobs: number;
  /** False: nothing of earlier builds is reused. */
  readonly cache: boolean;
  /** Address of the store through which machines share caches. */
  readonly store?: string;
  /** Megabytes that all processes together may take, as far as the plan of the site lets them. */
  readonly maxMemoryMb?: number;
  readonly progress: Progress;
  readonly signal?: AbortSignal;
  /** Receives the finished site, for checks of it. */
  readonly built?: (site: BuiltSite) => void;
  /** A build that is divided among machines: the absolute folder of the parts, and the shard to build; null: merge. */
  readonly parts?: { readonly folder: string; readonly shard: Shard | null };
};

/** A build whose sources are listed, with what loads its code meanwhile, and that measures its stages. */
export type StartedBuild = Started & {
  readonly time: Timings;
  readonly bundler: Bundler;
  readonly thread: EarlyThread;
};
