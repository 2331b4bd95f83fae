import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_HEAP_MB } from '../lib/memory-limit.ts';
import { type RenderThread, startThread } from './thread.ts';

/** The first render thread of a build. It loads its code while the site is planned. */
export type EarlyThread = {
  /** Starts it before the configuration is loaded, unless that may limit its memory. */
  readonly prepare: (root: string) => void;
  /** Starts it if it is not running. `memoryMb`: limit of its heap in megabytes. */
  readonly start: (memoryMb: number) => void;
  /** Returns it; null if it was not started. */
  readonly current: () => RenderThread | null;
  /** Ends it. The caller need not wait: the pool has ended a thread that rendered pages. */
  readonly close: () => void;
};

export function createEarlyThread(): EarlyThread {
  let thread: RenderThread | null = null;
  const start = (memoryMb: number): void => {
    thread ??= startThread(memoryMb, false);
  };
  return {
    prepare: (root) => {
      if (!mayLimitMemory(root)) start(DEFAULT_HEAP_MB);
    },
    start,
    current: () => thread,
    close: () => {
      void thread?.worker.terminate();
    },
  };
}

function mayLimitMemory(root: string): boolean {
  try {
    return readFileSync(join(root, 'config/site.yaml'), 'utf8').includes('memoryMb');
  } catch {
    return true;
  }
}
