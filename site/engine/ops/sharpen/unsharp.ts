import type { Plane, Planes } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { localRange } from '../filter/range.ts';
import { emptyPlane, lumaPlane } from '../planes.ts';

export type SharpenOptions = {
  /** 0: none, 1: the finest detail is doubled, 3: strong. */
  readonly strength: number;
  /** Size of the strongest amplified detail, in pixels. */
  readonly radius: number;
  /** Contrast (0..1) below which detail counts as noise and is not amplified. */
  readonly threshold: number;
};

/**
 * Three scales: each base is smoother than the previous one, and their difference is a detail layer. The gains were chosen on the
 * `selection` of `scripts/fit`.
 */
const SCALES = [
  { reach: 0.5, gain: 1 },
  { reach: 1, gain: 1 },
  { reach: 2, gain: 0.6 },
] as const;

/** Overshoot beyond the local range, as a fraction of it: a small overshoot increases crispness, a larger one is a halo. */
const MAX_OVERSHOOT = 0.06;

/**
 * Sharpens the luma of a picture (RGB in 0..1) and shifts all channels by the same amount: unsharp masking at three scales
 * (after Farbman et al. 2008, whose bases preserve edges; soft edges would stay soft). A soft threshold protects flat areas,
 * and the local range limits overshoot, so that edges have no halo.
 */
export function sharpen(picture: Planes, options: SharpenOptions): Planes {
  const luma = lumaPlane(picture);
  const gain = lumaGain(luma, options);
  const planes = picture.planes.map((plane) => {
    const out = new Float32Array(plane.length);
    for (let i = 0; i < out.length; i++) out[i] = plane[i]! + gain.data[i]!;
    return out;
  });
  return { width: picture.width, height: picture.height, planes };
}

/** The amount that `sharpen` adds to each pixel. */
export function lumaGain(luma: Plane, { strength, radius, threshold }: SharpenOptions): Plane {
  const out = emptyPlane(luma);
  let finer = luma;
  for (const { reach, gain } of SCALES) {
    const base = gaussianBlur(luma, 0.7 * Math.max(0.5, radius * reach));
    addDetail(out.data, { finer: finer.data, base: base.data, gain: strength * gain, threshold });
    finer = base;
  }
  const range = localRange(luma, Math.max(1, Math.round(radius)));
  for (let i = 0; i < out.data.length; i++) {
    const min = range.min.data[i]!;
    const max = range.max.data[i]!;
    const slack = (max - min) * MAX_OVERSHOOT;
    const value = luma.data[i]!;
    out.data[i] = Math.min(Math.max(value + out.data[i]!, min - slack), max + slack) - value;
  }
  return out;
}

type Layer = {
  readonly finer: Float32Array;
  readonly base: Float32Array;
  readonly gain: number;
  readonly threshold: number;
};

function addDetail(out: Float32Array, { finer, base, gain, threshold }: Layer): void {
  const knee = threshold * threshold + 1e-12;
  for (let i = 0; i < out.length; i++) {
    const detail = finer[i]! - base[i]!;
    const power = detail * detail;
    out[i] = out[i]! + gain * detail * (power / (power + knee));
  }
}
