import { CHANNELS, HALF, type Level, SIDE } from './level.ts';

/** For each target of a level the middle of the source that it resembles, and by how much it differs. */
export type Field = {
  readonly source: Int32Array;
  /** Sum of squared differences of bytes. */
  readonly cost: Int32Array;
};

/** Whole numbers in 0..limit-1, the same for the same seed (xorshift, Marsaglia 2003). */
export type Random = (limit: number) => number;

export function randomOf(seed: number): Random {
  let state = seed | 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (((state >>> 0) * limit) / 4294967296) | 0;
  };
}

/** How much a difference from the guide counts, beside one for each number of a patch. */
const LEASH = 100;

/** Sum of squared differences between the patches around two pixels, and from the guide; given up where it reaches `limit`. */
export function mismatch({ looks, width, guide }: Level, [a, b]: readonly [number, number], limit: number): number {
  // Locals: a number of another module is looked up each time where code is not bundled.
  const rows = SIDE;
  const row = CHANNELS * SIDE;
  const leash = LEASH;
  const next = CHANNELS * width - row;
  let sum = 0;
  if (guide !== null) {
    for (let c = 0; c < 3; c++) {
      const difference = guide[3 * a + c]! - guide[3 * b + c]!;
      sum += difference * difference;
    }
    sum *= leash;
    if (sum >= limit) return sum;
  }
  let i = CHANNELS * (a - HALF * width - HALF);
  let j = CHANNELS * (b - HALF * width - HALF);
  for (let y = 0; y < rows; y++, i += next, j += next) {
    for (let k = 0; k < row; k++, i++, j++) {
      const difference = looks[i]! - looks[j]!;
      sum += difference * difference;
    }
    if (sum >= limit) return sum;
  }
  return sum;
}

/** A field that points anywhere. */
export function randomField({ width, height, targets, sources }: Level, random: Random): Field {
  const field = { source: new Int32Array(width * height).fill(-1), cost: new Int32Array(width * height) };
  for (const target of targets) field.source[target] = sources[random(sources.length)]!;
  return field;
}

/** The field of a level half the size, enlarged; what then points at something unknown points anywhere. */
export function enlargedField(
  { level, small, field }: { readonly level: Level; readonly small: Level; readonly field: Field },
  random: Random,
): Field {
  const out = randomField(level, random);
  const { width, targets, isSource } = level;
  for (const target of targets) {
    const x = target % width;
    const y = (target / width) | 0;
    const parent = (y >> 1) * small.width + (x >> 1);
    const from = field.source[parent]!;
    if (from < 0) continue;
    const u = 2 * (from % small.width) + (x & 1);
    const v = 2 * ((from / small.width) | 0) + (y & 1);
    if (u < width && isSource[v * width + u] === 1) out.source[target] = v * width + u;
  }
  return out;
}

/** Measures all costs anew, after looks have changed. */
export function remeasure(level: Level, { source, cost }: Field): void {
  for (const target of level.targets)
    cost[target] = mismatch(level, [target, source[target]!], Number.POSITIVE_INFINITY);
}

export type SearchOptions = {
  readonly sweeps: number;
  /** Widest random step in pixels; 0 only asks the neighbours. */
  readonly reach: number;
};

/**
 * Better sources for all targets, from their neighbours and from random places nearer and nearer to the best one
 * (Barnes et al. 2009, "PatchMatch"). Yields now and then the share that is done.
 */
export function* improve(
  { level, field, random }: { readonly level: Level; readonly field: Field; readonly random: Random },
  { sweeps, reach }: SearchOptions,
): Generator<number, void> {
  const { width, height, targets, isTarget, isSource } = level;
  const { source, cost } = field;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const step = sweep % 2 === 0 ? 1 : -1;
    const first = step > 0 ? 0 : targets.length - 1;
    for (let n = 0; n < targets.length; n++) {
      const target = targets[first + step * n]!;
      let best = source[target]!;
      let least = cost[target]!;
      for (const shift of [step, step * width]) {
        const neighbour = target - shift;
        if (isTarget[neighbour] !== 1) continue;
        const candidate = source[neighbour]! + shift;
        if (candidate === best || isSource[candidate] !== 1) continue;
        const found = mismatch(level, [target, candidate], least);
        if (found < least) {
          least = found;
          best = candidate;
        }
      }
      for (let radius = reach; radius >= 1; radius >>= 1) {
        const x = (best % width) + random(2 * radius + 1) - radius;
        const y = ((best / width) | 0) + random(2 * radius + 1) - radius;
        if (x < HALF || x >= width - HALF || y < HALF || y >= height - HALF) continue;
        const candidate = y * width + x;
        if (isSource[candidate] !== 1) continue;
        const found = mismatch(level, [target, candidate], least);
        if (found < least) {
          least = found;
          best = candidate;
        }
      }
      source[target] = best;
      cost[target] = least;
      if ((n & 2047) === 2047) yield (sweep + n / targets.length) / sweeps;
    }
  }
}
