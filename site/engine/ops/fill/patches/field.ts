import type { Level } from './level.ts';

/** Nearest-neighbour field: for each target patch of a level, the centre of its source patch and their distance. */
export type PatchField = {
  readonly source: Int32Array;
  /** Sum of squared differences of feature bytes. */
  readonly cost: Int32Array;
};

/** Random numbers that are reproducible by their first state, an odd integer (xorshift, Marsaglia 2003). */
export type Random = { state: number };

/** Returns the next integer in 0..limit-1. */
export function nextBelow(limit: number, random: Random): number {
  let { state } = random;
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  random.state = state;
  return (((state >>> 0) * limit) / 4294967296) | 0;
}

/** Creates a field with random sources. */
export function randomField({ width, height, targets, sources }: Level, random: Random): PatchField {
  const field = { source: new Int32Array(width * height).fill(-1), cost: new Int32Array(width * height) };
  for (const target of targets) field.source[target] = sources[nextBelow(sources.length, random)]!;
  return field;
}

/** Upscales the field of the next coarser level; targets without a valid source get a random one. */
export function upscaleField(
  { level, small, field }: { readonly level: Level; readonly small: Level; readonly field: PatchField },
  random: Random,
): PatchField {
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

export type SearchParts = { readonly level: Level; readonly field: PatchField; readonly random: Random };

export type PatchSearch = {
  /** Computes all costs from the features. */
  readonly updateCosts: () => void;
  /**
   * Improves `count` targets from the `first` on, in steps of `step` (1 or -1), by propagation and random search (Barnes et
   * al. 2009, "PatchMatch").
   */
  readonly improve: (targets: TargetRange, reach: number) => void;
  /** Writes sources and costs to the field, and the state of the random numbers. */
  readonly finish: () => void;
};

export type TargetRange = { readonly first: number; readonly count: number; readonly step: number };
