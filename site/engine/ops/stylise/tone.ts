import type { Plane } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { localMoments } from '../filter/moments.ts';
import { clamp01, smoothstep } from '../scalars.ts';

/** Bins of the histogram excess 0..1. */
const BINS = 1024;

/** Returns a function that gives quantiles of values in 0..1, by a histogram. */
function quantiles(data: Float32Array): (fraction: number) => number {
  const counts = new Uint32Array(BINS);
  for (const value of data) counts[Math.min(BINS - 1, Math.max(0, Math.floor(value * BINS)))]!++;
  return (fraction) => {
    let left = fraction * data.length;
    const bin = counts.findIndex((count) => {
      left -= count;
      return left < 0;
    });
    return (bin < 0 ? BINS : bin + 0.5) / BINS;
  };
}

/** Stretches luma between its 1 % and 99 % quantiles (within limits) to 0..0.97, and brightens pictures with a dark median. */
export function stretchTones(luma: Plane): Plane {
  const quantile = quantiles(luma.data);
  const [from, to] = [Math.min(0.06, quantile(0.01)), Math.max(0.7, quantile(0.99))];
  const gain = 0.97 / (to - from);
  const median = Math.min(0.9, Math.max(0.05, (quantile(0.5) - from) * gain));
  const exponent = Math.min(1, Math.max(0.7, Math.log(0.5) / Math.log(median)));
  const data = luma.data.map((value) => clamp01((value - from) * gain) ** exponent);
  return { ...luma, data };
}

/** Local standard deviation of luma: noise below `from`, shapes above `to`. */
const SHAPE_DEVIATION = { from: 0.012, to: 0.035 } as const;
/** Local standard deviation of luma that faint shapes are amplified to. */
const TARGET_DEVIATION = 0.15;
const MAX_LOCAL_GAIN = 3;

export type LocalContrastOptions = {
  /** Radius of the window in pixels. */
  readonly radius: number;
  /** 0..1; 0 leaves the input unchanged. */
  readonly strength: number;
};

/**
 * Raises the local contrast of faint shapes, such as faces in the shade, towards a common standard deviation (Wallis 1976).
 * Flat areas stay, since they hold only noise.
 */
export function equaliseLocalContrast(luma: Plane, { radius, strength }: LocalContrastOptions): Plane {
  if (strength <= 0) return luma;
  const { mean, deviationAt } = localMoments(luma, radius);
  const data = luma.data.map((value, i) => {
    const deviation = deviationAt(i);
    const fullGain = Math.min(MAX_LOCAL_GAIN, Math.max(1, TARGET_DEVIATION / Math.max(deviation, 1e-6)));
    const gain = 1 + (fullGain - 1) * strength * smoothstep(SHAPE_DEVIATION.from, SHAPE_DEVIATION.to, deviation);
    return mean[i]! + (value - mean[i]!) * gain;
  });
  return { ...luma, data };
}

/** Width of the soft transition above the floor, as a fraction of the darkness beyond it. */
const FLOOR_TRANSITION = 0.25;
/** Coverage of the darkest tones, and of small dark features. */
const MAX_SHADE = 0.97;
const FEATURE_SHADE = 0.95;

export type ShadeOptions = {
  /** Target mean darkness of the drawing, 0..1. */
  readonly mean: number;
  /** Weight (0..1) of brightness relative to the surroundings; the rest is absolute brightness. */
  readonly localWeight: number;
  /** Darkness (0..1) that stays bare paper, since sparse strokes in light areas would resemble dirt. */
  readonly floor: number;
  /** A thousandth of the longer side, in pixels. */
  readonly unit: number;
};

/** Darkness (0..1) of the drawing from luma. Small dark features, such as eyes and mouths, get full darkness. */
export function shadeFromLuma(luma: Plane, { mean, localWeight, floor, unit }: ShadeOptions): Plane {
  const quantile = quantiles(luma.data);
  const [from, to] = [quantile(0.02), Math.max(quantile(0.98), quantile(0.02) + 0.1)];
  const wide = gaussianBlur(luma, 45 * unit).data;
  const near = gaussianBlur(luma, 9 * unit).data;
  const darkness = luma.data.map((value, i) => {
    const absolute = clamp01((value - from) / (to - from));
    const relative = Math.min(1, (value + 0.02) / (1.05 * wide[i]! + 0.02));
    // The lightest tones stay bare paper.
    return (1 - (localWeight * relative + (1 - localWeight) * absolute)) * (1 - smoothstep(0.93, 1, absolute));
  });
  // White surroundings, as of a cut-out, do not make the subject darker.
  const exponent = exponentForMean(
    darkness.filter((value) => value > 0),
    mean,
  );
  const data = darkness.map((value, i) => {
    const feature = smoothstep(0.22, 0.5, 1 - (luma.data[i]! + 0.03) / (near[i]! + 0.03));
    const shade = Math.max(MAX_SHADE * value ** exponent, FEATURE_SHADE * feature);
    const excess = Math.max(0, (shade - floor) / (1 - floor));
    return floor > 0 ? excess * smoothstep(0, FLOOR_TRANSITION, excess) : excess;
  });
  return { ...luma, data };
}

/** Exponent in 0.6..3 that brings the mean of values in 0..1 closest to `mean`, by fixed-point iteration. */
function exponentForMean(data: Float32Array, mean: number): number {
  const quantile = quantiles(data);
  const samples = Array.from({ length: 64 }, (_, i) => quantile((i + 0.5) / 64));
  let exponent = 1;
  for (let round = 0; round < 12; round++) {
    const found = samples.reduce((sum, value) => sum + value ** exponent, 0) / samples.length;
    exponent = Math.min(3, Math.max(0.6, (exponent * found) / Math.max(0.01, mean)));
  }
  return exponent;
}
