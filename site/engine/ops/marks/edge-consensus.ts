import { lumaPlane } from '../planes.ts';
import { NEUTRAL_COLOURS } from './overlay-fit.ts';
import { MARKS, type MarkParameters } from './parameters.ts';
import type { Overlay, Patch } from './patches.ts';

/** Numbers of a pair: the colour on one side of an edge, then the colour on the other side. */
const PAIR_LENGTH = 6;

/** Pixels along the border of a patch in which no edge is measured. */
const BORDER_PX = 4;

/** An overlay with the number of edges that it explains beyond chance, in standard deviations. */
export type ScoredOverlay = Overlay & { readonly score: number };

export type EdgeConsensus = {
  readonly score: (overlay: Overlay) => ScoredOverlay;
  /** Overlays that many edges support, best first; `hint` is added to them. */
  readonly candidates: (hint: Overlay | null) => readonly ScoredOverlay[];
};

/**
 * Estimates the overlays that the edges inside the mask agree on. Across every edge of a translucent watermark the inner
 * colour is the same linear function of the outer one, `inside = (1 - opacity) * outside + opacity * colour`; edges of
 * the picture agree on none. Hypotheses from random pairs of edges, and all opacities of white and black, are scored by
 * the edges that they explain (RANSAC, Fischler and Bolles 1981) minus the number that is expected by chance, which is
 * measured outside of the mask.
 */
export function edgeConsensus(patch: Patch, parameters: MarkParameters = MARKS): EdgeConsensus {
  const { edges, maxOpacity } = parameters;
  const [allInside, allOutside] = [true, false].map((inside) => pairsAcrossEdges(patch, inside, edges)) as [
    Float32Array,
    Float32Array,
  ];
  const selected = patch.mask.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0);
  const [inside, outside] = [samplePairs(allInside, edges.maxPairs), samplePairs(allOutside, edges.maxPairs)];
  const areaRatio =
    ((selected / Math.max(1, patch.mask.length - selected)) * (inside.fraction || 1)) / (outside.fraction || 1);
  const scored = (overlay: Overlay, weight: number): ScoredOverlay => {
    const support = countSupport(inside.pairs, overlay, edges);
    const chance = areaRatio * countSupport(outside.pairs, overlay, edges);
    return { ...overlay, score: (weight * (support - chance)) / Math.sqrt(support + chance + edges.regularisation) };
  };
  const score = (overlay: Overlay) => scored(overlay, edges.neutralWeight);
  const candidates = (hint: Overlay | null): readonly ScoredOverlay[] => {
    const found: ScoredOverlay[] = [];
    for (const colour of NEUTRAL_COLOURS)
      for (let opacity = edges.minOpacity; opacity < maxOpacity; opacity += edges.opacityStep)
        found.push(score({ colour, opacity }));
    for (const overlay of drawHypotheses(inside.pairs, parameters))
      found.push(scored(overlay, 1 - edges.opacityPenalty * overlay.opacity));
    found.sort((a, b) => b.score - a.score);
    const best: ScoredOverlay[] = [];
    const addIfDistinct = (candidate: ScoredOverlay) => {
      if (best.every((other) => areDistinct(candidate, other, edges.distinct))) best.push(candidate);
    };
    for (const candidate of found)
      if (candidate.score > 0 && best.length < edges.maxCandidates - (hint ? 1 : 0)) addIfDistinct(candidate);
    for (const colour of NEUTRAL_COLOURS) addIfDistinct(found.find((candidate) => candidate.colour === colour)!);
    if (hint) addIfDistinct(score(hint));
    const minScore = edges.minScoreFraction * (found[0]?.score ?? 0);
    return best.filter((candidate) => candidate.score > minScore);
  };
  return { score, candidates };
}

const areDistinct = (a: Overlay, b: Overlay, distinct: MarkParameters['edges']['distinct']): boolean =>
  Math.abs(a.opacity - b.opacity) > distinct.opacity ||
  a.colour.some((value, channel) => Math.abs(value - b.colour[channel]!) > distinct.colour);

