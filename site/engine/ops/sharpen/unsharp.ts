import type { Plane, Planes, Size } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { guidedFilter } from '../filter/guided.ts';
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
    const least = range.least.data[i]!;
    const most = range.most.data[i]!;
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

/** Least and most of the square of `2 * radius + 1` pixels around each pixel. */
export function localRange(plane: Plane, radius: number): { readonly least: Plane; readonly most: Plane } {
  return { least: extreme(plane, radius, Math.min), most: extreme(plane, radius, Math.max) };
}

type Pick = (a: number, b: number) => number;

/** Running extreme along rows, then columns (van Herk 1992: three comparisons a pixel, whatever the radius). */
function extreme(plane: Plane, radius: number, pick: Pick): Plane {
  const rows = transposed(linesExtreme(plane, radius, pick));
  return transposed(linesExtreme(rows, radius, pick));
}

function linesExtreme({ width, height, data }: Plane, radius: number, pick: Pick): Plane {
  const out = emptyPlane({ width, height });
  const span = 2 * radius + 1;
  const length = Math.ceil((width + 2 * radius) / span) * span;
  const line = new Float32Array(length);
  const before = new Float32Array(length);
  const after = new Float32Array(length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let i = 0; i < length; i++) line[i] = data[row + Math.min(Math.max(i - radius, 0), width - 1)]!;
    for (let i = 0; i < length; i++) before[i] = i % span === 0 ? line[i]! : pick(before[i - 1]!, line[i]!);
    for (let i = length - 1; i >= 0; i--) after[i] = i % span === span - 1 ? line[i]! : pick(after[i + 1]!, line[i]!);
    for (let x = 0; x < width; x++) out.data[row + x] = pick(after[x]!, before[x + 2 * radius]!);
  }
  return out;
}

function transposed({ width, height, data }: Plane): Plane {
  const size: Size = { width: height, height: width };
  const out = emptyPlane(size);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) out.data[x * height + y] = data[y * width + x]!;
  return out;
}
