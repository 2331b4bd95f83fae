import type { Plane } from '../../types.ts';
import { emptyPlane, mirror } from '../planes.ts';
import { boxColumns, boxRows } from './box.ts';

/** Above this sigma three box blurs are faster than a sampled kernel, and differ from it by less than 1 %. */
const MAX_SAMPLED_SIGMA = 3;

/** Gaussian blur of standard deviation `sigma` pixels, mirrored at the border; three box blurs for large sigmas. */
export function gaussianBlur(plane: Plane, sigma: number): Plane {
  return sigma > 0 ? blurColumns(blurRows(plane, sigma), sigma) : plane;
}

/** Gaussian blur along rows only, for `sigma` above 0. */
export const blurRows = (plane: Plane, sigma: number): Plane =>
  sigma > MAX_SAMPLED_SIGMA ? threeBoxes(boxRows, plane, sigma) : convolveRows(plane, halfKernel(sigma));

/** Gaussian blur along columns only, for `sigma` above 0. */
export const blurColumns = (plane: Plane, sigma: number): Plane =>
  sigma > MAX_SAMPLED_SIGMA ? threeBoxes(boxColumns, plane, sigma) : convolveColumns(plane, halfKernel(sigma));

function threeBoxes(blur: typeof boxRows, plane: Plane, sigma: number): Plane {
  const radius = boxRadius(sigma, 3);
  return blur(blur(blur(plane, radius), radius), radius);
}

/** Radius of `passes` equal extended boxes whose variances sum to that of the Gaussian. */
export function boxRadius(sigma: number, passes: number): number {
  const variance = (sigma * sigma) / passes;
  const whole = Math.floor((Math.sqrt(12 * variance + 1) - 1) / 2);
  // Variance of a box of radius r + fraction: (r(r+1)(2r+1)/3 + 2 fraction (r+1)²) / (2r + 1 + 2 fraction).
  const base = (whole * (whole + 1) * (2 * whole + 1)) / 3;
  const fraction = (variance * (2 * whole + 1) - base) / (2 * ((whole + 1) ** 2 - variance));
  return whole + Math.min(Math.max(fraction, 0), 1);
}

/** Weights at 0, 1, 2 … pixels of a sampled Gaussian that sums to 1 over both sides. */
function halfKernel(sigma: number): Float32Array {
  const half = Float32Array.from({ length: Math.ceil(4 * sigma) + 1 }, (_, i) =>
    Math.exp((-i * i) / (2 * sigma * sigma)),
  );
  const sum = half.reduce((total, weight, i) => total + (i === 0 ? weight : 2 * weight), 0);
  return half.map((weight) => weight / sum);
}

function convolveRows({ width, height, data }: Plane, half: Float32Array): Plane {
  const out = emptyPlane({ width, height });
  const reach = half.length - 1;
  const line = new Float32Array(width + 2 * reach);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    line.set(data.subarray(row, row + width), reach);
    for (let i = 1; i <= reach; i++) {
      line[reach - i] = data[row + mirror(-i, width)]!;
      line[reach + width - 1 + i] = data[row + mirror(width - 1 + i, width)]!;
    }
    for (let x = 0; x < width; x++) {
      const at = x + reach;
      let sum = line[at]! * half[0]!;
      for (let i = 1; i <= reach; i++) sum += (line[at - i]! + line[at + i]!) * half[i]!;
      out.data[row + x] = sum;
    }
  }
  return out;
}

function convolveColumns({ width, height, data }: Plane, half: Float32Array): Plane {
  const out = emptyPlane({ width, height });
  for (let y = 0; y < height; y++) {
    const to = y * width;
    for (let x = 0; x < width; x++) out.data[to + x] = data[to + x]! * half[0]!;
    for (let i = 1; i < half.length; i++) {
      const above = mirror(y - i, height) * width;
      const below = mirror(y + i, height) * width;
      const weight = half[i]!;
      for (let x = 0; x < width; x++)
        out.data[to + x] = out.data[to + x]! + (data[above + x]! + data[below + x]!) * weight;
    }
  }
  return out;
}
