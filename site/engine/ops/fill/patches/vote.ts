import { CHANNELS, HALF, HOLE, type Level, SIDE } from './level.ts';
import type { Field } from './search.ts';

/** How much less a patch counts for each pixel that it lies deeper in the hole. */
const DEPTH = 1.3;

/** Mean squared difference of bytes below which patches are taken for the same. */
const SAME = 4 * CHANNELS * SIDE * SIDE;

export type VoteOptions = {
  /** Distance of each pixel from what is known. */
  readonly depth: Float32Array;
  /** `mean` of all patches that cover a pixel, or the `best` of them, which keeps detail. */
  readonly mode: 'mean' | 'best';
  /** Is told for each pixel which one it was copied from; only with `best`. */
  readonly origin?: Int32Array;
};

/**
 * Looks of the hole from the patches that the field found (Wexler, Shechtman and Irani 2007, "Space-time completion of
 * video"): each patch counts by its likeness and, the more so, the nearer it is to the rim. Gives the mean change of a
 * byte.
 */
export function vote(level: Level, field: Field, { depth, mode, origin }: VoteOptions): number {
  const { width, looks, state, targets } = level;
  const [half, channels, hole, mean] = [HALF, CHANNELS, HOLE, mode === 'mean'];
  const sums = new Float32Array(CHANNELS * state.length);
  const totals = new Float32Array(state.length);
  const spread = Math.max(SAME, quartile(level, field));
  for (const target of targets) {
    const from = field.source[target]!;
    const weight = DEPTH ** -Math.min(depth[target]!, 100) * Math.exp(-field.cost[target]! / (2 * spread));
    for (let dy = -half; dy <= half; dy++)
      for (let i = target + dy * width - half, j = from + dy * width - half, k = -half; k <= half; i++, j++, k++) {
        if (state[i] !== hole) continue;
        if (mean) totals[i] = totals[i]! + weight;
        else if (weight > totals[i]!) totals[i] = weight;
        else continue;
        if (origin) origin[i] = j;
        for (let c = 0, to = channels * i, at = channels * j; c < channels; c++, to++, at++)
          sums[to] = (mean ? sums[to]! : 0) + weight * looks[at]!;
      }
  }
  let change = 0;
  let count = 0;
  for (let i = 0; i < state.length; i++) {
    if (state[i] !== HOLE || totals[i] === 0) continue;
    count += CHANNELS;
    for (let c = CHANNELS * i; c < CHANNELS * (i + 1); c++) {
      const value = Math.round(sums[c]! / totals[i]!);
      change += Math.abs(value - looks[c]!);
      looks[c] = value;
    }
  }
  return count > 0 ? change / count : 0;
}

/** What three quarters of the costs are below, of a sample. */
function quartile({ targets }: Level, { cost }: Field): number {
  const step = Math.max(1, Math.floor(targets.length / 4096));
  const sample: number[] = [];
  for (let i = 0; i < targets.length; i += step) sample.push(cost[targets[i]!]!);
  sample.sort((a, b) => a - b);
  return sample[Math.floor(sample.length * 0.75)] ?? 0;
}
