import type { Planes } from '../../types.ts';
import { lumaPlane, mapPlanes } from '../planes.ts';
import { fitInside, resizePlane } from '../resize/resize.ts';

/** Longer side at which colours are compared. */
const COMPARED_SIDE_PX = 384;

/** A luma level counts in a print's tint if at least this fraction of the pixels has it. */
const MIN_LEVEL_FRACTION = 0.01;

/** Deviation (0..1) from the mean colour of each luma level below which a picture of full range is monochrome. */
export const MAX_MONOCHROME_SPREAD = 0.02;

/** No toned print deviates further from grey (0..1): sepia has no saturated yellows. */
const MAX_TINT = 0.3;

/** Luma levels at which colours are averaged. */
const LEVELS = 32;

/** Largest minus smallest value. */
export const rangeOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/** Reduces a picture to the size at which colours are compared. */
export function reduceForComparison(picture: Planes): Planes {
  const size = fitInside(picture, COMPARED_SIDE_PX);
  return mapPlanes(picture, (plane) => resizePlane(plane, size, 'area'));
}

/** Largest tint (0..1) of a grey picture: rounding in compressed files reaches it. */
const MAX_GREY_TINT = 0.02;

/** Hues of a picture: none, one as in a toned or yellowed print, or several. */
export type Hues = 'grey' | 'toned' | 'colour';

/** The hues of a picture (RGB in 0..1). */
export function huesOf(picture: Planes): Hues {
  const { spread, tint } = measureTint(reduceForComparison(picture));
  return spread >= MAX_MONOCHROME_SPREAD ? 'colour' : tint > MAX_GREY_TINT ? 'toned' : 'grey';
}

export type Tint = {
  /** Largest standard deviation of a channel from the mean colour of its luma level; infinite for strong colours. */
  readonly spread: number;
  /** Largest difference of the mean channels at any common luma level, 0..1. */
  readonly tint: number;
};

/** Measures how far a picture (RGB in 0..1) can be described as one tint per luma level. */
export function measureTint(picture: Planes): Tint {
  const { planes } = picture;
  const luma = lumaPlane(picture).data;
  const levels = luma.map((value) => Math.min(LEVELS, Math.max(0, Math.round(value * LEVELS))));
  const counts = new Float64Array(LEVELS + 1);
  for (const level of levels) counts[level]! += 1;
  const means = planes.map((plane) => {
    const sums = new Float64Array(LEVELS + 1);
    for (let i = 0; i < luma.length; i++) sums[levels[i]!]! += plane[i]! - luma[i]!;
    return sums.map((sum, level) => sum / Math.max(1, counts[level]!));
  });
  const tints = [...counts.keys()]
    .filter((level) => counts[level]! >= MIN_LEVEL_FRACTION * luma.length)
    .map((level) => rangeOf(means.map((mean) => mean[level]!)));
  const tint = Math.max(0, ...tints);
  if (means.some((mean) => mean.some((value) => Math.abs(value) > MAX_TINT)))
    return { spread: Number.POSITIVE_INFINITY, tint };
  const spreads = planes.map((plane, channel) => {
    let squares = 0;
    for (let i = 0; i < luma.length; i++) squares += (plane[i]! - luma[i]! - means[channel]![levels[i]!]!) ** 2;
    return Math.sqrt(squares / luma.length);
  });
  return { spread: Math.max(...spreads), tint };
}
