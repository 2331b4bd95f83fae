import type { Plane, Planes } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { guidedFilter } from '../filter/guided.ts';
import { localRange } from '../filter/range.ts';
import { emptyPlane, lumaPlane } from '../planes.ts';

export type SharpenOptions = {
  /** 0: nothing, 1: the detail of the finest scale doubled, 3: strong. */
  readonly strength: number;
  /** Pixels; detail up to about this size gets stronger. */
  readonly radius: number;
  /** Contrast 0..1 below which detail counts as noise and is left alone. */
  readonly threshold: number;
};

/** Three scales: each base is smoother than the one before, and what lies between two is a layer of detail. */
const SCALES = [
  { reach: 0.5, gain: 1 },
  { reach: 1, gain: 0.8 },
  { reach: 2, gain: 0.45 },
] as const;

/** Variance of an edge that the base keeps: steps of more than about 12 % of the range. */
const EDGE = 0.015;

/** Share of the local range by which a result may leave it; a little looks crisp, more looks like a halo. */
const BEYOND = 0.06;

/**
 * Sharpens luma and moves all colours with it. Detail is what a guided filter smooths away (edges stay in its base, so
 * they grow no halos; He et al. 2013), in three scales (Farbman et al. 2008); flat areas are protected by a soft
 * threshold, and no pixel may leave the range of its neighbours by more than a few percent of it. RGB in 0..1.
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

/** What `sharpen` adds to each pixel. */
export function lumaGain(luma: Plane, { strength, radius, threshold }: SharpenOptions): Plane {
  const out = emptyPlane(luma);
  let finer = luma;
  for (const { reach, gain } of SCALES) {
    const size = Math.max(0.5, radius * reach);
    const base = guidedFilter(luma, gaussianBlur(luma, size * 0.7), { radius: size, epsilon: EDGE * reach });
    addDetail(out.data, { finer: finer.data, base: base.data, gain: strength * gain, threshold });
    finer = base;
  }
  const range = localRange(luma, Math.max(1, Math.round(radius)));
  for (let i = 0; i < out.data.length; i++) {
    const least = range.min.data[i]!;
    const most = range.max.data[i]!;
    const slack = (most - least) * BEYOND;
    const value = luma.data[i]!;
    out.data[i] = Math.min(Math.max(value + out.data[i]!, least - slack), most + slack) - value;
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
