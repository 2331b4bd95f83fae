import { weightedMedian } from './regress.ts';
import { ALL } from './unblend.ts';

/** Limits of the fit; levels are of 0..255. Tested on boxes of 30 to 70 % over bars and dead leaves, with noise. */
const FIT = {
  /** Residual in levels from which on a pair counts as an outlier, and counts no further. */
  outlier: 12,
  /** Variance of the picture along the border that a fit needs. */
  minVariance: 40,
  minCorrelation: 0.85,
  minPairs: 24,
  minAlpha: 0.06,
  /** Fraction of the step across the border that the box must explain. */
  minExplained: 0.25,
  /** Fraction of the pairs that must not be outliers. */
  minInliers: 0.5,
} as const;

export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
/** A border of the box: the coordinate across it, the sign that leads inside, and the range along it. */
export type Side = { readonly vertical: boolean; readonly inward: 1 | -1; readonly name: keyof Box };
export type Means = readonly { readonly width: number; readonly height: number; readonly data: Float32Array }[];
/** Values beside the border, one triple of Y, Cb and Cr after the other. */
type Pairs = { readonly outside: readonly number[]; readonly inside: readonly number[] };
/** inside = slope · outside + base, of each plane. */
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

export type Border = { readonly bounds: Box; readonly side: Side; readonly inset: number };

/** The first row or column of pixels inside the box. */
export const edgeOf = ({ bounds, side, inset }: Border): number =>
  side.inward === 1 ? bounds[side.name] + inset : bounds[side.name] - 1 - inset;

/** Range along a border, without its corners. */
export function alongOf({ bounds, side: { vertical } }: Border): readonly [number, number] {
  const corner = 4;
  return vertical ? [bounds.top + corner, bounds.bottom - corner] : [bounds.left + corner, bounds.right - corner];
}

/** A pixel by its coordinates across and along a border, in pixels of luma; NaN beyond the picture. */
export function valueAt(
  means: Means,
  plane: number,
  [across, along, vertical]: readonly [number, number, boolean],
): number {
  const { width, height, data } = means[plane] as Means[number];
  const scale = plane === 0 ? 1 : 2;
  const [a, b] = [Math.floor(across / scale), Math.floor(along / scale)];
  const [x, y] = vertical ? [a, b] : [b, a];
  return x < 0 || y < 0 || x >= width || y >= height ? Number.NaN : (data[y * width + x] as number);
}

export function pairsAt(means: Means, border: Border): Pairs {
  const { vertical, inward } = border.side;
  const edge = edgeOf(border);
  const [from, to] = alongOf(border);
  const outside: number[] = [];
  const inside: number[] = [];
  for (let along = from; along < to; along++) {
    const triple = [0, 1, 2].map((plane) => {
      const at = (across: number) => valueAt(means, plane, [edge + inward * across, along, vertical]);
      // Chroma has pixels twice as wide: the further one is not mixed.
      return plane === 0 ? [(at(-3) + at(-2)) / 2, (at(1) + at(2)) / 2] : [at(-3), at(2)];
    });
    if (triple.some(([a, b]) => Number.isNaN(a) || Number.isNaN(b))) continue;
    outside.push(...triple.map(([a]) => a as number));
    inside.push(...triple.map(([, b]) => b as number));
  }
  return { outside, inside };
}

type Found = {
  readonly fit: Fit;
  readonly insets: readonly number[];
  /** Mean square of the steps across the borders that the fit takes away, in levels, and as a fraction. */
  readonly gain: number;
  readonly explained: number;
};

/** Tries the fit of each border at each inset, and of all borders together, and refines the best. */
export function bestFit(
  candidates: readonly (readonly Pairs[])[],
  locate: (fit: Fit, insets: readonly number[]) => readonly number[],
): Found | null {
  const together = (insets: readonly number[]): Pairs => {
    const chosen = candidates.map((side, i) => side[insets[i] as number] as Pairs);
    return {
      outside: chosen.flatMap(({ outside }) => outside),
      inside: chosen.flatMap(({ inside }) => inside),
    };
  };
  const depths = candidates[0]?.map((_, inset) => inset) ?? [];
  const starts = [...candidates.flat(), ...depths.map((inset) => together(candidates.map(() => inset)))];
  let best: Found | null = null;
  for (const start of starts) {
    const fit = fitOf(start);
    const found = fit && isSeeThrough(fit) ? placed(fit, candidates) : null;
    if (found && (!best || found.gain > best.gain)) best = found;
  }
  for (let round = 0; round < 3 && best; round++) {
    const insets = locate(best.fit, best.insets);
    const fit = fitOf(together(insets));
    if (!fit || !isSeeThrough(fit)) break;
    best = { ...placed(fit, candidates), insets };
  }
  if (!best || best.explained < FIT.minExplained) return null;
  const all = together(best.insets);
  const inliers = residualsOf(all, best.fit).filter((one) => one < FIT.outlier).length;
  return inliers < (FIT.minInliers * all.inside.length) / 3 ? null : best;
}

