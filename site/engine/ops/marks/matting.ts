import { MARKS, type MarkParameters } from './parameters.ts';
import type { Overlay, Patch } from './patches.ts';

/** Opacities 0..1 of the overlay at each pixel, and their variances; null before there are any. */
export type OpacityEstimate = { readonly alpha: Float32Array; readonly variance: Float32Array | null };

/** Which pixels are measured (`where` is not 0), and which are no evidence for the pixels around them. */
type MeasurementRequest = {
  readonly patch: Patch;
  readonly where: ArrayLike<number>;
  readonly isExcluded: (pixel: number) => boolean;
  readonly overlay: Overlay;
};

/**
 * Solves the matting equation at each requested pixel: the picture below is distributed as the un-blended pixels around
 * it. Yields the precision of the opacity, and `sum`, the opacity times its precision; both are summed over the pictures
 * of the patch.
 */
export function* measureOpacities(
  { patch, where, isExcluded, overlay: { colour, opacity } }: MeasurementRequest,
  { alpha, variance }: OpacityEstimate,
  { opacity: parameters }: MarkParameters = MARKS,
) {
  const { width, height, planes } = patch;
  const { neighbourRadiusPx: radius, neighbourVarianceFactor } = parameters;
  const unblended = planes.map((plane, channel) =>
    plane.map((value, i) => (value - alpha[i]! * colour[channel % 3]!) / (1 - alpha[i]!)),
  );
  const pictures = Array.from({ length: planes.length / 3 }, (_, k) => unblended.slice(3 * k, 3 * k + 3));
  const span = 2 * radius + 1;
  const cubedDistances = Float64Array.from(
    { length: span ** 2 },
    (_, i) => (((i % span) - radius) ** 2 + (Math.floor(i / span) - radius) ** 2) ** 1.5,
  );
  const neighbours: Neighbours = { at: new Int32Array(span ** 2), weight: new Float64Array(span ** 2), count: 0 };
  for (let i = 0; i < where.length; i++) {
    if (where[i] === 0) continue;
    neighbours.count = 0;
    const [x, y] = [i % width, Math.floor(i / width)];
    for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++)
      for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) {
        const j = v * width + u;
        if (j === i || isExcluded(j)) continue;
        const uncertainty = variance ? neighbourVarianceFactor * (variance[j]! / opacity ** 2) : 0;
        neighbours.at[neighbours.count] = j;
        neighbours.weight[neighbours.count++] =
          1 / (cubedDistances[(v - y + radius) * span + u - x + radius]! + uncertainty);
      }
    if (neighbours.count === 0) continue;
    let [sum, precision] = [0, 0];
    for (const [k, picture] of pictures.entries()) {
      const background = distributionAround(picture, neighbours, parameters);
      const seen = [0, 1, 2].map((channel) => planes[3 * k + channel]![i]!);
      const solution = solveMatting(seen, colour, background);
      sum += solution.precision * solution.opacity;
      precision += solution.precision;
    }
    yield { at: i, sum, precision };
  }
}

/** Indices and weights of the pixels around a pixel. Reused between pixels. */
type Neighbours = { readonly at: Int32Array; readonly weight: Float64Array; count: number };

/** Mean colour and covariance (xx, yy, zz, xy, xz, yz). */
type Distribution = { readonly mean: readonly number[]; readonly covariance: readonly number[] };

function distributionAround(
  planes: readonly Float32Array[],
  { at, weight, count }: Neighbours,
  { noise, edgeVariance }: MarkParameters['opacity'],
): Distribution {
  const [red, green, blue] = planes as [Float32Array, Float32Array, Float32Array];
  let [total, r, g, b] = [0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const [i, w] = [at[k]!, weight[k]!];
    total += w;
    r += w * red[i]!;
    g += w * green[i]!;
    b += w * blue[i]!;
  }
  const mean = [r / total, g / total, b / total] as const;
  let [xx, yy, zz, xy, xz, yz] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const [i, w] = [at[k]!, weight[k]!];
    const [x, y, z] = [red[i]! - mean[0], green[i]! - mean[1], blue[i]! - mean[2]];
    xx += w * x * x;
    yy += w * y * y;
    zz += w * z * z;
    xy += w * x * y;
    xz += w * x * z;
    yz += w * y * z;
  }
  const added = noise ** 2 + edgeVariance * ((xx + yy + zz) / total) ** 2;
  const covariance = [xx / total + added, yy / total + added, zz / total + added, xy / total, xz / total, yz / total];
  return { mean, covariance };
}

/**
 * The most likely opacity with which the overlay's colour covers a normally distributed background: generalised least
 * squares along the line from the background's mean to the overlay's colour. Returns it with its precision.
 */
function solveMatting(seen: readonly number[], colour: Overlay['colour'], { mean, covariance }: Distribution) {
  const [xx, yy, zz, xy, xz, yz] = covariance as [number, number, number, number, number, number];
  const line = [0, 1, 2].map((k) => colour[k]! - mean[k]!) as [number, number, number];
  const offset = [0, 1, 2].map((k) => seen[k]! - mean[k]!) as [number, number, number];
  const determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  const [x, y, z] = line;
  // The adjugate of the covariance matrix times the line.
  const weights = [
    (yy * zz - yz * yz) * x + (xz * yz - xy * zz) * y + (xy * yz - xz * yy) * z,
    (xz * yz - xy * zz) * x + (xx * zz - xz * xz) * y + (xy * xz - xx * yz) * z,
    (xy * yz - xz * yy) * x + (xy * xz - xx * yz) * y + (xx * yy - xy * xy) * z,
  ];
  const precision = weights.reduce((sum, weight, k) => sum + weight * line[k]!, 0) / determinant;
  const opacity =
    weights.reduce((sum, weight, k) => sum + weight * offset[k]!, 0) / determinant / Math.max(1e-9, precision);
  return { opacity, precision };
}
