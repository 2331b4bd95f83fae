import type { OpContext } from '../../../../../site/engine/types.ts';

/** Without networks; `done` is told the shares, and after `stopAfter` looks the work is cancelled. */
export function contextOf(done: number[] = [], stopAfter = Number.POSITIVE_INFINITY): OpContext {
  let looks = 0;
  return {
    signal: new AbortController().signal,
    progress: (share) => done.push(share),
    checkpoint: async () => {
      looks++;
      if (looks > stopAfter) throw new DOMException('', 'AbortError');
    },
    model: () => Promise.reject(new Error('no network here')),
    tileSide: 128,
  };
}
