import type { Plane, Planes } from '../../types.ts';
import { emptyPlane, planeOf } from '../planes.ts';
import { boxBlur } from './box.ts';

export type GuidedOptions = {
  /** Radius in pixels; the window is `2 * radius + 1` wide. */
  readonly radius: number;
  /** Variance of the guide (0..1 squared) below which a window counts as flat. */
  readonly epsilon: number;
};

/** The local linear model `slope * guide + offset`, averaged over all windows that contain a pixel. */
export type GuidedModel = { readonly slopes: Planes; readonly offset: Plane };

/** Guided filter (He, Sun and Tang 2013, "Guided image filtering") with a grey guide, in the range of the input. */
export function guidedFilter(guide: Plane, input: Plane, options: GuidedOptions): Plane {
  const { slopes, offset } = guidedModel({ ...guide, planes: [guide.data] }, input, options);
  const out = emptyPlane(guide);
  const slope = slopes.planes[0]!;
  for (let i = 0; i < out.data.length; i++) out.data[i] = slope[i]! * guide.data[i]! + offset.data[i]!;
  return out;
}

/** Guided filter with a guide of three colour planes, which preserves edges between colours of equal brightness. */
export function guidedFilterColor(guide: Planes, input: Plane, options: GuidedOptions): Plane {
  const { slopes, offset } = guidedModel(guide, input, options);
  const out = emptyPlane(guide);
  const [red, green, blue] = guide.planes as [Float32Array, Float32Array, Float32Array];
  const [a, b, c] = slopes.planes as [Float32Array, Float32Array, Float32Array];
  for (let i = 0; i < out.data.length; i++)
    out.data[i] = a[i]! * red[i]! + b[i]! * green[i]! + c[i]! * blue[i]! + offset.data[i]!;
  return out;
}

/** Computes slopes and offset of the filter; they can be upscaled and applied to a larger guide (He and Sun 2015). */
export function guidedModel(guide: Planes, input: Plane, options: GuidedOptions): GuidedModel {
  return guide.planes.length === 1 ? greyModel(planeOf(guide, 0), input, options) : colorModel(guide, input, options);
}

/** Element-wise product. */
const product = (a: Plane, b: Plane): Plane => {
  const out = emptyPlane(a);
  for (let i = 0; i < out.data.length; i++) out.data[i] = a.data[i]! * b.data[i]!;
  return out;
};

/** Mean of `a * b` minus the product of the means. */
function covariance(a: PlaneWithMean, b: PlaneWithMean, radius: number): Float32Array<ArrayBuffer> {
  const { data } = boxBlur(product(a.plane, b.plane), radius);
  for (let i = 0; i < data.length; i++) data[i] = data[i]! - a.mean[i]! * b.mean[i]!;
  return data;
}

type PlaneWithMean = { readonly plane: Plane; readonly mean: Float32Array };
const withMean = (plane: Plane, radius: number): PlaneWithMean => ({ plane, mean: boxBlur(plane, radius).data });

function greyModel(guide: Plane, input: Plane, { radius, epsilon }: GuidedOptions): GuidedModel {
  const g = withMean(guide, radius);
  const p = withMean(input, radius);
  const variance = covariance(g, g, radius);
  const slope = covariance(g, p, radius);
  const offset = emptyPlane(guide);
  for (let i = 0; i < slope.length; i++) {
    slope[i] = slope[i]! / (variance[i]! + epsilon);
    offset.data[i] = p.mean[i]! - slope[i]! * g.mean[i]!;
  }
  const { width, height } = guide;
  const smooth = boxBlur({ width, height, data: slope }, radius);
  return { slopes: { width, height, planes: [smooth.data] }, offset: boxBlur(offset, radius) };
}

function colorModel(guide: Planes, input: Plane, { radius, epsilon }: GuidedOptions): GuidedModel {
  const { width, height } = guide;
  const g = [0, 1, 2].map((index) => withMean(planeOf(guide, index), radius)) as [
    PlaneWithMean,
    PlaneWithMean,
    PlaneWithMean,
  ];
  const p = withMean(input, radius);
  const [rr, rg, rb, gg, gb, bb] = (
    [
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 1],
      [1, 2],
      [2, 2],
    ] as const
  ).map(([a, b]) => covariance(g[a], g[b], radius)) as [F, F, F, F, F, F];
  const [cr, cg, cb] = g.map((channel) => covariance(channel, p, radius)) as [F, F, F];
  const offset = emptyPlane(guide);
  for (let i = 0; i < cr.length; i++) {
    // Solve (covariance + epsilon I) slope = cross-covariance by cofactors.
    const a = rr[i]! + epsilon;
    const b = rg[i]!;
    const c = rb[i]!;
    const d = gg[i]! + epsilon;
    const e = gb[i]!;
    const f = bb[i]! + epsilon;
    const ia = d * f - e * e;
    const ib = c * e - b * f;
    const ic = b * e - c * d;
    const scale = 1 / (a * ia + b * ib + c * ic);
    const x = cr[i]!;
    const y = cg[i]!;
    const z = cb[i]!;
    const red = (ia * x + ib * y + ic * z) * scale;
    const green = (ib * x + (a * f - c * c) * y + (b * c - a * e) * z) * scale;
    const blue = (ic * x + (b * c - a * e) * y + (a * d - b * b) * z) * scale;
    cr[i] = red;
    cg[i] = green;
    cb[i] = blue;
    offset.data[i] = p.mean[i]! - red * g[0].mean[i]! - green * g[1].mean[i]! - blue * g[2].mean[i]!;
  }
  const planes = [cr, cg, cb].map((data) => boxBlur({ width, height, data }, radius).data);
  return { slopes: { width, height, planes }, offset: boxBlur(offset, radius) };
}

type F = Float32Array<ArrayBuffer>;
