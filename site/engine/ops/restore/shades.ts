import type { Planes } from '../../types.ts';
import { lumaPlane, mapPlanes } from '../planes.ts';
import { fitInside, resizePlane } from '../resize/resize.ts';

/** Longer side at which colours are compared. */
const SIDE = 384;

/** Share of the pixels from which on the colour of a luma counts in a print's tone. */
const COMMON = 0.01;

/** Deviation from the colour that each luma has in the mean, as a share of the range, below which all is one tone. */
export const SINGLE = 0.02;

/** A tone is further from grey than this in no print: there are no brighter yellows in sepia. */
const MOST_TINT = 0.3;

/** Steps of luma at which the colours of one tone are averaged. */
const STEPS = 32;

export const widest = (shifts: readonly number[]): number => Math.max(...shifts) - Math.min(...shifts);

/** The picture as small as its colours are compared. */
export function comparedAt(picture: Planes): Planes {
  const size = fitInside(picture, SIDE);
  return mapPlanes(picture, (plane) => resizePlane(plane, size, 'area'));
}

/** Whether all of a picture (RGB in 0..1) is in shades of one colour, as a grey or a toned print is. */
export const isOneTone = (picture: Planes): boolean => toneOf(comparedAt(picture)).spread < SINGLE;

export type Tone = {
  /** How far pixels are from the colour that those of their luma have in the mean; infinite for strong colours. */
  readonly spread: number;
  /** Widest difference of the channels in the mean of a luma that is common enough. */
  readonly tint: number;
};

/** What a picture is like as shades of one tone. */
export function toneOf(small: Planes): Tone {
  const { planes } = small;
  const luma = lumaPlane(small).data;
  const steps = luma.map((value) => Math.min(STEPS, Math.max(0, Math.round(value * STEPS))));
  const counts = new Float64Array(STEPS + 1);
  for (const step of steps) counts[step]! += 1;
  const means = planes.map((plane) => {
    const sums = new Float64Array(STEPS + 1);
    for (let i = 0; i < luma.length; i++) sums[steps[i]!]! += plane[i]! - luma[i]!;
    return sums.map((sum, step) => sum / Math.max(1, counts[step]!));
  });
  const tints = [...counts.keys()]
    .filter((step) => counts[step]! >= COMMON * luma.length)
    .map((step) => widest(means.map((mean) => mean[step]!)));
  const tint = Math.max(0, ...tints);
  if (means.some((mean) => mean.some((value) => Math.abs(value) > MOST_TINT)))
    return { spread: Number.POSITIVE_INFINITY, tint };
  const spreads = planes.map((plane, channel) => {
    let square = 0;
    for (let i = 0; i < luma.length; i++) square += (plane[i]! - luma[i]! - means[channel]![steps[i]!]!) ** 2;
    return Math.sqrt(square / luma.length);
  });
  return { spread: Math.max(...spreads), tint };
}
