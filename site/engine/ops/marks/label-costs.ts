import { mapTo } from '../map-to.ts';
import { MARKS, type MarkParameters } from './parameters.ts';
import type { LabelEvidence, Overlay, Patch } from './patches.ts';
import { whitenedLength, whiteningMaps } from './whitening.ts';

/** Offsets of compared pixels: beyond the soft rim of a stroke. */
export const PAIR_OFFSETS = [
  [3, 0],
  [0, 3],
  [2, 2],
  [-2, 2],
] as const;

/** Costs of a binary labelling as negative log-likelihoods; label 1 is “covered by the watermark”. */
export type LabelCosts = {
  /** Cost of label 1 minus cost of label 0, for each pixel. */
  readonly unary: Float32Array;
  /** Costs of the labels 00, 01, 10 and 11 of each pixel and the pixel at each of `PAIR_OFFSETS`. */
  readonly pairwise: Float32Array;
};

type Floats = Float32Array<ArrayBuffer>;

/** Measures a patch of one picture. */
function labelEvidence(patch: Patch, parameters: MarkParameters = MARKS): LabelEvidence {
  const seen = opponentColours(patch.planes);
  return {
    seen,
    whitening: whiteningMaps(seen, patch, parameters),
    outside: coloursOutside(patch, parameters.palette.binsPerChannel),
  };
}

/** The patch with the evidence that all overlays have in common, so that it is measured once. */
export const withEvidence = (patch: Patch, parameters: MarkParameters = MARKS): Patch => ({
  ...patch,
  evidence: picturesOf(patch).map((picture) => labelEvidence(picture, parameters)),
});

/** The patch of each picture. */
export const picturesOf = (patch: Patch): readonly Patch[] =>
  Array.from({ length: patch.planes.length / 3 }, (_, k) => ({
    ...patch,
    planes: patch.planes.slice(3 * k, 3 * k + 3),
    evidence: patch.evidence?.slice(k, k + 1),
  }));

/**
 * Costs of covering each pixel of the mask with a given overlay. Unary costs: colours that cannot be below the overlay,
 * colours that are rare beside the mask, and the overlay network's probabilities. Pairwise costs: differences of the
 * un-blended picture, relative to those that are common around the pair (truncated as by Geman and McClure 1985).
 */
export function labelCosts(patch: Patch, { colour, opacity }: Overlay, parameters: MarkParameters = MARKS): LabelCosts {
  const { width, height, planes, mask, drawn } = patch;
  const { costs } = parameters;
  const { seen, whitening, outside } = patch.evidence?.[0] ?? labelEvidence(patch, parameters);
  const unary = paletteCosts(patch, { colour, opacity }, { parameters, outside });
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    let excess = 0;
    for (let channel = 0; channel < 3; channel++) {
      const below = planes[channel]![i]! - opacity * colour[channel]!;
      excess = Math.max(excess, -below, below - (1 - opacity));
    }
    unary[i] =
      unary[i]! +
      Math.min(costs.impossible.max, (excess / costs.impossible.tolerance) ** 2) +
      (drawn ? drawnCost(drawn[i]!, costs.drawn) : 0);
  }
  const tint = opponentColours(colour.map((value) => Float32Array.of(value))).map(([value]) => opacity * value!);
  const [uncovered, secondCovered, firstCovered] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const pairwise = new Float32Array(4 * PAIR_OFFSETS.length * mask.length);
  const slope = 1 - opacity;
  const [gain, loss] = [1 / Math.sqrt(slope), Math.sqrt(slope)];
  const costOf = (i: number, difference: Float64Array) => {
    const squares = whitenedLength(whitening, i, difference);
    return squares / (costs.halfCostSquares + squares);
  };
  for (const [n, [dx, dy]] of PAIR_OFFSETS.entries())
    for (let y = 0; y < height - dy; y++)
      for (let x = Math.max(0, -dx); x < width - Math.max(0, dx); x++) {
        const i = y * width + x;
        const j = i + dy * width + dx;
        if (mask[i] === 0 && mask[j] === 0) continue;
        for (let channel = 0; channel < 3; channel++) {
          const [a, b] = [seen[channel]![i]!, seen[channel]![j]!];
          const shift = tint[channel]!;
          uncovered[channel] = a - b;
          // Scaled to contrasts half way between those of the seen picture and of the un-blended one.
          firstCovered[channel] = (a - shift) * gain - b * loss;
          secondCovered[channel] = a * loss - (b - shift) * gain;
        }
        const none = costOf(i, uncovered);
        const second = costOf(i, secondCovered);
        const first = costOf(i, firstCovered);
        if (mask[j] === 0) unary[i] = unary[i]! + first - none;
        else if (mask[i] === 0) unary[j] = unary[j]! + second - none;
        else {
          const t = 4 * (PAIR_OFFSETS.length * i + n);
          pairwise[t] = none;
          pairwise[t + 1] = second;
          pairwise[t + 2] = first;
          pairwise[t + 3] = none;
        }
      }
  return { unary, pairwise };
}

