import { MARKS, type MarkParameters } from './parameters.ts';
import type { EstimatedOverlay, Overlay, Patch } from './patches.ts';

/** Offsets of compared pixels: far enough apart that neither lies on the soft edge between them. */
const PAIR_OFFSETS: readonly (readonly [dx: number, dy: number])[] = [
  [3, 0],
  [0, 3],
  [4, 0],
  [0, 4],
  [3, 3],
  [3, -3],
];

/** White and black, the colours of most watermarks. Overlays refer to these very arrays, so that identity compares them. */
export const NEUTRAL_COLOURS: readonly Overlay['colour'][] = [
  [1, 1, 1],
  [0, 0, 0],
];

/** Whether the overlay is white or black, as one of `NEUTRAL_COLOURS`. */
export const isNeutral = ({ colour }: Overlay): boolean => NEUTRAL_COLOURS.includes(colour);

/** Colours inside and outside of the strokes, six numbers a pair. */
type Pairs = { readonly numbers: Float32Array; readonly count: number };

type Candidate = Overlay & { readonly cost: number };

export type FitOptions = {
  /** Opacity 0..1 of the overlay, if it is known. */
  readonly opacity: number | null;
  readonly parameters?: MarkParameters;
};

/**
 * Fits the overlay that explains best how pixels inside the strokes (`labels` 1) differ from pixels across their borders;
 * null if there are too few pairs. Both pixels of a pair vary with the picture, so residuals
 * are divided by the square root of the slope (reduced major axis regression; ordinary regression overestimates the
 * opacity) and truncated, so that edges of the picture do not count.
 */
export function fitOverlay(
  patch: Patch,
  labels: Uint8Array,
  { opacity, parameters: { overlay: parameters } = MARKS }: FitOptions,
): EstimatedOverlay | null {
  const { minPairs, outlier, neutral } = parameters;
  const interior = pairsAcrossBorders(patch, labels, { interiorOnly: true, maxPairs: parameters.maxPairs });
  const pairs =
    interior.count >= minPairs
      ? interior
      : pairsAcrossBorders(patch, labels, { interiorOnly: false, maxPairs: parameters.maxPairs });
  if (pairs.count < minPairs) return null;
  const costOf = (overlay: Overlay, limit = outlier) => meanResidual(pairs, overlay, { ...parameters, outlier: limit });
  const search = (solve: (opacity: number) => Candidate) => searchOpacity(opacity, solve, parameters);
  const costWithout = costOf({ colour: [0, 0, 0], opacity: 0 });
  const coloured = search((candidate) => {
    const colour = robustColour(pairs, candidate, outlier);
    return { colour, opacity: candidate, cost: costOf({ colour, opacity: candidate }) };
  });
  const blackOrWhite = NEUTRAL_COLOURS.map((colour) =>
    search((candidate) => ({ colour, opacity: candidate, cost: costOf({ colour, opacity: candidate }) })),
  ).sort((a, b) => a.cost - b.cost)[0]!;
  const prefersNeutral = blackOrWhite.cost < coloured.cost * neutral.costFactor + neutral.costMargin;
  const best = prefersNeutral ? blackOrWhite : coloured;
  const overlay = {
    colour: best.colour,
    opacity:
      prefersNeutral && opacity === null
        ? refineOpacity(blackOrWhite, (candidate) => costOf(candidate, parameters.refinementOutlier))
        : best.opacity,
  };
  return { ...overlay, confidence: costWithout > 0 ? Math.max(0, 1 - costOf(overlay) / costWithout) : 0 };
}

/** Fraction 0..1 of the contrast along the strokes' borders that a given overlay explains. */
export function confidenceIn(
  patch: Patch,
  { labels, overlay }: { readonly labels: Uint8Array; readonly overlay: Overlay },
  { overlay: parameters }: MarkParameters = MARKS,
): number {
  const pairs = pairsAcrossBorders(patch, labels, { interiorOnly: false, maxPairs: parameters.maxPairs });
  const costWithout = meanResidual(pairs, { colour: [0, 0, 0], opacity: 0 }, parameters);
  if (pairs.count < parameters.minPairs || costWithout === 0) return 0;
  return Math.max(0, 1 - meanResidual(pairs, overlay, parameters) / costWithout);
}

