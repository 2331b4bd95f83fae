import type { Plane, Planes } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { mapTo } from '../map-to.ts';
import { labelComponents, threshold } from '../matte/components.ts';
import { emptyPlane } from '../planes.ts';
import { scaleProgress } from '../progress.ts';
import { clamp01 } from '../scalars.ts';
import { type FlowKernel, smoothAlongFlow } from './flow.ts';

export type LineOptions = {
  /** Standard deviation of the narrow Gaussian across the edge, in pixels: about a third of the line's width. */
  readonly sigma: number;
  /** Standard deviation of the smoothing along the edge, in pixels; it joins pieces into one stroke. */
  readonly along: number;
};

/** Ratio of the deviations of the wide and the narrow Gaussian (Marr and Hildreth 1980). */
const SIGMA_RATIO = 1.6;
/** Gaussians are truncated at this number of standard deviations. */
const TRUNCATE_AT_SIGMAS = 2;
/** Rows between two yields. */
const ROWS_PER_YIELD = 32;

/**
 * Flow-based difference of Gaussians (Kang, Lee and Chui 2007; Winnemöller, Kyprianidis and Olsen 2012): a narrow minus a
 * wide Gaussian across the edge, smoothed along it. Negative on the dark side of an edge, positive on the light side; in
 * the range of `luma`. `flow` comes from `edgeTangentFlow`. Yields the fraction done.
 */
export function* lineResponse(luma: Plane, flow: Planes, { sigma, along }: LineOptions): Generator<number, Plane> {
  const across = emptyPlane(luma);
  const half = acrossWeights(sigma);
  for (let y = 0; y < luma.height; y++) {
    filterRowAcross(y, { luma, flow, out: across, half });
    if (y % ROWS_PER_YIELD === 0) yield (0.5 * y) / luma.height;
  }
  return yield* scaleProgress(smoothAlongFlow(across, flow, alongKernel(along)), 0.5, 1);
}

/** Weights at 0, 1, 2 … pixels of the narrow minus the wide Gaussian; each of the two sums to 1 over both sides. */
export function acrossWeights(sigma: number): Float32Array<ArrayBuffer> {
  const reach = Math.ceil(TRUNCATE_AT_SIGMAS * SIGMA_RATIO * sigma);
  const [narrow, wide] = [sigma, SIGMA_RATIO * sigma].map((deviation) => {
    const weights = Array.from({ length: reach + 1 }, (_, i) => Math.exp((-i * i) / (2 * deviation * deviation)));
    const sum = weights.reduce((total, weight, i) => total + (i === 0 ? weight : 2 * weight), 0);
    return weights.map((weight) => weight / sum);
  });
  return mapTo(Float32Array, narrow!, (weight, i) => weight - wide![i]!);
}

/** Gaussian kernel along the flow; `smoothAlongFlow` normalises it. */
export const alongKernel = (sigma: number): FlowKernel => ({
  weights: Float32Array.from({ length: Math.ceil(TRUNCATE_AT_SIGMAS * sigma) + 1 }, (_, i) =>
    Math.exp((-i * i) / (2 * sigma * sigma)),
  ),
  stepPx: 1,
});

type Across = {
  readonly luma: Plane;
  readonly flow: Planes;
  readonly out: Plane;
  readonly half: Float32Array;
};

function filterRowAcross(y: number, { luma, flow, out, half }: Across): void {
  const { width, height, data } = luma;
  const [tx, ty] = flow.planes as readonly [Float32Array, Float32Array];
  const reach = half.length - 1;
  const isInterior = y > reach && y < height - reach - 2;
  for (let x = 0, i = y * width; x < width; x++, i++) {
    const nx = ty[i]!;
    const ny = -tx[i]!;
    let sum = data[i]! * half[0]!;
    if (isInterior && x > reach && x < width - reach - 2)
      for (let k = 1; k <= reach; k++)
        sum += half[k]! * (bilinearInside(luma, x + k * nx, y + k * ny) + bilinearInside(luma, x - k * nx, y - k * ny));
    else
      for (let k = 1; k <= reach; k++)
        sum +=
          half[k]! * (bilinearClamped(luma, x + k * nx, y + k * ny) + bilinearClamped(luma, x - k * nx, y - k * ny));
    out.data[i] = sum;
  }
}

/** Bilinear interpolation at a position whose four neighbours are inside the plane. */
function bilinearInside({ width, data }: Plane, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const [u, v] = [x - left, y - top];
  const i = top * width + left;
  const above = data[i]! + (data[i + 1]! - data[i]!) * u;
  const below = data[i + width]! + (data[i + width + 1]! - data[i + width]!) * u;
  return above + (below - above) * v;
}

/** Bilinear interpolation with the border repeated. */
function bilinearClamped({ width, height, data }: Plane, x: number, y: number): number {
  const [px, py] = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))];
  const [left, top] = [Math.floor(px), Math.floor(py)];
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const [u, v] = [px - left, py - top];
  const above = data[top * width + left]! * (1 - u) + data[top * width + right]! * u;
  const below = data[bottom * width + left]! * (1 - u) + data[bottom * width + right]! * u;
  return above + (below - above) * v;
}

export type InkOptions = {
  /** Minimum strength of an edge that becomes a line, in the range of the response. */
  readonly threshold: number;
  /** Ink per unit of response beyond the threshold. */
  readonly gain: number;
  /** How far the threshold rises in clutter without a common direction (leaves, grass, noise), 0..1. */
  readonly clutterSuppression: number;
  /** Radius in pixels of the window in which clutter is measured. */
  readonly clutterRadius: number;
  /** Lines that cover fewer pixels are removed. */
  readonly minAreaPx: number;
};

/**
 * Thresholds a line response (`lineResponse`) to ink, 0..1. The threshold rises with the local energy of the response where
 * the flow is incoherent, so that foliage is drawn with few lines. Small components are removed.
 */
export function inkFromResponse(response: Plane, flow: Planes, options: InkOptions): Plane {
  const { clutterSuppression, gain, clutterRadius, minAreaPx } = options;
  const coherence = boxBlur({ ...response, data: flow.planes[2]! }, clutterRadius / 2).data;
  const energy = boxBlur({ ...response, data: response.data.map(Math.abs) }, clutterRadius).data;
  const out = emptyPlane(response);
  for (let i = 0; i < out.data.length; i++) {
    const incoherence = Math.max(0, 1 - coherence[i]!);
    const level = options.threshold + clutterSuppression * energy[i]! * (0.15 + 3 * incoherence * incoherence);
    out.data[i] = clamp01((-response.data[i]! - level) * gain);
  }
  return minAreaPx > 0 ? removeSpecks(out, minAreaPx) : out;
}

/** Ink from which a pixel belongs to a component. */
const FAINT_INK = 0.15;
/** Ink that one pixel of a component must exceed. */
const SOLID_INK = 0.5;

/** Removes components of fewer than `minAreaPx` pixels, and those that nowhere exceed `SOLID_INK`. */
function removeSpecks(ink: Plane, minAreaPx: number): Plane {
  const parts = labelComponents(threshold(ink, FAINT_INK));
  const peaks = new Float32Array(parts.areas.length);
  for (let i = 0; i < ink.data.length; i++) {
    const label = parts.labels[i]!;
    if (ink.data[i]! > peaks[label]!) peaks[label] = ink.data[i]!;
  }
  const data = ink.data.map((value, i) => {
    const label = parts.labels[i]!;
    const kept = label > 0 && parts.areas[label]! >= minAreaPx && peaks[label]! > SOLID_INK;
    return kept ? value : 0;
  });
  return { ...ink, data };
}
