import type { OpContext } from '../../types.ts';

export type Drain = Pick<OpContext, 'checkpoint' | 'progress'>;

/** Milliseconds of work between two looks for a cancel. */
const PAUSE_EVERY = 50;

/** Carries a generator of shares (0..1) to its end: reports each, and lets a cancel in. */
export async function drain<T>(work: Generator<number, T>, context: Drain, part: Part = WHOLE): Promise<T> {
  let last = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    context.progress(part.from + (part.to - part.from) * step.value);
    const now = performance.now();
    if (now - last < PAUSE_EVERY) continue;
    await context.checkpoint();
    last = performance.now();
  }
}

/** Which part of the operation this work is. */
export type Part = { readonly from: number; readonly to: number };
const WHOLE: Part = { from: 0, to: 1 };
