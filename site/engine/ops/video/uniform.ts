import type { Size } from '../../types.ts';
import { weightedMedian } from '../scalars.ts';
import {
  type Border,
  type Bounds,
  bestFit,
  borderOffset,
  borderPairs,
  borderRange,
  type Fit,
  type MeanPlanes,
  refineInset,
  SIDES,
  valueAt,
} from './border.ts';
import type { OverlayObservations } from './estimate.ts';
import type { Observation } from './neighbours.ts';
import { CLEAN, OPAQUE, type OverlayModel, TRANSLUCENT } from './unblend.ts';
import { chromaSide } from './yuv.ts';

/** Maximum distance in pixels of the box from each side of the selection. */
const MAX_INSET_PX = 12;
/** Maximum excess over 0..255 of an un-blended value; above it the pixel belongs to something opaque in the box. */
const MAX_BEYOND = 12;
/** Distances from the edge, in pixels, at which codec and antialiasing mix box and picture. */
const EDGE_DISTANCES = [-2, -1, 0, 1, 2] as const;

/** Distances of the box from the bounds of the selection, in pixels. */
type Insets = { readonly [side in keyof Bounds]: number };

/**
 * Estimates a box of uniform opacity and colour from its border: values inside are (1 − α) times the values outside, plus αW.
 * Needs no motion, only variation of the picture along the border. Locates the box inside a selection that is too large. Null
 * if no such box explains the border.
 */
export function estimateUniformBox({ width, height, runs, hole }: OverlayObservations): OverlayModel | null {
  const bounds = boundsOf(hole, width);
  const moments = runs.flat();
  if (!bounds || moments.length === 0) return null;
  const means = temporalMeans(
    moments.map(({ planes }) => planes),
    { width, height },
  );
  const maxInset = Math.min(
    MAX_INSET_PX,
    Math.floor(Math.min(bounds.right - bounds.left, bounds.bottom - bounds.top) / 4),
  );
  const candidates = SIDES.map((side) =>
    Array.from({ length: maxInset + 1 }, (_, inset) => borderPairs(means, { bounds, side, inset })),
  );
  const locate = (fit: Fit, insets: readonly number[]) =>
    SIDES.map((side, i) => Math.min(maxInset, refineInset(means, { bounds, side, inset: insets[i] as number }, fit)));
  const best = bestFit(candidates, locate);
  if (!best) return null;
  const insets = Object.fromEntries(SIDES.map(({ name }, i) => [name, best.insets[i]])) as Insets;
  return buildModel(means, { width, height, hole, bounds, insets, fit: best.fit });
}

/** Bounds of the selected pixels; null without any. */
function boundsOf(hole: Uint8Array, width: number): Bounds | null {
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, 0, 0];
  for (let at = 0; at < hole.length; at++) {
    if (!hole[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return right > left ? { left, top, right, bottom } : null;
}

/** Means over time of each plane; blending is linear, so the means are blended alike. */
function temporalMeans(moments: readonly Observation['planes'][], size: Size): MeanPlanes {
  return ([0, 1, 2] as const).map((plane) => {
    const [width, height] = plane === 0 ? [size.width, size.height] : [chromaSide(size.width), chromaSide(size.height)];
    const data = new Float32Array(width * height);
    for (const planes of moments) {
      const values = planes[plane].data;
      for (let at = 0; at < data.length; at++) data[at] = (data[at] as number) + (values[at] as number);
    }
    return { width, height, data: data.map((sum) => sum / moments.length) };
  });
}

type ModelParts = Size & {
  readonly hole: Uint8Array;
  readonly bounds: Bounds;
  readonly insets: Insets;
  readonly fit: Fit;
};

/** Lower opacities at the edge are ignored. */
const MIN_EDGE_ALPHA = 0.02;

/** Builds the overlay of a box, with its soft edges. */
function buildModel(means: MeanPlanes, { width, height, hole, bounds, insets, fit }: ModelParts): OverlayModel {
  const opacity = 1 - fit.slope;
  const colours = fit.base.map((base) => base / opacity) as [number, number, number];
  const inner: Bounds = {
    left: bounds.left + insets.left,
    top: bounds.top + insets.top,
    right: bounds.right - insets.right,
    bottom: bounds.bottom - insets.bottom,
  };
  const profiles = Object.fromEntries(
    SIDES.map((side) => [
      side.name,
      edgeProfile(means, { border: { bounds: inner, side, inset: 0 }, fit, colour: colours[0] }),
    ]),
  ) as { readonly [side in keyof Bounds]: readonly number[] };
  const chroma = chromaSide(width) * chromaSide(height);
  const model: OverlayModel = {
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
    const edgeFraction = (side: keyof Bounds, distance: number) => {
      const profile = profiles[side];
      return distance < EDGE_DISTANCES[0] ? 0 : (profile[distance - EDGE_DISTANCES[0]] ?? 1);
    };
    const alpha =
      opacity *
      edgeFraction('left', x - inner.left) *
      edgeFraction('right', inner.right - 1 - x) *
      edgeFraction('top', y - inner.top) *
      edgeFraction('bottom', inner.bottom - 1 - y);
    if (alpha < MIN_EDGE_ALPHA) continue;
    model.alpha[at] = alpha;
    const clean = (((means[0] as MeanPlanes[number]).data[at] as number) - alpha * colours[0]) / (1 - alpha);
    model.kind[at] = clean < -MAX_BEYOND || clean > 255 + MAX_BEYOND ? OPAQUE : TRANSLUCENT;
  }
  return model;
}

type ProfileInput = { readonly border: Border; readonly fit: Fit; readonly colour: number };

/** Fraction of the box's opacity at each distance of `EDGE_DISTANCES` from its first pixel inside. */
function edgeProfile(means: MeanPlanes, { border, fit, colour }: ProfileInput): readonly number[] {
  const { vertical, inward } = border.side;
  const edge = borderOffset(border);
  const [from, to] = borderRange(border);
  return EDGE_DISTANCES.map((distance) => {
    const fractions: number[] = [];
    const weights: number[] = [];
    for (let along = from; along < to; along++) {
      const at = (across: number) => valueAt(means, 0, [edge + inward * across, along, vertical]);
      const outside = at(EDGE_DISTANCES[0] - 1);
      const inside = (at(-EDGE_DISTANCES[0] + 1) - fit.base[0]) / fit.slope;
      const fraction = (distance - EDGE_DISTANCES[0] + 1) / (2 - 2 * EDGE_DISTANCES[0]);
      const picture = outside + (inside - outside) * fraction;
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