/** The inset near the found one where the picture goes on most smoothly across the border without the box. */
export function insetOf(means: Means, border: Border, { slope, base }: Fit): number {
  const { vertical, inward } = border.side;
  const edge = edgeOf(border);
  const [from, to] = alongOf(border);
  const reach = 3;
  const costs = Array.from({ length: 2 * reach + 1 }, () => 0);
  for (let along = from; along < to; along++) {
    const shown = Array.from({ length: 2 * reach + 4 }, (_, i) =>
      valueAt(means, 0, [edge + inward * (i - reach - 2), along, vertical]),
    );
    if (shown.some(Number.isNaN)) continue;
    for (let shift = -reach; shift <= reach; shift++) {
      // Index of the first pixel inside.
      const first = shift + reach + 2;
      const clean = shown.map((value, i) => (i < first ? value : (value - base[0]) / slope));
      for (let i = 1; i < clean.length; i++)
        costs[shift + reach] =
          (costs[shift + reach] as number) + Math.min(40, Math.abs((clean[i] as number) - (clean[i - 1] as number)));
    }
  }
  const shift = costs.indexOf(Math.min(...costs)) - reach;
  return Math.max(0, border.inset + shift);
}

const isSeeThrough = ({ slope, correlation }: Fit): boolean =>
  correlation >= FIT.minCorrelation && slope > 1 - ALL && slope < 1 - FIT.minAlpha;

/** Where each border lies if the fit is right, and the fraction of the step across it that the fit explains. */
function placed(fit: Fit, candidates: readonly (readonly Pairs[])[]): Found {
  const losses = (residuals: readonly number[]) =>
    residuals.reduce((sum, one) => sum + Math.min(FIT.outlier, one) ** 2, 0) / Math.max(1, residuals.length);
  let [steps, rest] = [0, 0];
  const insets = candidates.map((side) => {
    const gains = side.map((pairs) => {
      const step = losses(residualsOf(pairs, IDENTITY));
      return { step, rest: losses(residualsOf(pairs, fit)) };
    });
    let best = 0;
    for (const [inset, gain] of gains.entries()) {
      const old = gains[best] as typeof gain;
      // Without a clear gain the mark's own border is kept.
      if (gain.step - gain.rest > old.step - old.rest + 1) best = inset;
    }
    steps += gains[best]?.step ?? 0;
    rest += gains[best]?.rest ?? 0;
    return best;
  });
  return { fit, insets, gain: steps - rest, explained: steps > 0 ? (steps - rest) / steps : 0 };
}

const IDENTITY: Fit = { slope: 1, base: [0, 0, 0], correlation: 1 };

/** Distance in levels of each pair from the fit; chroma counts half. */
function residualsOf({ outside, inside }: Pairs, { slope, base }: Fit): readonly number[] {
  const found: number[] = [];
  for (let i = 0; i < inside.length; i += 3) {
    let sum = 0;
    for (let plane = 0; plane < 3; plane++) {
      const rest = (inside[i + plane] as number) - slope * (outside[i + plane] as number) - (base[plane] as number);
      sum += (plane === 0 ? 1 : 0.5) * rest ** 2;
    }
    found.push(Math.sqrt(sum));
  }
  return found;
}

/**
 * Reduced major axis through the pairs, of one slope for all planes, without outliers: both sides of a border show the
 * picture with about the same deviation, so that least squares would find the slope too small.
 */
function fitOf(pairs: Pairs): Fit | null {
  let kept = pairs;
  let fit: Fit | null = null;
  for (let round = 0; round < 5; round++) {
    fit = axisOf(kept);
    if (!fit) return null;
    const residuals = residualsOf(pairs, fit);
    const middle = weightedMedian(
      residuals,
      residuals.map(() => 1),
    );
    const limit = Math.max(3, 3 * middle);
    const near = (_: number, i: number) => (residuals[Math.floor(i / 3)] as number) <= limit;
    kept = { outside: pairs.outside.filter(near), inside: pairs.inside.filter(near) };
  }
  return fit;
}

function axisOf({ outside, inside }: Pairs): Fit | null {
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
