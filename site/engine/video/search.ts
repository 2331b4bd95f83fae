/** What is searched for, and where. */
export type Search = {
  readonly start: number;
  readonly min: number;
  readonly max: number;
  /** Expected change of the value when the setting grows by 1. */
  readonly slope: number;
  /** Settings are multiples of this away from `start`. */
  readonly step: number;
  readonly target: number;
  /** A value this much above the target is good enough. */
  readonly tolerance: number;
  /** Most measurements. */
  readonly trials: number;
};

type Point = { readonly setting: number; readonly value: number };

/**
 * Finds the setting with the smallest value that still reaches the target, of a measured function that rises or falls:
 * Newton's method with the expected slope, then the secant between the nearest settings on both sides. Returns the
 * measured setting nearest above the target; where none reached it, the one with the greatest value.
 */
export async function searchSetting(
  measure: (setting: number) => Promise<number>,
  { start, min, max, slope, step, target, tolerance, trials }: Search,
): Promise<number> {
  let enough: Point | null = null;
  let short: Point | null = null;
  let setting = start;
  // Aims at the middle of the accepted values.
  const aim = target + tolerance / 2;
  for (let trial = 0; trial < trials; trial++) {
    const point: Point = { setting, value: await measure(setting) };
    if (point.value >= target) enough = !enough || point.value < enough.value ? point : enough;
    else short = !short || point.value > short.value ? point : short;
    if (point.value >= target && point.value <= target + tolerance) break;
    const rise = enough && short && enough.setting !== short.setting ? slopeBetween(enough, short) : slope;
    const base = enough && short ? short : point;
    const wanted = base.setting + (aim - base.value) / rise;
    const rounded = start + Math.round((wanted - start) / step) * step;
    const next = Math.min(max, Math.max(min, between(rounded, { enough, short, step })));
    if (next === enough?.setting || next === short?.setting) break;
    setting = next;
  }
  return (enough ?? short)?.setting ?? start;
}

const slopeBetween = (a: Point, b: Point): number => (a.value - b.value) / (a.setting - b.setting) || 1e-9;

type Bracket = { readonly enough: Point | null; readonly short: Point | null; readonly step: number };

/** The setting itself, kept strictly between both sides if both are known. */
function between(setting: number, { enough, short, step }: Bracket): number {
  if (!enough || !short) return setting;
  const low = Math.min(enough.setting, short.setting) + step;
  const high = Math.max(enough.setting, short.setting) - step;
  return low > high ? enough.setting : Math.min(high, Math.max(low, setting));
}
