import type { Plane } from '../../types.ts';
import { boxBlur } from './box.ts';

/** Mean and standard deviation in a square of `2 * radius + 1` pixels around each pixel, in the range of the plane. */
export type LocalMoments = {
  readonly mean: Float32Array;
  readonly deviationAt: (index: number) => number;
};

/** Measures the local mean and standard deviation; `radius` in pixels may be fractional. */
export function localMoments(plane: Plane, radius: number): LocalMoments {
  const mean = boxBlur(plane, radius).data;
  const squares = boxBlur({ ...plane, data: plane.data.map((value) => value * value) }, radius).data;
  return { mean, deviationAt: (i) => Math.sqrt(Math.max(0, squares[i]! - mean[i]! ** 2)) };
}
