import { nextBelow, type PatchSearch, type SearchParts } from './field.ts';
import { CHANNELS, type Level, PATCH_RADIUS_PX, PATCH_SIDE_PX } from './level.ts';
import { simdSearch } from './simd-search.ts';

/** Weight of a squared difference in the guide relative to one in a patch's features. */
const GUIDE_WEIGHT = 100;

/** Sum of squared differences between two patches, by their centres, plus that of the guide; stops once it reaches `limit`. */
export function patchDistance(
  { features, width, guide }: Level,
  [a, b]: readonly [number, number],
  limit: number,
): number {
  // Local copies: unbundled code resolves an imported constant at each use.
  const rows = PATCH_SIDE_PX;
  const row = CHANNELS * PATCH_SIDE_PX;
  const guideWeight = GUIDE_WEIGHT;
  const next = CHANNELS * width - row;
  let sum = 0;
  if (guide !== null) {
    for (let c = 0; c < 3; c++) {
      const difference = guide[3 * a + c]! - guide[3 * b + c]!;
      sum += difference * difference;
    }
    sum *= guideWeight;
    if (sum >= limit) return sum;
  }
  let i = CHANNELS * (a - PATCH_RADIUS_PX * width - PATCH_RADIUS_PX);
  let j = CHANNELS * (b - PATCH_RADIUS_PX * width - PATCH_RADIUS_PX);
  for (let y = 0; y < rows; y++, i += next, j += next) {
    for (let k = 0; k < row; k++, i++, j++) {
      const difference = features[i]! - features[j]!;
      sum += difference * difference;
    }
    if (sum >= limit) return sum;
  }
  return sum;
}

export type SearchOptions = {
  readonly sweeps: number;
  /** Maximum random step in pixels; 0 only propagates sources between neighbours. */
  readonly reach: number;
};

/** Targets between two yields. */
const TARGETS_PER_STEP = 2048;

/** Recomputes all costs, then improves the field in sweeps of alternating direction. Yields the fraction done. */
export function* searchPatches(parts: SearchParts, { sweeps, reach }: SearchOptions): Generator<number, void> {
  const search = simdSearch(parts) ?? referenceSearch(parts);
  search.updateCosts();
  const { length } = parts.level.targets;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const step = sweep % 2 === 0 ? 1 : -1;
    for (let done = 0; done < length; done += TARGETS_PER_STEP) {
      const count = Math.min(TARGETS_PER_STEP, length - done);
      search.improve({ first: step > 0 ? done : length - 1 - done, count, step }, reach);
      if (count === TARGETS_PER_STEP) yield (sweep + (done + count) / length) / sweeps;
    }
  }
  search.finish();
}

function referenceSearch({ level, field, random }: SearchParts): PatchSearch {
  const { width, height, targets, isTarget, isSource } = level;
  const { source, cost } = field;
  const improve = (target: number, step: number, reach: number): void => {
    let best = source[target]!;
    let minCost = cost[target]!;
    for (const offset of [step, step * width]) {
      const neighbour = target - offset;
      if (isTarget[neighbour] !== 1) continue;
      const candidate = source[neighbour]! + offset;
      if (candidate === best || isSource[candidate] !== 1) continue;
      const distance = patchDistance(level, [target, candidate], minCost);
      if (distance < minCost) {
        minCost = distance;
        best = candidate;
      }
    }
    for (let radius = reach; radius >= 1; radius >>= 1) {
      const x = (best % width) + nextBelow(2 * radius + 1, random) - radius;
      const y = ((best / width) | 0) + nextBelow(2 * radius + 1, random) - radius;
      if (x < PATCH_RADIUS_PX || x >= width - PATCH_RADIUS_PX || y < PATCH_RADIUS_PX || y >= height - PATCH_RADIUS_PX)
        continue;
      const candidate = y * width + x;
      if (isSource[candidate] !== 1) continue;
      const distance = patchDistance(level, [target, candidate], minCost);
      if (distance < minCost) {
        minCost = distance;
        best = candidate;
      }
    }
    source[target] = best;
    cost[target] = minCost;
  };
  return {
    updateCosts: () => {
      for (const target of targets)
        cost[target] = patchDistance(level, [target, source[target]!], Number.POSITIVE_INFINITY);
    },
    improve: ({ first, count, step }, reach) => {
      for (let n = 0; n < count; n++) improve(targets[first + step * n]!, step, reach);
    },
    finish: () => {},
  };
}
