import type { Mask, Plane } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { localMax } from '../filter/range.ts';
import { DAMAGE, type DamageParameters } from './damage-parameters.ts';
import { findStrokeEnds, type StrokeEnd } from './stroke-ends.ts';

export type Evidence = {
  /** Log-odds of damage, by the network. */
  readonly logits: Plane;
  /** Luma of the picture, 0..1. */
  readonly luma: Plane;
};

export type ExtendOptions = {
  /** Added to the logit that scores 0: higher means fewer and shorter extensions. */
  readonly penalty: number;
  readonly parameters?: DamageParameters;
};

/**
 * Extends the strokes of a mask from their ends while the picture supports it: a scratch that is distinct on an even
 * background continues faintly across foliage. Of all arcs that start at an end, the one with the highest running score
 * wins, up to the point of its maximum (cumulative sums, Page 1954). A pixel scores by its logit and by being lighter, or
 * darker, than both of its sides. Returns a new mask.
 */
export function extendStrokes(mask: Mask, evidence: Evidence, { penalty, parameters = DAMAGE }: ExtendOptions): Mask {
  const search: Search = {
    logits: localMax(evidence.logits, 1),
    luma: boxBlur(evidence.luma, 1),
    neutralLogit: parameters.extension.logit.neutral + penalty,
    parameters: parameters.extension,
  };
  const out = { ...mask, data: mask.data.slice() };
  for (const end of findStrokeEnds(mask, parameters))
    for (const point of bestExtension(end, search)) drawDisk(out, point, end.width);
  return out;
}

/** Smoothed evidence, the logit that scores 0, and the parameters of the search. */
type Search = Evidence & { readonly neutralLogit: number; readonly parameters: DamageParameters['extension'] };
type Point = { readonly x: number; readonly y: number };

/** Points one pixel apart along an arc, with their scores for a light stroke and for a dark one. Reused between arcs. */
type Arc = { count: number } & { readonly [part in 'x' | 'y' | 'light' | 'dark']: Float32Array };

/** Points of the arc with the highest score; none if no arc reaches the minimum. */
function bestExtension(end: StrokeEnd, search: Search): readonly Point[] {
  const { turnsDegrees, curvatures, maxLengthPx, minScore } = search.parameters;
  const numbers = () => new Float32Array(maxLengthPx);
  const arc: Arc = { count: 0, x: numbers(), y: numbers(), light: numbers(), dark: numbers() };
  let bestScore = minScore;
  let best: readonly Point[] = [];
  for (const turn of turnsDegrees)
    for (const curvature of curvatures) {
      traceArc(arc, { ...end, angle: end.angle + (turn * Math.PI) / 180, curvature }, search);
      for (const scores of [arc.light, arc.dark]) {
        const { sum, count } = maxPrefixSum(scores.subarray(0, arc.count), search.parameters.maxScoreDrop);
        if (sum <= bestScore) continue;
        bestScore = sum;
        best = Array.from({ length: count }, (_, i) => ({ x: arc.x[i]!, y: arc.y[i]! }));
      }
    }
  return best;
}

/** Fills `arc` with points and scores, up to its maximum length or the border of the picture. */
function traceArc(
  arc: Arc,
  from: StrokeEnd & { readonly curvature: number },
  { logits, luma, neutralLogit, parameters }: Search,
): void {
  const { maxLengthPx, logit, ridge } = parameters;
  const { width, height } = luma;
  const side = from.width / 2 + 2.5;
  let { x, y, angle } = from;
  for (arc.count = 0; arc.count < maxLengthPx; arc.count++) {
    angle += from.curvature;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    x += dx;
    y += dy;
    if (x < 0 || y < 0 || x > width - 1 || y > height - 1) return;
    const centreLuma = nearestValue(luma, x, y);
    const left = centreLuma - nearestValue(luma, x - side * dy, y + side * dx);
    const right = centreLuma - nearestValue(luma, x + side * dy, y - side * dx);
    const isLighter = Math.min(left, right) > ridge.height;
    const isDarker = Math.max(left, right) < -ridge.height;
    const score = Math.min(logit.max, Math.max(logit.min, nearestValue(logits, x, y))) - neutralLogit;
    arc.x[arc.count] = x;
    arc.y[arc.count] = y;
    arc.light[arc.count] = score + (isLighter ? ridge.gain : isDarker ? ridge.loss : ridge.none);
    arc.dark[arc.count] = score + (isDarker ? ridge.gain : isLighter ? ridge.loss : ridge.none);
  }
}

/** The maximum of the running sum, and the number of scores up to it. Stops when the sum has dropped by `maxDrop`. */
function maxPrefixSum(scores: Float32Array, maxDrop: number): { readonly sum: number; readonly count: number } {
  let [sum, max, count] = [0, 0, 0];
  for (let i = 0; i < scores.length && max - sum <= maxDrop; i++) {
    sum += scores[i]!;
    if (sum > max) {
      max = sum;
      count = i + 1;
    }
  }
  return { sum: max, count };
}

/** The value of the nearest pixel; the border is repeated. */
function nearestValue({ width, height, data }: Plane, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)));
  return data[Math.min(height - 1, Math.max(0, Math.round(y))) * width + column]!;
}

function drawDisk({ width, height, data }: Mask, { x, y }: Point, diameter: number): void {
  const radius = Math.max(0, (diameter - 1) / 2);
  const reach = Math.ceil(radius);
  const [column, row] = [Math.round(x), Math.round(y)];
  for (let dy = Math.max(-reach, -row); dy <= Math.min(reach, height - 1 - row); dy++)
    for (let dx = Math.max(-reach, -column); dx <= Math.min(reach, width - 1 - column); dx++)
      if (dx * dx + dy * dy <= radius * radius + 0.3) data[(row + dy) * width + column + dx] = 255;
}
