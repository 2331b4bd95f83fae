import type { OpContext } from '../types.ts';

export type ProgressContext = Pick<OpContext, 'checkpoint' | 'progress'>;

/** Minimum time in milliseconds between two checkpoints. */
const CHECKPOINT_INTERVAL_MS = 50;

/** Runs a generator of fractions done (0..1) to its end: reports progress, and lets a job be cancelled at checkpoints. */
export async function drain<T>(
  work: Generator<number, T>,
  context: ProgressContext,
  range: ProgressRange = WHOLE,
): Promise<T> {
  let last = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    context.progress(range.from + (range.to - range.from) * step.value);
    const now = performance.now();
    if (now - last < CHECKPOINT_INTERVAL_MS) continue;
    await context.checkpoint();
    last = performance.now();
  }
}

/** The part (0..1) of the operation's progress that this work covers. */
export type ProgressRange = { readonly from: number; readonly to: number };
const WHOLE: ProgressRange = { from: 0, to: 1 };

/** Runs a generator to its end without reporting, and returns its result. */
export function runToEnd<T>(work: Generator<number, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Maps the progress (0..1) of a generator to `from..to`. */
export function* scaleProgress<T>(work: Generator<number, T>, from: number, to: number): Generator<number, T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield from + (to - from) * step.value;
  }
}
