import type { Size } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';

/** Variance that is noise, and which part of the usual one around is as good as none. */
const NOISE = 0.014 ** 2;
const LOCAL = 3;
const AROUND = 8;

/** Pixels that are compared, and the difference from which on it counts no more. */
const STEP = 2;
const MOST = 0.1;

/** Numbers for each pixel: the rows of a lower triangle. */
export const TRIANGLE = 6;

type Floats = Float32Array<ArrayBuffer>;

/**
 * For each pixel the linear map, a lower triangle, that makes differences of colours (three planes) as usual around it
 * independent and of about one: the inverse of the Cholesky factor of their covariances. A house varies along its own
 * colour; what is paler but no darker there was painted over.
 */
export function whitenings(planes: readonly Floats[], { width, height }: Size): Float32Array {
  const products = Array.from({ length: TRIANGLE }, () => new Float32Array(width * height));
  const most = (i: number, j: number) => Math.max(...planes.map((plane) => Math.abs(plane[i]! - plane[j]!)));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const across = x + STEP < width ? most(i, i + STEP) : 0;
      const down = y + STEP < height ? most(i, i + STEP * width) : 0;
      // The lesser of both: edges lie between pixels on one line only.
      const least = Math.min(across, down);
      if (least === 0) continue;
      const other = across < down ? i + STEP : i + STEP * width;
      const scale = Math.min(1, MOST / least);
      const [u, v, w] = planes.map((plane) => scale * (plane[i]! - plane[other]!)) as [number, number, number];
      for (const [k, product] of [u * u, u * v, v * v, u * w, v * w, w * w].entries()) products[k]![i] = product;
    }
  const [uu, uv, vv, uw, vw, ww] = products.map((data) => boxBlur({ width, height, data }, AROUND).data) as Six;
  const out = new Float32Array(TRIANGLE * width * height);
  for (let i = 0; i < uu.length; i++) {
    const a = Math.sqrt(NOISE + LOCAL * uu[i]!);
    const b = (LOCAL * uv[i]!) / a;
    const c = Math.sqrt(NOISE + LOCAL * vv[i]! - b * b);
    const d = (LOCAL * uw[i]!) / a;
    const e = (LOCAL * vw[i]! - d * b) / c;
    const f = Math.sqrt(NOISE + LOCAL * ww[i]! - d * d - e * e);
    out.set([1 / a, -b / (a * c), 1 / c, (b * e - c * d) / (a * c * f), -e / (c * f), 1 / f], TRIANGLE * i);
  }
  return out;
}

type Six = [Floats, Floats, Floats, Floats, Floats, Floats];

/** The squared length of a difference after the pixel's map. */
export function lengthOf(maps: Float32Array, pixel: number, [u, v, w]: Float64Array): number {
  const at = TRIANGLE * pixel;
  return (
    (maps[at]! * u!) ** 2 +
    (maps[at + 1]! * u! + maps[at + 2]! * v!) ** 2 +
    (maps[at + 3]! * u! + maps[at + 4]! * v! + maps[at + 5]! * w!) ** 2
  );
}
