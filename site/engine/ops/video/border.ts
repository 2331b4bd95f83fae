import { weightedMedian } from '../scalars.ts';
import { MAX_ALPHA } from './unblend.ts';

/** Limits of the fit; levels are 0..255. Tested on boxes of 30 to 70 % over bars and dead leaves, with noise. */
const FIT = {
  /** Residual in levels from which a pair is an outlier; larger residuals are limited to it. */
  outlier: 12,
  /** Minimum variance of the picture along the border. */
  minVariance: 40,
  minCorrelation: 0.85,
  minPairs: 24,
  minAlpha: 0.06,
  /** Minimum fraction of the step across the border that the box explains. */
  minExplained: 0.25,
  /** Minimum fraction of the pairs that are inliers. */
  minInliers: 0.5,
} as const;

export type Bounds = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
/** A side of the box: its orientation and the sign of the direction inwards. */
export type Side = { readonly vertical: boolean; readonly inward: 1 | -1; readonly name: keyof Bounds };
/** The planes Y, Cb and Cr of the temporal mean. */
export type MeanPlanes = readonly { readonly width: number; readonly height: number; readonly data: Float32Array }[];
/** Values on both sides of the border, as consecutive triples of Y, Cb and Cr. */
type Pairs = { readonly outside: readonly number[]; readonly inside: readonly number[] };
/** The model inside = slope · outside + base, with one base per plane. */
export type Fit = {
  readonly slope: number;
  readonly base: readonly [number, number, number];
  readonly correlation: number;
};

export const SIDES: readonly Side[] = [
  { name: 'left', vertical: true, inward: 1 },
  { name: 'right', vertical: true, inward: -1 },
  { name: 'top', vertical: false, inward: 1 },
  { name: 'bottom', vertical: false, inward: -1 },
];

/** A side of `bounds`, moved inwards by `inset` pixels. */
export type Border = { readonly bounds: Bounds; readonly side: Side; readonly inset: number };

/** Coordinate of the first row or column inside the box. */
export const borderOffset = ({ bounds, side, inset }: Border): number =>
  side.inward === 1 ? bounds[side.name] + inset : bounds[side.name] - 1 - inset;

/** Range of coordinates along a border, without its corners. */
export function borderRange({ bounds, side: { vertical } }: Border): readonly [number, number] {
  const corner = 4;
  return vertical ? [bounds.top + corner, bounds.bottom - corner] : [bounds.left + corner, bounds.right - corner];
}

/** A value by its coordinates across and along a border, in luma pixels; NaN beyond the picture. */
export function valueAt(
  means: MeanPlanes,
  plane: number,
  [across, along, vertical]: readonly [number, number, boolean],
): number {
  const { width, height, data } = means[plane] as MeanPlanes[number];
  const scale = plane === 0 ? 1 : 2;
  const [a, b] = [Math.floor(across / scale), Math.floor(along / scale)];
  const [x, y] = vertical ? [a, b] : [b, a];
  return x < 0 || y < 0 || x >= width || y >= height ? Number.NaN : (data[y * width + x] as number);
}

/** Collects the values two pixels outside and inside a border. */
export function borderPairs(means: MeanPlanes, border: Border): Pairs {
  const { vertical, inward } = border.side;
  const edge = borderOffset(border);
  const [from, to] = borderRange(border);
  const outside: number[] = [];
  const inside: number[] = [];
  for (let along = from; along < to; along++) {
    const triple = [0, 1, 2].map((plane) => {
      const at = (across: number) => valueAt(means, plane, [edge + inward * across, along, vertical]);
      // Chroma pixels are twice as wide: only the farther one is free of mixing.
      return plane === 0 ? [(at(-3) + at(-2)) / 2, (at(1) + at(2)) / 2] : [at(-3), at(2)];
    });
    if (triple.some(([a, b]) => Number.isNaN(a) || Number.isNaN(b))) continue;
    outside.push(...triple.map(([a]) => a as number));
    inside.push(...triple.map(([, b]) => b as number));
  }
  return { outside, inside };
}

type BorderFit = {
  readonly fit: Fit;
  readonly insets: readonly number[];
  /** Reduction of the mean squared step across the borders by the fit, in squared levels and as a fraction. */
  readonly gain: number;
  readonly explained: number;
};

/** Fits each border at each inset, and all borders together, and refines the best fit. Null if none explains the border. */
export function bestFit(
  candidates: readonly (readonly Pairs[])[],
  locate: (fit: Fit, insets: readonly number[]) => readonly number[],
): BorderFit | null {
  const together = (insets: readonly number[]): Pairs => {
    const chosen = candidates.map((side, i) => side[insets[i] as number] as Pairs);
    return {
      outside: chosen.flatMap(({ outside }) => outside),
      inside: chosen.flatMap(({ inside }) => inside),
    };
  };
  const depths = candidates[0]?.map((_, inset) => inset) ?? [];
  const starts = [...candidates.flat(), ...depths.map((inset) => together(candidates.map(() => inset)))];
  let best: BorderFit | null = null;
  for (const start of starts) {
    const fit = fitRobustly(start);
    const candidate = fit && isTranslucent(fit) ? placeBorders(fit, candidates) : null;
    if (candidate && (!best || candidate.gain > best.gain)) best = candidate;
  }
  for (let iteration = 0; iteration < 3 && best; iteration++) {
    const insets = locate(best.fit, best.insets);
    const fit = fitRobustly(together(insets));
    if (!fit || !isTranslucent(fit)) break;
    best = { ...placeBorders(fit, candidates), insets };
  }
  if (!best || best.explained < FIT.minExplained) return null;
  const all = together(best.insets);
  const inliers = residualsOf(all, best.fit).filter((residual) => residual < FIT.outlier).length;
  return inliers < (FIT.minInliers * all.inside.length) / 3 ? null : best;
}

