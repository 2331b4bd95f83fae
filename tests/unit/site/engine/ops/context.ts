import type { OpContext } from '../../../../../site/engine/types.ts';

/** A context without networks: appends progress to `done`, and aborts after `stopAfter` checkpoints. */
export function createContext(done: number[] = [], stopAfter = Number.POSITIVE_INFINITY): OpContext {
  let checkpoints = 0;
  return {
    signal: new AbortController().signal,
    progress: (fraction) => done.push(fraction),
    checkpoint: async () => {
      checkpoints++;
      if (checkpoints > stopAfter) throw new DOMException('', 'AbortError');
    },
    model: () => Promise.reject(new Error('no network here')),
    tileSide: 128,
  };
}
