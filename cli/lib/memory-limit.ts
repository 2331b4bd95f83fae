const megabyte = 2 ** 20;

/** Limit of the heap of a render thread in megabytes, where the configuration sets none. */
export const DEFAULT_HEAP_MB = 2048;

/** How a build keeps below a limit of its memory: it does less at a time. */
export type MemoryLimit = {
  readonly isSet: boolean;
  /** Returns how many threads of a size fit beside what this process holds now: at least one, at most `desired`. */
  readonly threads: (threadMb: number, desired: number) => number;
  /** Returns how many bytes fit beside what this process holds now; 0 if it holds more than the limit. */
  readonly freeBytes: () => number;
};

/** Creates the limit from megabytes of all processes; without them, nothing is limited. */
export function memoryLimit(maxMb: number | undefined): MemoryLimit {
  if (maxMb === undefined) return { isSet: false, threads: (_, desired) => desired, freeBytes: () => Infinity };
  const freeBytes = () => Math.max(0, maxMb * megabyte - process.memoryUsage.rss());
  return {
    isSet: true,
    threads: (threadMb, desired) => Math.max(1, Math.min(desired, Math.floor(freeBytes() / (threadMb * megabyte)))),
    freeBytes,
  };
}