/** Refines an inset: the one within three pixels that makes the un-blended picture smoothest across the border. */
export function refineInset(means: MeanPlanes, border: Border, { slope, base }: Fit): number {
  const { vertical, inward } = border.side;
  const edge = borderOffset(border);
  const [from, to] = borderRange(border);
  const reach = 3;
  const costs = Array.from({ length: 2 * reach + 1 }, () => 0);
  for (let along = from; along < to; along++) {
    const observed = Array.from({ length: 2 * reach + 4 }, (_, i) =>
      valueAt(means, 0, [edge + inward * (i - reach - 2), along, vertical]),
    );
    if (observed.some(Number.isNaN)) continue;
    for (let shift = -reach; shift <= reach; shift++) {
      // Index of the first pixel inside.
      const first = shift + reach + 2;
      const clean = observed.map((value, i) => (i < first ? value : (value - base[0]) / slope));
      for (let i = 1; i < clean.length; i++)
        costs[shift + reach] =
          (costs[shift + reach] as number) + Math.min(40, Math.abs((clean[i] as number) - (clean[i - 1] as number)));
    }
  }
  const shift = costs.indexOf(Math.min(...costs)) - reach;
  return Math.max(0, border.inset + shift);
}

const isTranslucent = ({ slope, correlation }: Fit): boolean =>
  correlation >= FIT.minCorrelation && slope > 1 - MAX_ALPHA && slope < 1 - FIT.minAlpha;

/** Places each border where the fit reduces the step across it most, and measures the total reduction. */
function placeBorders(fit: Fit, candidates: readonly (readonly Pairs[])[]): BorderFit {
  const meanLoss = (residuals: readonly number[]) =>
    residuals.reduce((sum, residual) => sum + Math.min(FIT.outlier, residual) ** 2, 0) / Math.max(1, residuals.length);
  let [steps, rest] = [0, 0];
  const insets = candidates.map((side) => {
    const gains = side.map((pairs) => {
      const step = meanLoss(residualsOf(pairs, IDENTITY));
      return { step, rest: meanLoss(residualsOf(pairs, fit)) };
    });
    let best = 0;
    for (const [inset, gain] of gains.entries()) {
      const old = gains[best] as typeof gain;
      // Keep the border of the selection without a clear gain.
      if (gain.step - gain.rest > old.step - old.rest + 1) best = inset;
    }
    steps += gains[best]?.step ?? 0;
    rest += gains[best]?.rest ?? 0;
    return best;
  });
  return { fit, insets, gain: steps - rest, explained: steps > 0 ? (steps - rest) / steps : 0 };
}

/** The fit without a box. */
const IDENTITY: Fit = { slope: 1, base: [0, 0, 0], correlation: 1 };

/** Residual of each triple in levels; squared residuals of chroma have half the weight. */
function residualsOf({ outside, inside }: Pairs, { slope, base }: Fit): readonly number[] {
  const residuals: number[] = [];
  for (let i = 0; i < inside.length; i += 3) {
    let sum = 0;
    for (let plane = 0; plane < 3; plane++) {
      const rest = (inside[i + plane] as number) - slope * (outside[i + plane] as number) - (base[plane] as number);
      sum += (plane === 0 ? 1 : 0.5) * rest ** 2;
    }
    residuals.push(Math.sqrt(sum));
  }
  return residuals;
}

/**
 * Fits a reduced major axis with one slope for all planes, iteratively without outliers. Both sides of a border have similar
 * errors, for which least squares would underestimate the slope. Null if a fit is impossible.
 */
function fitRobustly(pairs: Pairs): Fit | null {
  let kept = pairs;
  let fit: Fit | null = null;
  for (let iteration = 0; iteration < 5; iteration++) {
    fit = reducedMajorAxis(kept);
    if (!fit) return null;
    const residuals = residualsOf(pairs, fit);
    const medianResidual = weightedMedian(
      residuals,
      residuals.map(() => 1),
    );
    const limit = Math.max(3, 3 * medianResidual);
    const isInlier = (_: number, i: number) => (residuals[Math.floor(i / 3)] as number) <= limit;
    kept = { outside: pairs.outside.filter(isInlier), inside: pairs.inside.filter(isInlier) };
  }
  return fit;
}

/** Reduced major axis of pairs; null with too few pairs, too little variance or negative correlation. */
function reducedMajorAxis({ outside, inside }: Pairs): Fit | null {
  const count = inside.length / 3;
  if (count < FIT.minPairs) return null;
  const means = [0, 1, 2].map((plane) => {
    let [a, b] = [0, 0];
    for (let i = plane; i < inside.length; i += 3) [a, b] = [a + (outside[i] as number), b + (inside[i] as number)];
    return [a / count, b / count] as const;
  });
  let [xx, yy, xy] = [0, 0, 0];
  for (let i = 0; i < inside.length; i++) {
    const [a, b] = means[i % 3] as readonly [number, number];
    const [x, y] = [(outside[i] as number) - a, (inside[i] as number) - b];
    [xx, yy, xy] = [xx + x * x, yy + y * y, xy + x * y];
  }
  if (xx / count < FIT.minVariance || yy <= 0 || xy <= 0) return null;
  const slope = Math.sqrt(yy / xx);
  const [y, cb, cr] = means.map(([a, b]) => b - slope * a) as [number, number, number];
  return { slope, base: [y, cb, cr], correlation: xy / Math.sqrt(xx * yy) };
}
