import type { Mask, Plane } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { localMost } from '../filter/range.ts';
import { type End, endsOf } from './ends.ts';

export type Evidence = {
  /** Logits of damage. */
  readonly likely: Plane;
  /** Of the picture, 0..1. */
  readonly luma: Plane;
};

/** How a stroke may go on: turned by up to 8 degrees at once, then along an arc of these bends (1/pixel), so far. */
const TURNS = [-8, -6, -4, -2, 0, 2, 4, 6, 8].map((degrees) => (degrees * Math.PI) / 180);
const BENDS = [-1 / 200, -1 / 400, 0, 1 / 400, 1 / 200];
const FAR = 160;

/** A step counts by its logit, within these, above the even one. */
const LOGITS = { least: -6, most: 2, even: 2 } as const;

/** What a step counts besides: lighter, or darker, than both sides by so much; the other of the two; neither. */
const RIDGE = { height: 5 / 255, gain: 5, loss: -5, none: -1.75 } as const;

/** What a way must sum up to, and how far the sum may fall back on it. */
const ENOUGH = 30;
const DROP = 40;

/**
 * A mask with its strokes continued from their ends, where the picture bears it out: a scratch that is plain before even
 * ground is faint before leaves, and goes on behind them. Of all arcs from an end, the one is taken whose steps speak
 * most for a stroke, up to where their sum is greatest (cumulative sums, Page 1954); each step speaks by its logit, and
 * by being lighter than both its sides or darker. `stricter` is added to the logit that counts for neither.
 */
export function followed(mask: Mask, evidence: Evidence, stricter: number): Mask {
  const [likely, luma] = [localMost(evidence.likely, 1), boxBlur(evidence.luma, 1)];
  const grounds = { likely, luma, even: LOGITS.even + stricter };
  const out = { ...mask, data: mask.data.slice() };
  for (const end of endsOf(mask)) for (const at of wayFrom(end, grounds)) dot(out, at, end.width);
  return out;
}

/** What is looked at: the most likely and the mean of what is beside each pixel, and the logit that counts for neither. */
type Grounds = Evidence & { readonly even: number };
type Point = { readonly x: number; readonly y: number };

/** Steps of a pixel along an arc: places, and how much each speaks for a lighter stroke and for a darker one. */
type Arc = { count: number } & { readonly [part in 'x' | 'y' | 'lighter' | 'darker']: Float32Array };

function wayFrom(end: End, grounds: Grounds): readonly Point[] {
  const numbers = () => new Float32Array(FAR);
  const arc: Arc = { count: 0, x: numbers(), y: numbers(), lighter: numbers(), darker: numbers() };
  let most: number = ENOUGH;
  let way: readonly Point[] = [];
  for (const turn of TURNS)
    for (const bend of BENDS) {
      takeArc(arc, { ...end, angle: end.angle + turn, bend }, grounds);
      for (const scores of [arc.lighter, arc.darker]) {
        const { sum, count } = mostOf(scores.subarray(0, arc.count));
        if (sum <= most) continue;
        most = sum;
        way = Array.from({ length: count }, (_, i) => ({ x: arc.x[i]!, y: arc.y[i]! }));
      }
    }
  return way;
}

/** Takes an arc as far as the picture goes. */
function takeArc(arc: Arc, from: End & { readonly bend: number }, { likely, luma, even }: Grounds): void {
  const { width, height } = likely;
  const side = from.width / 2 + 2.5;
  let { x, y, angle } = from;
  for (arc.count = 0; arc.count < FAR; arc.count++) {
    angle += from.bend;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    x += dx;
    y += dy;
    if (x < 0 || y < 0 || x > width - 1 || y > height - 1) return;
    const here = at(luma, x, y);
    const left = here - at(luma, x - side * dy, y + side * dx);
    const right = here - at(luma, x + side * dy, y - side * dx);
    const isLighter = Math.min(left, right) > RIDGE.height;
    const isDarker = Math.max(left, right) < -RIDGE.height;
    const seen = Math.min(LOGITS.most, Math.max(LOGITS.least, at(likely, x, y))) - even;
    arc.x[arc.count] = x;
    arc.y[arc.count] = y;
    arc.lighter[arc.count] = seen + (isLighter ? RIDGE.gain : isDarker ? RIDGE.loss : RIDGE.none);
    arc.darker[arc.count] = seen + (isDarker ? RIDGE.gain : isLighter ? RIDGE.loss : RIDGE.none);
  }
}

/** After how many steps the sum of their scores is greatest, and that sum. */
function mostOf(scores: Float32Array): { readonly sum: number; readonly count: number } {
  let [sum, most, count] = [0, 0, 0];
  for (let i = 0; i < scores.length && most - sum <= DROP; i++) {
    sum += scores[i]!;
    if (sum > most) {
      most = sum;
      count = i + 1;
    }
  }
  return { sum: most, count };
}

/** The pixel nearest to a place; beyond the border it repeats. */
function at({ width, height, data }: Plane, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)));
  return data[Math.min(height - 1, Math.max(0, Math.round(y))) * width + column]!;
}

function dot({ width, height, data }: Mask, { x, y }: Point, size: number): void {
  const radius = Math.max(0, (size - 1) / 2);
  const far = Math.ceil(radius);
  const [column, row] = [Math.round(x), Math.round(y)];
  for (let v = Math.max(-far, -row); v <= Math.min(far, height - 1 - row); v++)
    for (let u = Math.max(-far, -column); u <= Math.min(far, width - 1 - column); u++)
      if (u * u + v * v <= radius * radius + 0.3) data[(row + v) * width + column + u] = 255;
}
