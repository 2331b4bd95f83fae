/** Limits a value to 0..1. */
export const clamp01 = (value: number): number => Math.min(1, Math.max(0, value));

/** Hermite step (GLSL's `smoothstep`): 0 below `from`, 1 above `to`, smooth between. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp01((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}
