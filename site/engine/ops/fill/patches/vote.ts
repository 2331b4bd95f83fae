import type { PatchField } from './field.ts';
import { CHANNELS, HOLE, type Level, PATCH_RADIUS_PX, PATCH_SIDE_PX } from './level.ts';

/** Factor by which a patch's weight drops per pixel of depth in the hole. */
const DEPTH_DECAY = 1.3;

/** Lower bound of the cost scale: patches with a mean squared difference of 4 count as equal. */
const MIN_COST_SCALE = 4 * CHANNELS * PATCH_SIDE_PX * PATCH_SIDE_PX;

export type VoteOptions = {
  /** Distance of each pixel from the nearest known pixel. */
  readonly depth: Float32Array;
  /** `mean` of all patches that cover a pixel, or the `best` one, which preserves detail. */
  readonly mode: 'mean' | 'best';
  /** Receives the index that each pixel was copied from; only with `best`. */
  readonly origin?: Int32Array;
};

/**
 * Computes the hole's features by a vote of the patches in the field (Wexler, Shechtman and Irani 2007, "Space-time
 * completion of video"), weighted by similarity and by closeness to the rim. Returns the mean change of a feature byte.
 */
export function vote(level: Level, field: PatchField, { depth, mode, origin }: VoteOptions): number {
  const { width, features, state, targets } = level;
  const [half, channels, hole, mean] = [PATCH_RADIUS_PX, CHANNELS, HOLE, mode === 'mean'];
  const sums = new Float32Array(CHANNELS * state.length);
  const totals = new Float32Array(state.length);
  const costScale = Math.max(MIN_COST_SCALE, upperQuartile(level, field));
  for (const target of targets) {
    const from = field.source[target]!;
    const weight = DEPTH_DECAY ** -Math.min(depth[target]!, 100) * Math.exp(-field.cost[target]! / (2 * costScale));
    for (let dy = -half; dy <= half; dy++)
      for (let i = target + dy * width - half, j = from + dy * width - half, k = -half; k <= half; i++, j++, k++) {
        if (state[i] !== hole) continue;
        if (mean) totals[i] = totals[i]! + weight;
        else if (weight > totals[i]!) totals[i] = weight;
        else continue;
        if (origin) origin[i] = j;
        for (let c = 0, to = channels * i, at = channels * j; c < channels; c++, to++, at++)
          sums[to] = (mean ? sums[to]! : 0) + weight * features[at]!;
      }
  }
  let change = 0;
  let count = 0;
  for (let i = 0; i < state.length; i++) {
    if (state[i] !== HOLE || totals[i] === 0) continue;
    count += CHANNELS;
    for (let c = CHANNELS * i; c < CHANNELS * (i + 1); c++) {
      const value = Math.round(sums[c]! / totals[i]!);
      change += Math.abs(value - features[c]!);
      features[c] = value;
    }
  }
  return count > 0 ? change / count : 0;
}

/** The 75th percentile of the costs, from a sample. */
function upperQuartile({ targets }: Level, { cost }: PatchField): number {
  const step = Math.max(1, Math.floor(targets.length / 4096));
  const sample: number[] = [];
  for (let i = 0; i < targets.length; i += step) sample.push(cost[targets[i]!]!);
  sample.sort((a, b) => a - b);
  return sample[Math.floor(sample.length * 0.75)] ?? 0;
}