/** The candidate of the lowest cost: on a grid of opacities, then on finer and finer steps. `fixed` skips the search. */
function searchOpacity(
  fixed: number | null,
  solve: (opacity: number) => Candidate,
  { opacityGrid: { min, max, step, refinements }, opacityCost }: MarkParameters['overlay'],
): Candidate {
  if (fixed !== null) return solve(fixed);
  let best = solve(min);
  const consider = (opacity: number) => {
    if (opacity < min / 2 || opacity > max) return;
    const candidate = solve(opacity);
    if (candidate.cost + opacityCost * candidate.opacity < best.cost + opacityCost * best.opacity) best = candidate;
  };
  for (let opacity = min + step; opacity < max; opacity += step) consider(opacity);
  for (const change of refinements) for (const sign of [-1, 1]) consider(best.opacity + sign * change);
  return best;
}

/** The 8-bit opacity close to the overlay's that costs least among the pairs with nearly equal backgrounds. */
function refineOpacity({ colour, opacity }: Overlay, costOf: (overlay: Overlay) => number): number {
  const close = [-3, -2, -1, 0, 1, 2, 3].map((step) => (Math.round(255 * opacity) + step) / 255);
  const costs = close.map((candidate) => costOf({ colour, opacity: candidate }));
  return close[costs.indexOf(Math.min(...costs))]!;
}

/** The best colour for an opacity: for each channel the median, then three means without outliers. */
function robustColour({ numbers, count }: Pairs, opacity: number, outlier: number): Overlay['colour'] {
  const colour: [number, number, number] = [0, 0, 0];
  const slope = 1 - opacity;
  for (let channel = 0; channel < 3; channel++) {
    const shifts = new Float32Array(count);
    for (let i = 0; i < count; i++) shifts[i] = numbers[6 * i + channel]! - slope * numbers[6 * i + 3 + channel]!;
    let centre = shifts.slice().sort()[count >> 1]!;
    for (const reach of [2 * outlier, outlier, outlier]) {
      let sum = 0;
      let weight = 0;
      for (const shift of shifts)
        if (Math.abs(shift - centre) < reach) {
          sum += shift;
          weight++;
        }
      if (weight > 0) centre = sum / weight;
    }
    colour[channel] = Math.min(1, Math.max(0, centre / opacity));
  }
  return colour;
}

/** Mean residual of the pairs beyond rounding, truncated at `outlier` for each channel and scaled to 0..1. */
function meanResidual(
  { numbers, count }: Pairs,
  { colour, opacity }: Overlay,
  { outlier, rounding }: Pick<MarkParameters['overlay'], 'outlier' | 'rounding'>,
): number {
  const slope = 1 - opacity;
  const scale = 1 / Math.sqrt(slope);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    let difference = 0;
    for (let channel = 0; channel < 3; channel++) {
      const at = 6 * i + channel;
      const residual = Math.abs(numbers[at]! - slope * numbers[at + 3]! - opacity * colour[channel]!);
      difference += Math.max(0, residual - rounding) * scale;
    }
    const relative = difference / (3 * outlier);
    sum += relative < 1 ? relative * (2 - relative) : 1;
  }
  return sum / Math.max(1, count);
}

type PairOptions = {
  /** Takes only pixels whose four neighbours have the same label. */
  readonly interiorOnly: boolean;
  readonly maxPairs: number;
};

/** Pairs of pixels across the borders of the labels, in all pictures of the patch; evenly sampled. */
function pairsAcrossBorders(
  { width, height, planes }: Patch,
  labels: Uint8Array,
  { interiorOnly, maxPairs }: PairOptions,
): Pairs {
  const ends: number[] = [];
  const isUsable = (i: number) =>
    !interiorOnly ||
    (labels[i - 1] === labels[i] &&
      labels[i + 1] === labels[i] &&
      labels[i - width] === labels[i] &&
      labels[i + width] === labels[i]);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (!isUsable(i)) continue;
      for (const [dx, dy] of PAIR_OFFSETS) {
        if (x + dx >= width - 1 || y + dy >= height - 1 || y + dy < 1) continue;
        const j = i + dy * width + dx;
        if (labels[i] !== labels[j] && isUsable(j)) ends.push(labels[i] ? i : j, labels[i] ? j : i);
      }
    }
  const pictures = planes.length / 3;
  const total = (ends.length / 2) * pictures;
  const stride = Math.max(1, total / maxPairs);
  const count = Math.min(maxPairs, Math.floor(total / stride));
  const numbers = new Float32Array(6 * count);
  for (let k = 0; k < count; k++) {
    const pair = Math.floor(k * stride);
    const at = 2 * Math.floor(pair / pictures);
    const first = 3 * (pair % pictures);
    for (let channel = 0; channel < 3; channel++) {
      numbers[6 * k + channel] = planes[first + channel]![ends[at]!]!;
      numbers[6 * k + 3 + channel] = planes[first + channel]![ends[at + 1]!]!;
    }
  }
  return { numbers, count };
}
