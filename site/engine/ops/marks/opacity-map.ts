import { mapTo } from '../map-to.ts';
import { measureOpacities, type OpacityEstimate } from './matting.ts';
import { MARKS, type MarkParameters } from './parameters.ts';
import type { Overlay, Patch } from './patches.ts';
import type { Strokes } from './strokes.ts';

/** One measured opacity of pixel `at`, 0..1. */
type Measurement = { readonly at: number; readonly opacity: number; readonly variance: number };

/** The mean opacity of pixels that resemble a pixel, and the variance around it. */
type Prior = { readonly mean: Float64Array; readonly variance: Float64Array };

/** The patch, its strokes, and each pixel's depth in them (`depthsOf`). */
type Region = {
  readonly patch: Patch;
  readonly labels: Uint8Array;
  readonly depth: Int8Array;
  readonly overlay: Overlay;
};

/**
 * Estimates the opacity of the overlay at each pixel, 0..1: the overlay's own inside of the strokes, 0 outside. At the
 * soft borders each pixel's opacity is measured by the matting equation from the colours around it; this is weighed
 * against the opacities of all pixels at which the strokes have the same shape.
 */
export function opacityMap(
  patch: Patch,
  { labels, overlay }: Strokes,
  parameters: MarkParameters = MARKS,
): Float32Array<ArrayBuffer> {
  const { opacity } = overlay;
  const alpha = mapTo(Float32Array, labels, (label) => (label ? opacity : 0));
  const region = { patch, labels, depth: depthsOf(patch, labels), overlay };
  let variance: Float32Array | null = null;
  for (let pass = 0; pass < parameters.opacity.passes; pass++) {
    const measurements = [...measureBorders(region, { alpha, variance }, parameters)];
    const prior = pooledPrior(measurements, region, parameters.pooling);
    variance ??= new Float32Array(alpha.length);
    for (const [index, { at, opacity: measured, variance: ownVariance }] of measurements.entries()) {
      if (patch.mask[at] === 0) continue;
      const [ownPrecision, pooled] = [1 / ownVariance, 1 / prior.variance[index]!];
      const coverage = (ownPrecision * measured + pooled * prior.mean[index]!) / (ownPrecision + pooled) / opacity;
      variance[at] = 1 / (ownPrecision + pooled);
      const relative = { coverage, variance: variance[at]! / opacity ** 2, depth: region.depth[at]! };
      alpha[at] = opacity * posteriorCoverage(relative, parameters.opacity);
    }
  }
  return alpha;
}

type Coverage = { readonly coverage: number; readonly variance: number; readonly depth: number };

/**
 * Expected coverage 0..1 of a pixel: with some prior probability, by its depth, the pixel is covered wholly or not at
 * all; otherwise every coverage is equally likely.
 */
function posteriorCoverage(
  { coverage, variance, depth }: Coverage,
  { wholeProbability }: MarkParameters['opacity'],
): number {
  const whole = depth > 0 ? 1 : 0;
  const prior = wholeProbability[Math.abs(depth) - 1] ?? 1;
  const bounded = Math.min(1, Math.max(0, coverage));
  const density = Math.exp(-((bounded - whole) ** 2) / (2 * variance)) / Math.sqrt(2 * Math.PI * variance);
  const posterior = (prior * density) / (prior * density + 1 - prior);
  return posterior * whole + (1 - posterior) * bounded;
}

/** 1 and 2 inside, -1 and -2 outside, counted from the border of the strokes; 0 further away. */
function depthsOf({ width, height }: Patch, labels: Uint8Array): Int8Array {
  const out = new Int8Array(labels.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      let distance = 3;
      for (let v = Math.max(0, y - 2); v <= Math.min(height - 1, y + 2); v++)
        for (let u = Math.max(0, x - 2); u <= Math.min(width - 1, x + 2); u++)
          if (labels[v * width + u] !== labels[i])
            distance = Math.min(distance, Math.max(Math.abs(u - x), Math.abs(v - y)));
      if (distance < 3) out[i] = labels[i] ? distance : -distance;
    }
  return out;
}

/** Measures the opacities next to the borders. In the first pass, border pixels are no evidence for their neighbours. */
function* measureBorders(
  { patch, depth, overlay }: Region,
  estimate: OpacityEstimate,
  parameters: MarkParameters,
): Generator<Measurement> {
  const { opacity } = overlay;
  const { overshoot, minDeviation } = parameters.opacity;
  const isExcluded = (i: number) => !estimate.variance && Math.abs(depth[i]!) === 1;
  const request = { patch, where: depth, isExcluded, overlay };
  for (const { at, sum, precision } of measureOpacities(request, estimate, parameters)) {
    // Some overshoot is kept so that clipping does not bias the mean of many measurements.
    const measured = Math.min(
      (1 + overshoot) * opacity,
      Math.max(-overshoot * opacity, sum / Math.max(1e-9, precision)),
    );
    yield {
      at,
      opacity: measured,
      variance: minDeviation ** 2 + (1 - measured) ** 2 / Math.max(1e-3, precision),
    };
  }
}

/**
 * Groups of pixels that are pooled, from coarse to fine: pixels of the same depth; of the same labels within `radius`, up
 * to rotation and reflection where `symmetric`; and within squares of `cellPx`, whose pixels lie on the same straight edge
 * and are cut by it at the same fraction of a pixel.
 */
const POOLS = [
  { radius: 0, symmetric: false, cellPx: null },
  { radius: 1, symmetric: true, cellPx: null },
  { radius: 2, symmetric: true, cellPx: null },
  { radius: 2, symmetric: false, cellPx: null },
  { radius: 3, symmetric: false, cellPx: null },
  { radius: 2, symmetric: false, cellPx: 8 },
] as const;

