import type { Size } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import type { MarkParameters } from './parameters.ts';

type Floats = Float32Array<ArrayBuffer>;

/** Numbers of a lower triangular 3 × 3 matrix. */
const TRIANGLE_LENGTH = 6;
type Triangle = readonly [uu: Floats, uv: Floats, vv: Floats, uw: Floats, vw: Floats, ww: Floats];

/**
 * For each pixel the lower triangular matrix that whitens the colour differences around it: the inverse of the Cholesky
 * factor of their covariance. A house varies along its own colour; a pixel that is paler but no darker was painted over.
 */
export function whiteningMaps(
  planes: readonly Floats[],
  { width, height }: Size,
  { whitening }: MarkParameters,
): Float32Array {
  const { stepPx, maxDifference, radiusPx, covarianceFactor } = whitening;
  const products = Array.from({ length: TRIANGLE_LENGTH }, () => new Float32Array(width * height));
  const [uu, uv, vv, uw, vw, ww] = products as unknown as Triangle;
  const [first, second, third] = planes as readonly [Floats, Floats, Floats];
  const difference = (i: number, j: number) =>
    Math.max(Math.abs(first[i]! - first[j]!), Math.abs(second[i]! - second[j]!), Math.abs(third[i]! - third[j]!));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const across = x + stepPx < width ? difference(i, i + stepPx) : 0;
      const down = y + stepPx < height ? difference(i, i + stepPx * width) : 0;
      // The smaller difference is texture; across an edge only one of the two is large.
      const smaller = Math.min(across, down);
      if (smaller === 0) continue;
      const other = across < down ? i + stepPx : i + stepPx * width;
      const scale = Math.min(1, maxDifference / smaller);
      const u = scale * (first[i]! - first[other]!);
      const v = scale * (second[i]! - second[other]!);
      const w = scale * (third[i]! - third[other]!);
      uu[i] = u * u;
      uv[i] = u * v;
      vv[i] = v * v;
      uw[i] = u * w;
      vw[i] = v * w;
      ww[i] = w * w;
    }
  for (const product of products) product.set(boxBlur({ width, height, data: product }, radiusPx).data);
  const noise = whitening.noise ** 2;
  const out = new Float32Array(TRIANGLE_LENGTH * width * height);
  for (let i = 0; i < uu.length; i++) {
    const a = Math.sqrt(noise + covarianceFactor * uu[i]!);
    const b = (covarianceFactor * uv[i]!) / a;
    const c = Math.sqrt(noise + covarianceFactor * vv[i]! - b * b);
    const d = (covarianceFactor * uw[i]!) / a;
    const e = (covarianceFactor * vw[i]! - d * b) / c;
    const f = Math.sqrt(noise + covarianceFactor * ww[i]! - d * d - e * e);
    const at = TRIANGLE_LENGTH * i;
    out[at] = 1 / a;
    out[at + 1] = -b / (a * c);
    out[at + 2] = 1 / c;
    out[at + 3] = (b * e - c * d) / (a * c * f);
    out[at + 4] = -e / (c * f);
    out[at + 5] = 1 / f;
  }
  return out;
}

/** Squared Mahalanobis length of a colour difference at a pixel. */
export function whitenedLength(maps: Float32Array, pixel: number, [u, v, w]: Float64Array): number {
  const at = TRIANGLE_LENGTH * pixel;
  return (
    (maps[at]! * u!) ** 2 +
    (maps[at + 1]! * u! + maps[at + 2]! * v!) ** 2 +
    (maps[at + 3]! * u! + maps[at + 4]! * v! + maps[at + 5]! * w!) ** 2
  );
}
