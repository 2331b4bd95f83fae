import type { Plane, Size } from '../../types.ts';
import { emptyPlane } from '../planes.ts';

/** A squared distance beyond any picture, small enough to stay exact in sums. */
const FAR = 1e12;

/**
 * Euclidean distance in pixels from each pixel to the nearest one for which `isGoal` is true (Felzenszwalb and Huttenlocher
 * 2012, "Distance transforms of sampled functions"); infinite if there is none. Exact, in time linear in the pixels.
 */
export function distanceTo(size: Size, isGoal: (index: number) => boolean): Plane {
  const { width, height } = size;
  const out = emptyPlane(size);
  for (let i = 0; i < out.data.length; i++) out.data[i] = isGoal(i) ? 0 : FAR;
  const longest = Math.max(width, height);
  const line: Line = {
    values: new Float64Array(longest),
    results: new Float64Array(longest),
    parabolas: new Int32Array(longest),
    bounds: new Float64Array(longest + 1),
  };
  for (let x = 0; x < width; x++) lowerEnvelope(out.data, { from: x, step: width, count: height }, line);
  for (let y = 0; y < height; y++) lowerEnvelope(out.data, { from: y * width, step: 1, count: width }, line);
  for (let i = 0; i < out.data.length; i++)
    out.data[i] = out.data[i]! >= FAR / 2 ? Number.POSITIVE_INFINITY : Math.sqrt(out.data[i]!);
  return out;
}

type Line = {
  readonly values: Float64Array;
  readonly results: Float64Array;
  readonly parabolas: Int32Array;
  readonly bounds: Float64Array;
};

/** Squared distances along one row or column, as the lower envelope of parabolas. */
function lowerEnvelope(
  data: Float32Array,
  { from, step, count }: { readonly from: number; readonly step: number; readonly count: number },
  { values, results, parabolas, bounds }: Line,
): void {
  for (let i = 0; i < count; i++) values[i] = data[from + i * step]!;
  let last = 0;
  parabolas[0] = 0;
  bounds[0] = Number.NEGATIVE_INFINITY;
  bounds[1] = Number.POSITIVE_INFINITY;
  const crossing = (q: number, p: number) => (values[q]! + q * q - values[p]! - p * p) / (2 * (q - p));
  for (let q = 1; q < count; q++) {
    let bound = crossing(q, parabolas[last]!);
    while (bound <= bounds[last]!) {
      last--;
      bound = crossing(q, parabolas[last]!);
    }
    last++;
    parabolas[last] = q;
    bounds[last] = bound;
    bounds[last + 1] = Number.POSITIVE_INFINITY;
  }
  let part = 0;
  for (let i = 0; i < count; i++) {
    while (bounds[part + 1]! < i) part++;
    const p = parabolas[part]!;
    results[i] = (i - p) * (i - p) + values[p]!;
  }
  for (let i = 0; i < count; i++) data[from + i * step] = results[i]!;
}
