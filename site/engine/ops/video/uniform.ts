import type { Size } from '../../types.ts';
import {
  alongOf,
  type Border,
  type Box,
  bestFit,
  edgeOf,
  type Fit,
  insetOf,
  type Means,
  pairsAt,
  SIDES,
  valueAt,
} from './border.ts';
import type { Evidence } from './estimate.ts';
import type { Moment } from './neighbours.ts';
import { weightedMedian } from './regress.ts';
import { CLEAN, type MarkModel, OPAQUE, SEE_THROUGH } from './unblend.ts';
import { half } from './yuv.ts';

/** Pixels that the box may lie inside the mark on each side. */
const MAX_INSET = 12;
/** Levels beyond 0..255 that a pixel may have without the box; more belongs to something opaque in it. */
const MAX_BEYOND = 12;
/** Pixels on both sides of the edge in which the codec and antialiasing mix box and picture. */
const EDGE = [-2, -1, 0, 1, 2] as const;

type Insets = { readonly [side in keyof Box]: number };

/**
 * Opacity and colour of a box that has the same of both everywhere, from its border: what is beside the border inside is
 * (1 − α) times what is beside it outside, plus αW. Needs no motion, only that the picture varies along the border. Finds
 * the box inside a mark that was drawn too large. Null where no such box explains the border.
 */
export function estimateUniform({ width, height, runs, hole }: Evidence): MarkModel | null {
  const bounds = boundsOf(hole, width);
  const moments = runs.flat();
  if (!bounds || moments.length === 0) return null;
  const means = meansOf(
    moments.map(({ planes }) => planes),
    { width, height },
  );
  const maxInset = Math.min(
    MAX_INSET,
    Math.floor(Math.min(bounds.right - bounds.left, bounds.bottom - bounds.top) / 4),
  );
  const candidates = SIDES.map((side) =>
    Array.from({ length: maxInset + 1 }, (_, inset) => pairsAt(means, { bounds, side, inset })),
  );
  const locate = (fit: Fit, insets: readonly number[]) =>
    SIDES.map((side, i) => Math.min(maxInset, insetOf(means, { bounds, side, inset: insets[i] as number }, fit)));
  const found = bestFit(candidates, locate);
  if (!found) return null;
  const insets = Object.fromEntries(SIDES.map(({ name }, i) => [name, found.insets[i]])) as Insets;
  return modelOf(means, { width, height, hole, bounds, insets, fit: found.fit });
}

function boundsOf(hole: Uint8Array, width: number): Box | null {
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, 0, 0];
  for (let at = 0; at < hole.length; at++) {
    if (!hole[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return right > left ? { left, top, right, bottom } : null;
}

/** Average over time: what is blended stays so in the average. */
function meansOf(moments: readonly Moment['planes'][], size: Size): Means {
  return ([0, 1, 2] as const).map((plane) => {
    const [width, height] = plane === 0 ? [size.width, size.height] : [half(size.width), half(size.height)];
    const data = new Float32Array(width * height);
    for (const planes of moments) {
      const values = planes[plane].data;
      for (let at = 0; at < data.length; at++) data[at] = (data[at] as number) + (values[at] as number);
    }
    return { width, height, data: data.map((sum) => sum / moments.length) };
  });
}

type Building = Size & {
  readonly hole: Uint8Array;
  readonly bounds: Box;
  readonly insets: Insets;
  readonly fit: Fit;
};

function modelOf(means: Means, { width, height, hole, bounds, insets, fit }: Building): MarkModel {
  const body = 1 - fit.slope;
  const colours = fit.base.map((base) => base / body) as [number, number, number];
  const inner: Box = {
    left: bounds.left + insets.left,
    top: bounds.top + insets.top,
    right: bounds.right - insets.right,
    bottom: bounds.bottom - insets.bottom,
  };
  const profiles = Object.fromEntries(
    SIDES.map((side) => [
      side.name,
      profileOf(means, { border: { bounds: inner, side, inset: 0 }, fit, colour: colours[0] }),
    ]),
  ) as { readonly [side in keyof Box]: readonly number[] };
  const chroma = half(width) * half(height);
  const model: MarkModel = {
    width,
    height,
    kind: new Uint8Array(width * height).fill(CLEAN),
    alpha: new Float32Array(width * height),
    colour: [
      new Float32Array(width * height).fill(colours[0]),
      new Float32Array(chroma).fill(colours[1]),
      new Float32Array(chroma).fill(colours[2]),
    ],
  };
  for (let at = 0; at < hole.length; at++) {
    if (!hole[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    const share = (side: keyof Box, distance: number) => {
      const profile = profiles[side];
      return distance < EDGE[0] ? 0 : (profile[distance - EDGE[0]] ?? 1);
    };
    const alpha =
      body *
      share('left', x - inner.left) *
      share('right', inner.right - 1 - x) *
      share('top', y - inner.top) *
      share('bottom', inner.bottom - 1 - y);
    if (alpha < 0.02) continue;
    model.alpha[at] = alpha;
    const clean = (((means[0] as Means[number]).data[at] as number) - alpha * colours[0]) / (1 - alpha);
    model.kind[at] = clean < -MAX_BEYOND || clean > 255 + MAX_BEYOND ? OPAQUE : SEE_THROUGH;
  }
  return model;
}

type Profiling = { readonly border: Border; readonly fit: Fit; readonly colour: number };

/** Fraction of the box's opacity at each distance of `EDGE` from its first pixel inside. */
function profileOf(means: Means, { border, fit, colour }: Profiling): readonly number[] {
  const { vertical, inward } = border.side;
  const edge = edgeOf(border);
  const [from, to] = alongOf(border);
  return EDGE.map((distance) => {
    const fractions: number[] = [];
    const weights: number[] = [];
    for (let along = from; along < to; along++) {
      const at = (across: number) => valueAt(means, 0, [edge + inward * across, along, vertical]);
      const outside = at(EDGE[0] - 1);
      const inside = (at(-EDGE[0] + 1) - fit.base[0]) / fit.slope;
      const share = (distance - EDGE[0] + 1) / (2 - 2 * EDGE[0]);
      const picture = outside + (inside - outside) * share;
      const span = colour - picture;
      const alpha = (at(distance) - picture) / span;
      if (Number.isNaN(alpha) || Math.abs(span) < 20 || Math.abs(inside - outside) > 30) continue;
      fractions.push(alpha / (1 - fit.slope));
      weights.push(span ** 2);
    }
    const nominal = distance >= 0 ? 1 : 0;
    if (fractions.length < 8) return nominal;
    return Math.min(1.05, Math.max(0, weightedMedian(fractions, weights)));
  });
}
