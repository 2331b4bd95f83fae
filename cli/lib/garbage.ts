import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { lazy } from './lazy.ts';

/** The heap may grow by this factor before its garbage is collected. */
const MAX_GROWTH = 1.25;

/** A smaller heap is left to V8. */
const MIN_BYTES = 128 * 2 ** 20;

const collect = lazy(() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
});
const usedBytes = (): number => getHeapStatistics().used_heap_size;

/** Bytes of this thread's heap after the last collection. */
let liveBytes = 0;

/**
 * Collects the garbage of this thread if the heap has grown since the last time. V8 itself waits until it is about
 * twice as large, which for a plan of 100,000 pages is a gigabyte. A build calls it between its steps.
 */
export function collectGarbage(): void {
  if (usedBytes() < Math.max(MIN_BYTES, liveBytes * MAX_GROWTH)) return;
  collect()();
  liveBytes = usedBytes();
}
