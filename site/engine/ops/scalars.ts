/** Limits a value to 0..1. */
export const clamp01 = (value: number): number => Math.min(1, Math.max(0, value));

/** Linear interpolation from `a` to `b`. */
export const lerp = (a: number, b: number, fraction: number): number => a + (b - a) * fraction;

/** Quantile of values by a fraction in 0..1; 0 without values. */
export function quantile(values: ArrayLike<number>, fraction: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor((sorted.length - 1) * fraction)] ?? 0;
}

/** Median; the upper one of an even number of values. 0 without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Weighted median: the smallest value at which half of the total weight is reached. NaN without values. */
export function weightedMedian(values: readonly number[], weights: readonly number[]): number {
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  for (const i of order) {
    sum += weights[i]!;
    if (sum >= total / 2) return values[i]!;
  }
  return Number.NaN;
}

/** Hermite step (GLSL's `smoothstep`): 0 below `from`, 1 above `to`, smooth between. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp01((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}
