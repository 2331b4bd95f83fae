import type { Size } from '../../types.ts';
import { mapTo } from '../map-to.ts';
import { clamp01, weightedMedian } from '../scalars.ts';
import { type Observation, observeNeighbours } from './neighbours.ts';
import { fitLine, type Line, opacityForColour, type Pairs } from './regress.ts';
import { CLEAN, chromaAlpha, MAX_ALPHA, MIN_ALPHA, OPAQUE, type OverlayModel, TRANSLUCENT } from './unblend.ts';
import { chromaSide } from './yuv.ts';

/** Parameters of the overlay estimate. Levels are 0..255; opacities and slopes 0..1. */
const PARAMETERS = {
  /** Limits of memory: pairs of values, and observations per pixel. */
  maxPairs: 24e6,
  maxObservations: 40,
  /** Minimum variance of the picture behind a pixel for its regression line to be reliable. */
  minVariance: 60,
  /** Maximum root mean square residual of a reliable line. */
  maxResidual: 14,
  /** The common colour: range of slopes and minimum number of pixels that vote, and maximum median deviation. */
  common: { minSlope: 0.05, maxSlope: 0.9, minPixels: 12, maxDeviation: 10 },
  /** A reliable line with at least this opacity keeps its own colour if it differs by more than `minDifference`. */
  ownColour: { minAlpha: 0.15, minDifference: 30 },
  /** Minimum number of pairs for a chroma colour of a pixel's own. */
  minChromaPairs: 6,
  /** Isolated translucent pixels below this opacity become clean. */
  maxSpeckAlpha: 0.1,
} as const;

export type OverlayEstimate = {
  readonly model: OverlayModel;
  /** Fraction of the watermarked pixels whose opacity could be measured. */
  readonly measured: number;
};

/** Input of the estimate: runs of successive observations, and the watermarked pixels (1) at luma size. */
export type OverlayObservations = Size & {
  readonly runs: readonly (readonly Observation[])[];
  readonly hole: Uint8Array;
};

/**
 * Estimates opacity and colour of an overlay from frames in which the picture moves behind it: C = αW + (1 − α)I, where I is
 * observed in neighbouring frames beside the overlay. A line through the pairs (I, C) of a pixel has slope 1 − α and base αW.
 * If the pixels agree on one colour, it is used for all, which makes the opacity more reliable. After Dekel, Rubinstein, Liu
 * and Freeman 2017, “On the effectiveness of visible watermarks”, with frames in place of their many pictures. Pixels that
 * cannot be measured count as opaque. Yields the fraction done.
 */
export function* estimateOverlay({
  width,
  height,
  runs,
  hole,
}: OverlayObservations): Generator<number, OverlayEstimate> {
  const pixels = indicesOf(hole);
  const model = emptyModel({ width, height });
  const samples = selectSamples(runs, pixels.length);
  const [pairs = []] = yield* collectPairs(samples, [0], pixels);
  const lines = pairs.map(fitLine);
  const colour = commonColour(lines);
  let measured = 0;
  for (const [index, at] of pixels.entries()) {
    const estimate = estimateOpacity(pairs[index] as Pairs, lines[index] ?? null, colour);
    model.kind[at] = OPAQUE;
    if (!estimate) continue;
    measured++;
    model.alpha[at] = estimate.alpha;
    model.colour[0][at] = estimate.colour;
    if (estimate.alpha < MAX_ALPHA) model.kind[at] = estimate.alpha < MIN_ALPHA ? CLEAN : TRANSLUCENT;
  }
  yield* estimateChroma(model, samples);
  cleanKinds(model, hole);
  return { model, measured: pixels.length > 0 ? measured / pixels.length : 0 };
}

/** A model without any watermarked pixel. */
function emptyModel({ width, height }: Size): OverlayModel {
  const chroma = chromaSide(width) * chromaSide(height);
  return {
    width,
    height,
    kind: new Uint8Array(width * height),
    alpha: new Float32Array(width * height),
    colour: [new Float32Array(width * height), new Float32Array(chroma), new Float32Array(chroma)],
  };
}

/** Indices of the pixels above 0. */
const indicesOf = (map: Uint8Array): Int32Array => Int32Array.from(map.keys()).filter((at) => map[at]);

type Sample = { readonly observations: readonly Observation[]; readonly index: number };

/** Selects observations evenly from all runs, as many as memory allows. */
function selectSamples(runs: OverlayObservations['runs'], pixels: number): readonly Sample[] {
  const all = runs.flatMap((observations) => observations.map((_, index) => ({ observations, index })));
  const { maxObservations, maxPairs } = PARAMETERS;
  const max = Math.min(maxObservations, Math.max(8, Math.floor(maxPairs / Math.max(1, pixels))));
  const stride = Math.max(1, Math.ceil(all.length / max));
  return all.filter((_, i) => i % stride === 0);
}

/** Collects the pairs of each pixel over time, for luma or for both chroma planes. Yields the fraction of the estimate done. */
function* collectPairs(
  samples: readonly Sample[],
  planes: readonly (0 | 1 | 2)[],
  pixels: Int32Array,
): Generator<number, readonly (readonly Pairs[])[]> {
  const pairs = planes.map(() =>
    Array.from(pixels, () => ({ observed: new Float32Array(samples.length), clean: new Float32Array(samples.length) })),
  );
  for (const [n, { observations, index }] of samples.entries()) {
    yield planes[0] === 0 ? (0.7 * n) / samples.length : 0.7 + (0.2 * n) / samples.length;
    const clean = observeNeighbours({ observations, index, maxFrames: observations.length }, planes, pixels);
    for (const [k, plane] of planes.entries()) {
      const { data } = (observations[index] as Observation).planes[plane];
      for (const [i, pair] of (pairs[k] as Pairs[]).entries()) {
        pair.observed[n] = data[pixels[i] as number] as number;
        pair.clean[n] = clean[k]?.[i] as number;
      }
    }
  }
  return pairs;
}