/** Pairs of colours across each edge, in both directions: where the slope of luma is highest along its gradient. */
function pairsAcrossEdges(patch: Patch, isInside: boolean, parameters: MarkParameters['edges']): Float32Array {
  const { width, height, planes, mask } = patch;
  const gradientX = new Float32Array(width * height);
  const gradientY = new Float32Array(width * height);
  const slopes = new Float32Array(width * height);
  const [red, green, blue] = planes as [Float32Array, Float32Array, Float32Array];
  const luma = lumaPlane(patch).data;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const sobel = (step: number, side: number) =>
        (2 * (luma[i + step]! - luma[i - step]!) +
          (luma[i + step - side]! - luma[i - step - side]!) +
          (luma[i + step + side]! - luma[i - step + side]!)) /
        8;
      gradientX[i] = sobel(1, width);
      gradientY[i] = sobel(width, 1);
      slopes[i] = Math.hypot(gradientX[i]!, gradientY[i]!);
    }
  const out: number[] = [];
  for (let y = BORDER_PX; y < height - BORDER_PX; y++)
    for (let x = BORDER_PX; x < width - BORDER_PX; x++) {
      const i = y * width + x;
      const slope = slopes[i]!;
      if ((mask[i] !== 0) !== isInside || slope < parameters.minSlope) continue;
      const [nx, ny] = [gradientX[i]! / slope, gradientY[i]! / slope];
      const along = (distance: number) => Math.round(y + distance * ny) * width + Math.round(x + distance * nx);
      if (slopes[along(1)]! > slope || slopes[along(-1)]! >= slope) continue;
      for (const distance of parameters.insideDistancesPx)
        for (const direction of [1, -1]) {
          const [p, q] = [along(direction * distance), along(-direction * parameters.outsideDistancePx)];
          out.push(red[p]!, green[p]!, blue[p]!, red[q]!, green[q]!, blue[q]!);
        }
    }
  return Float32Array.from(out);
}

/** At most `maxPairs` pairs, evenly sampled, and the fraction of all pairs that they are. */
function samplePairs(all: Float32Array, maxPairs: number): { readonly pairs: Float32Array; readonly fraction: number } {
  const count = all.length / PAIR_LENGTH;
  // Odd, so that the four pairs of each edge are sampled alike.
  const stride = count > maxPairs ? Math.ceil(count / maxPairs) | 1 : 1;
  if (stride === 1) return { pairs: all, fraction: 1 };
  const pairs = new Float32Array(PAIR_LENGTH * Math.floor(count / stride));
  for (let k = 0; k < pairs.length / PAIR_LENGTH; k++)
    pairs.set(all.subarray(PAIR_LENGTH * k * stride, PAIR_LENGTH * (k * stride + 1)), PAIR_LENGTH * k);
  return { pairs, fraction: pairs.length / all.length };
}

/** Number of pairs that the overlay explains; a pair close to the tolerance counts in part. */
function countSupport(
  pairs: Float32Array,
  { colour, opacity }: Overlay,
  { minJump, tolerance }: MarkParameters['edges'],
): number {
  const slope = 1 - opacity;
  const [red, green, blue] = colour.map((value) => opacity * value) as [number, number, number];
  let sum = 0;
  for (let k = 0; k < pairs.length; k += PAIR_LENGTH) {
    const [r, g, b] = [pairs[k]!, pairs[k + 1]!, pairs[k + 2]!];
    const [u, v, w] = [pairs[k + 3]!, pairs[k + 4]!, pairs[k + 5]!];
    const jump = Math.abs(r - u) + Math.abs(g - v) + Math.abs(b - w);
    if (jump < minJump) continue;
    const residual = Math.abs(r - slope * u - red) + Math.abs(g - slope * v - green) + Math.abs(b - slope * w - blue);
    const relative = residual / Math.max(tolerance.min, tolerance.jumpFraction * jump);
    if (relative < 1) sum += 1 - relative * relative;
  }
  return sum;
}

/** Overlays that explain two random pairs of colours exactly. The pseudo-random sequence is fixed. */
function* drawHypotheses(pairs: Float32Array, { edges: parameters, maxOpacity }: MarkParameters): Generator<Overlay> {
  const count = pairs.length / PAIR_LENGTH;
  let state = 1;
  const randomPair = () => {
    // Linear congruential generator of Numerical Recipes.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return PAIR_LENGTH * Math.floor((state / 2 ** 32) * count);
  };
  for (let iteration = 0; iteration < parameters.hypotheses && count > 1; iteration++) {
    const [i, j] = [randomPair(), randomPair()];
    let [squares, product] = [0, 0];
    for (let channel = 0; channel < 3; channel++) {
      const outside = pairs[i + 3 + channel]! - pairs[j + 3 + channel]!;
      squares += outside * outside;
      product += outside * (pairs[i + channel]! - pairs[j + channel]!);
    }
    const slope = product / squares;
    if (squares < parameters.minSquaredDistance || slope < 1 - maxOpacity || slope > 1 - parameters.minOpacity)
      continue;
    const opacity = 1 - slope;
    const colour = [0, 1, 2].map(
      (channel) =>
        (pairs[i + channel]! + pairs[j + channel]! - slope * (pairs[i + 3 + channel]! + pairs[j + 3 + channel]!)) /
        (2 * opacity),
    );
    const { colourSlack } = parameters;
    if (colour.some((value) => value < -colourSlack || value > 1 + colourSlack)) continue;
    yield { colour: colour.map((value) => Math.min(1, Math.max(0, value))) as unknown as Overlay['colour'], opacity };
  }
}