/**
 * For each measurement, the distribution of the opacity by the other pixels of its group: the same strokes have nearly the
 * same opacities. Each group takes its parent group as prior (hierarchical empirical Bayes, Morris 1983).
 */
function pooledPrior(
  measurements: readonly Measurement[],
  { patch, labels, depth, overlay: { opacity } }: Region,
  parameters: MarkParameters['pooling'],
): Prior {
  let mean = new Float64Array(measurements.length).fill(opacity / 2);
  let variance = new Float64Array(measurements.length).fill(opacity ** 2);
  const minVariance = (parameters.minDeviation * opacity) ** 2;
  for (const pool of POOLS) {
    const next = { mean: mean.slice(), variance: variance.slice() };
    const patternAt = labelPatterns(patch, labels, pool);
    const { radius, cellPx } = pool;
    const keyOf = (at: number) => {
      const key = radius > 0 ? patternAt(at) : depth[at]!;
      const [x, y] = [at % patch.width, Math.floor(at / patch.width)];
      return cellPx === null ? `${key}` : `${key} ${Math.floor(x / cellPx)} ${Math.floor(y / cellPx)}`;
    };
    for (const members of groupBy(measurements, keyOf)) {
      const [first] = members as [number];
      const parent = { mean: mean[first]!, variance: variance[first]!, isFixed: cellPx !== null };
      const group = members.map((index) => measurements[index]!);
      const within = varianceWithin(group, parent, { ...parameters, minVariance });
      const total = weightedSum(group, parent, within);
      for (const [k, index] of members.entries()) {
        // Leave-one-out: a measurement is no evidence for its own prior.
        const ownPrecision = 1 / (group[k]!.variance + within);
        next.mean[index] = (total.sum - ownPrecision * group[k]!.opacity) / (total.weight - ownPrecision);
        next.variance[index] = within + 1 / (total.weight - ownPrecision);
      }
    }
    ({ mean, variance } = next);
  }
  return { mean, variance };
}

/** Groups of at least two indices whose measurements have the same key. */
function groupBy(measurements: readonly Measurement[], keyOf: (at: number) => string): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (const [index, { at }] of measurements.entries()) {
    const key = keyOf(at);
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** The labels around a pixel as the bits of a number, at most 49; for `symmetric` the lowest of its eight symmetries. */
function labelPatterns(
  { width, height }: Patch,
  labels: Uint8Array,
  { radius, symmetric }: { readonly radius: number; readonly symmetric: boolean },
): (at: number) => number {
  const span = Array.from({ length: 2 * radius + 1 }, (_, i) => i - radius);
  const offsets = span.flatMap((v) => span.map((u) => [u, v] as const));
  const symmetries = symmetric
    ? [-1, 1].flatMap((a) => [-1, 1].flatMap((b) => [false, true].map((swap) => ({ a, b, swap }))))
    : [{ a: 1, b: 1, swap: false }];
  const indexOf = (u: number, v: number) => (v + radius) * span.length + u + radius;
  const orders = symmetries.map(({ a, b, swap }) =>
    mapTo(Uint8Array, offsets, ([u, v]) => (swap ? indexOf(a * v, b * u) : indexOf(a * u, b * v))),
  );
  const around = new Uint8Array(offsets.length);
  return (at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    for (let n = 0, v = y - radius; v <= y + radius; v++) {
      const row = width * Math.min(height - 1, Math.max(0, v));
      for (let u = x - radius; u <= x + radius; u++) around[n++] = labels[row + Math.min(width - 1, Math.max(0, u))]!;
    }
    let lowest = Number.POSITIVE_INFINITY;
    for (const order of orders) {
      let key = 0;
      for (let n = 0; n < order.length; n++) key = 2 * key + around[order[n]!]!;
      if (key < lowest) lowest = key;
    }
    return lowest;
  };
}

/** Prior of a group; an `isFixed` prior keeps its weight however far the group is from it. */
type GroupPrior = { readonly mean: number; readonly variance: number; readonly isFixed: boolean };

/**
 * Sum and weight of a group's measurements and its prior. If the group differs from the prior by more than chance, the
 * prior counts less: most strokes end at whole pixels, the bar of one letter does not.
 */
function weightedSum(group: readonly Measurement[], { mean, variance, isFixed }: GroupPrior, within: number) {
  let [weight, sum] = [0, 0];
  for (const measurement of group) {
    weight += 1 / (measurement.variance + within);
    sum += measurement.opacity / (measurement.variance + within);
  }
  const excess = isFixed ? 0 : Math.max(0, (sum / weight - mean) ** 2 - variance - 1 / weight);
  const prior = 1 / (variance + excess);
  return { weight: weight + prior, sum: sum + mean * prior };
}

type WithinOptions = MarkParameters['pooling'] & { readonly minVariance: number };

/** Variance of the opacities within a group, without the variance of their measurement. */
function varianceWithin(group: readonly Measurement[], parent: GroupPrior, options: WithinOptions): number {
  const prior = options.prior.varianceFraction * parent.variance;
  let within = prior;
  for (let round = 0; round < options.rounds; round++) {
    const { weight, sum } = weightedSum(group, parent, within);
    let [weights, squares] = [0, 0];
    for (const { opacity, variance } of group) {
      const precision = 1 / (variance + within) ** 2;
      weights += precision;
      squares += precision * ((opacity - sum / weight) ** 2 - variance);
    }
    const observed = Math.max(options.minVariance, squares / weights);
    const count = weights * observed ** 2;
    within = Math.max(
      options.minVariance,
      (count * observed + options.prior.count * prior) / (count + options.prior.count),
    );
  }
  return within;
}