/** The colour (0..255) that translucent pixels agree on; null if they do not. */
function commonColour(lines: readonly (Line | null)[]): number | null {
  const { minSlope, maxSlope, minPixels, maxDeviation } = PARAMETERS.common;
  const reliable = lines.filter(
    (line): line is Line =>
      line !== null && line.variance > PARAMETERS.minVariance && line.slope < maxSlope && line.slope > minSlope,
  );
  if (reliable.length < minPixels) return null;
  const colours = reliable.map(({ slope, base }) => base / (1 - slope));
  const weights = reliable.map(({ slope, variance, count }) => (1 - slope) ** 2 * Math.sqrt(variance * count));
  const colour = weightedMedian(colours, weights);
  const deviation = weightedMedian(
    colours.map((frameColour) => Math.abs(frameColour - colour)),
    weights,
  );
  return deviation < maxDeviation ? Math.min(255, Math.max(0, colour)) : null;
}

/** Opacity and colour of one pixel, with the common colour where there is one; null if it cannot be measured. */
function estimateOpacity(pairs: Pairs, line: Line | null, common: number | null) {
  if (!line) return null;
  const { minVariance, maxResidual, ownColour } = PARAMETERS;
  const isReliable = line.variance > minVariance && line.residual < maxResidual;
  if (common !== null) {
    const alpha = opacityForColour(pairs, common, line);
    const lineColour = line.base / Math.max(0.05, 1 - line.slope);
    const hasOwnColour =
      isReliable && 1 - line.slope > ownColour.minAlpha && Math.abs(lineColour - common) > ownColour.minDifference;
    if (alpha !== null && !hasOwnColour && line.residual < maxResidual)
      return { alpha: clamp01(alpha), colour: common };
  }
  if (!isReliable) return null;
  const alpha = clamp01(1 - line.slope);
  return { alpha, colour: alpha < MIN_ALPHA ? 0 : Math.min(255, Math.max(0, line.base / alpha)) };
}

/**
 * Estimates chroma colours with the opacity of luma, which is more reliable than regression on the small variation of chroma.
 * Each pixel has its own colour, since codecs smear chroma; pixels with too few pairs get the common one.
 */
function* estimateChroma(model: OverlayModel, samples: readonly Sample[]): Generator<number, void> {
  const alpha = chromaAlpha(model);
  const pixels = indicesOf(mapTo(Uint8Array, alpha, (one) => (one >= MIN_ALPHA && one < MAX_ALPHA ? 1 : 0)));
  const pairs = yield* collectPairs(samples, [1, 2], pixels);
  for (const plane of [1, 2] as const) {
    const colours: number[] = [];
    for (const [i, { observed, clean }] of (pairs[plane - 1] ?? []).entries()) {
      if (i % 512 === 0) yield 0.9 + (0.05 * i) / pixels.length;
      const a = alpha[pixels[i] as number] as number;
      const bases = [...observed].flatMap((value, n) => {
        const picture = clean[n] as number;
        return Number.isNaN(picture) ? [] : [value - (1 - a) * picture];
      });
      const equal = bases.map(() => 1);
      colours.push(bases.length >= PARAMETERS.minChromaPairs ? weightedMedian(bases, equal) / a : Number.NaN);
    }
    const measured = [...pixels.keys()].filter((i) => !Number.isNaN(colours[i] as number));
    const common = weightedMedian(
      measured.map((i) => colours[i] as number),
      measured.map((i) => alpha[pixels[i] as number] as number),
    );
    for (const [i, at] of pixels.entries()) {
      const pixelColour = colours[i] as number;
      model.colour[plane][at] = Number.isNaN(pixelColour) ? common || 128 : pixelColour;
    }
  }
}

/** Cleans isolated faint pixels, and makes pixels with two opaque neighbours opaque. */
function cleanKinds({ width, height, kind, alpha }: OverlayModel, hole: Uint8Array): void {
  const old = kind.slice();
  for (const at of indicesOf(hole)) {
    const nearby = neighbourIndices(at, width, height);
    if (
      old[at] === TRANSLUCENT &&
      (alpha[at] as number) < PARAMETERS.maxSpeckAlpha &&
      nearby.every((other) => old[other] === CLEAN)
    )
      kind[at] = CLEAN;
    const opaque = nearby.filter((other) => hole[other] && old[other] === OPAQUE).length;
    if (old[at] === OPAQUE && opaque === 0 && nearby.some((other) => old[other] === TRANSLUCENT)) kind[at] = OPAQUE;
    if (old[at] !== OPAQUE && opaque >= 2) kind[at] = OPAQUE;
  }
}

/** Indices of the up to eight neighbours of a pixel. */
function neighbourIndices(at: number, width: number, height: number): readonly number[] {
  const [x, y] = [at % width, Math.floor(at / width)];
  const indices: number[] = [];
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++)
      if ((dx || dy) && x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
        indices.push(at + dy * width + dx);
  return indices;
}
