import type { Size } from '../../types.ts';
import { boundsOf } from '../mask/change.ts';
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

/** Parameters of the estimate of a uniform box. Luma is 0..255, opacities are 0..1. */
export type UniformBoxParameters = {
  /** Maximum distance of the box from each side of the selection, in pixels and as a fraction of its shorter side. */
  readonly maxInsetPx: number;
  readonly maxInsetFraction: number;
  /** Maximum excess over 0..255 of an un-blended value; above it the pixel belongs to something opaque in the box. */
  readonly maxBeyond: number;
  /** Lower opacities at the edge are ignored. */
  readonly minEdgeAlpha: number;
  readonly profile: {
    /** Minimum difference between the box's colour and the picture at which opacity can be measured. */
    readonly minSpan: number;
    /** Maximum difference between the picture outside and the restored picture inside. */
    readonly maxStep: number;
    /** Minimum number of measurements along a side, and the maximum of their median. */
    readonly minSamples: number;
    readonly maxFraction: number;
  };
};

/** Chosen by hand on the clips on which `tests/bench/video` also reports, not fitted on a set of their own. */
export const UNIFORM_BOX: UniformBoxParameters = {
  maxInsetPx: 12,
  maxInsetFraction: 1 / 4,
  maxBeyond: 12,
  minEdgeAlpha: 0.02,
  profile: { minSpan: 20, maxStep: 30, minSamples: 8, maxFraction: 1.05 },
};

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
  const box = boundsOf({ width, height, data: Uint8Array.from(hole) });
  const moments = runs.flat();
  if (!box || moments.length === 0) return null;
  const bounds = { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
  const means = temporalMeans(
    moments.map(({ planes }) => planes),
    { width, height },
  );
  const { maxInsetPx, maxInsetFraction } = UNIFORM_BOX;
  const shortSide = Math.min(bounds.right - bounds.left, bounds.bottom - bounds.top);
  const maxInset = Math.min(maxInsetPx, Math.floor(shortSide * maxInsetFraction));
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

/** Builds the overlay of a box, with its soft edges. */
function buildModel(means: MeanPlanes, { width, height, hole, bounds, insets, fit }: ModelParts): OverlayModel {
  const { minEdgeAlpha, maxBeyond } = UNIFORM_BOX;
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
    if (alpha < minEdgeAlpha) continue;
    model.alpha[at] = alpha;
    const clean = (((means[0] as MeanPlanes[number]).data[at] as number) - alpha * colours[0]) / (1 - alpha);
    model.kind[at] = clean < -maxBeyond || clean > 255 + maxBeyond ? OPAQUE : TRANSLUCENT;
  }
  return model;
}

type ProfileInput = { readonly border: Border; readonly fit: Fit; readonly colour: number };

/** Fraction of the box's opacity at each distance of `EDGE_DISTANCES` from its first pixel inside. */
function edgeProfile(means: MeanPlanes, { border, fit, colour }: ProfileInput): readonly number[] {
  const { minSpan, maxStep, minSamples, maxFraction } = UNIFORM_BOX.profile;
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
      if (Number.isNaN(alpha) || Math.abs(span) < minSpan || Math.abs(inside - outside) > maxStep) continue;
      fractions.push(alpha / (1 - fit.slope));
      weights.push(span ** 2);
    }
    const nominal = distance >= 0 ? 1 : 0;
    if (fractions.length < minSamples) return nominal;
    return Math.min(maxFraction, Math.max(0, weightedMedian(fractions, weights)));
  });
}
