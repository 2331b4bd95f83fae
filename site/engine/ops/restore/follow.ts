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
  const near = { likely: localMost(evidence.likely, 1), luma: boxBlur(evidence.luma, 1) };
  const out = { ...mask, data: mask.data.slice() };
  for (const end of endsOf(mask)) for (const at of wayFrom(end, near, LOGITS.even + stricter)) dot(out, at, end.width);
  return out;
}

type Point = { readonly x: number; readonly y: number };
/** `logit` above the even one; `ridge` is 1 where the picture is lighter than on both sides, -1 where it is darker. */
type Step = Point & { readonly logit: number; readonly ridge: number };

function wayFrom(end: End, evidence: Evidence, even: number): readonly Point[] {
  let best: { readonly sum: number; readonly way: readonly Point[] } = { sum: ENOUGH, way: [] };
  for (const turn of TURNS)
    for (const bend of BENDS) {
      const arc = arcFrom({ ...end, angle: end.angle + turn }, bend, evidence);
      for (const ridge of [1, -1]) {
        const { sum, count } = mostOf(arc, ridge, even);
        if (sum > best.sum) best = { sum, way: arc.slice(0, count) };
      }
    }
  return best.way;
}

/** Steps of a pixel along an arc, as far as the picture goes. */
function arcFrom(end: End, bend: number, { likely, luma }: Evidence): readonly Step[] {
  const { width, height } = likely;
  const side = end.width / 2 + 2.5;
  const steps: Step[] = [];
  let { x, y, angle } = end;
  while (steps.length < FAR) {
    angle += bend;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    x += dx;
    y += dy;
    if (x < 0 || y < 0 || x > width - 1 || y > height - 1) break;
    const here = at(luma, x, y);
    const left = here - at(luma, x - side * dy, y + side * dx);
    const right = here - at(luma, x + side * dy, y - side * dx);
    const ridge = Math.min(left, right) > RIDGE.height ? 1 : Math.max(left, right) < -RIDGE.height ? -1 : 0;
    const logit = Math.min(LOGITS.most, Math.max(LOGITS.least, at(likely, x, y)));
    steps.push({ x, y, logit, ridge });
  }
  return steps;
}

/** How many steps speak most for a stroke that is lighter (`ridge` 1) or darker (-1), and how much. */
function mostOf(arc: readonly Step[], ridge: number, even: number): { readonly sum: number; readonly count: number } {
  let [sum, most, count] = [0, 0, 0];
  for (const [i, step] of arc.entries()) {
    sum += step.logit - even + (step.ridge === 0 ? RIDGE.none : step.ridge === ridge ? RIDGE.gain : RIDGE.loss);
    if (sum > most) [most, count] = [sum, i + 1];
    if (most - sum > DROP) break;
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