/** Cost of label 1 by the network's probability. The network misses pale strokes, so a low probability costs little. */
const drawnCost = (probability: number, { weight, maxGain, maxCost }: MarkParameters['costs']['drawn']): number =>
  Math.min(maxCost, Math.max(-maxGain, weight * Math.log((1.01 - probability) / (probability + 0.01))));

/** Brightness and two colour differences. */
function opponentColours([red, green, blue]: readonly Floats[]): readonly Floats[] {
  return [
    red!.map((value, i) => (value + green![i]! + blue![i]!) / 3),
    red!.map((value, i) => (value - green![i]!) / 2),
    red!.map((value, i) => ((value + green![i]!) / 2 - blue![i]!) / 2),
  ];
}

type PaletteOptions = { readonly parameters?: MarkParameters; readonly outside?: LabelEvidence['outside'] };

/**
 * Cost of label 1 minus cost of label 0 by a pixel's colour alone: the log-ratio of how often the seen colour and the
 * un-blended colour occur outside of the mask. On a page of black letters, grey letters are below a white watermark. The
 * borders of a pale overlay are weak evidence against a whole area of which such a ratio is true by chance, so a larger
 * part of the ratio is ignored the paler the overlay is. Returns 0 everywhere if the mask covers the whole patch.
 */
export function paletteCosts(
  { mask, planes }: Patch,
  { colour, opacity }: Overlay,
  { parameters: { palette } = MARKS, outside }: PaletteOptions = {},
): Float32Array {
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const binOf = colourBins(palette.binsPerChannel);
  const { histogram, count } = outside ?? coloursOutside({ mask, planes }, palette.binsPerChannel);
  const smoothing = palette.smoothing.fraction * count + palette.smoothing.pixels;
  const [r, g, b] = colour.map((value) => opacity * value) as [number, number, number];
  const slope = 1 - opacity;
  const ignored = palette.chanceLogRatio * Math.max(0, 1 - 2 * opacity);
  return mapTo(Float32Array, mask, (value, i) => {
    if (value === 0) return 0;
    const seen = histogram[binOf(red[i]!, green[i]!, blue[i]!)]! + smoothing;
    const below = histogram[binOf((red[i]! - r) / slope, (green[i]! - g) / slope, (blue[i]! - b) / slope)]! + smoothing;
    const logRatio = Math.log(seen / below);
    const evidence = Math.sign(logRatio) * Math.max(0, Math.abs(logRatio) - ignored);
    return Math.min(palette.maxCost, Math.max(-palette.maxCost, palette.weight * evidence));
  });
}

/** Colour histogram of the pixels outside of the mask, whose neighbouring bins count half, and their number. */
function coloursOutside({ mask, planes }: Pick<Patch, 'mask' | 'planes'>, bins: number): LabelEvidence['outside'] {
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const binOf = colourBins(bins);
  let histogram = new Float32Array(bins ** 3);
  let count = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== 0) continue;
    count++;
    const bin = binOf(red[i]!, green[i]!, blue[i]!);
    histogram[bin] = histogram[bin]! + 1;
  }
  for (const step of [1, bins, bins ** 2]) {
    const blurred = histogram.slice();
    for (let bin = step; bin < histogram.length - step; bin++) {
      if (histogram[bin] === 0) continue;
      blurred[bin - step] = blurred[bin - step]! + histogram[bin]! / 2;
      blurred[bin + step] = blurred[bin + step]! + histogram[bin]! / 2;
    }
    histogram = blurred;
  }
  return { histogram, count };
}

/** Index of a colour's bin in a histogram of `bins ** 3` bins. */
function colourBins(bins: number): (red: number, green: number, blue: number) => number {
  const levelOf = (value: number): number => Math.min(bins - 1, Math.max(0, Math.floor(bins * value)));
  return (red, green, blue) => (levelOf(red) * bins + levelOf(green)) * bins + levelOf(blue);
}
