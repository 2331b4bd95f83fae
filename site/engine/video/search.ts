/** The target, the bounds and the expected slope of a search. */
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
  /** Maximum number of measurements. */
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
  let above: Point | null = null;
  let below: Point | null = null;
  let setting = start;
  // Aims at the middle of the accepted values.
  const targetBytes = target + tolerance / 2;
  for (let trial = 0; trial < trials; trial++) {
    const point: Point = { setting, value: await measure(setting) };
    if (point.value >= target) above = !above || point.value < above.value ? point : above;
    else below = !below || point.value > below.value ? point : below;
    if (point.value >= target && point.value <= target + tolerance) break;
    const rise = above && below && above.setting !== below.setting ? slopeBetween(above, below) : slope;
    const base = above && below ? below : point;
    const ideal = base.setting + (targetBytes - base.value) / rise;
    const rounded = start + Math.round((ideal - start) / step) * step;
    const next = Math.min(max, Math.max(min, interpolatedSetting(rounded, { above, below, step })));
    if (next === above?.setting || next === below?.setting) break;
    setting = next;
  }
  return (above ?? below)?.setting ?? start;
}

const slopeBetween = (a: Point, b: Point): number => (a.value - b.value) / (a.setting - b.setting) || 1e-9;

type Bracket = { readonly above: Point | null; readonly below: Point | null; readonly step: number };

/** The setting itself, kept strictly between the settings on both sides of the target once both are known. */
function interpolatedSetting(setting: number, { above, below, step }: Bracket): number {
  if (!above || !below) return setting;
  const low = Math.min(above.setting, below.setting) + step;
  const high = Math.max(above.setting, below.setting) - step;
  return low > high ? above.setting : Math.min(high, Math.max(low, setting));
}
