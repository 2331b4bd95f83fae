import type { Plane } from '../../types.ts';
import { emptyPlane, mirror } from '../planes.ts';
import { boxColumns, boxRows } from './box.ts';

/** Above it three boxes are faster than the sampled kernel, and closer than 1 % to it. */
const SAMPLED_UP_TO = 3;

/** Gaussian blur of standard deviation `sigma` in pixels, mirrored at the border; for large ones, three boxes. */
export function gaussianBlur(plane: Plane, sigma: number): Plane {
  return sigma > 0 ? blurColumns(blurRows(plane, sigma), sigma) : plane;
}

/** The same along rows alone, for `sigma` above 0. */
export const blurRows = (plane: Plane, sigma: number): Plane =>
  sigma > SAMPLED_UP_TO ? thrice(boxRows, plane, sigma) : rows(plane, halfKernel(sigma));

/** The same down columns alone. */
export const blurColumns = (plane: Plane, sigma: number): Plane =>
  sigma > SAMPLED_UP_TO ? thrice(boxColumns, plane, sigma) : columns(plane, halfKernel(sigma));

function thrice(blur: typeof boxRows, plane: Plane, sigma: number): Plane {
  const radius = boxRadius(sigma, 3);
  return blur(blur(blur(plane, radius), radius), radius);
}

/** Radius of `passes` equal extended boxes whose variances sum to that of the Gaussian. */
export function boxRadius(sigma: number, passes: number): number {
  const variance = (sigma * sigma) / passes;
  const whole = Math.floor((Math.sqrt(12 * variance + 1) - 1) / 2);
  // Variance of a box of radius r + share: (r(r+1)(2r+1)/3 + 2 share (r+1)²) / (2r + 1 + 2 share).
  const base = (whole * (whole + 1) * (2 * whole + 1)) / 3;
  const share = (variance * (2 * whole + 1) - base) / (2 * ((whole + 1) ** 2 - variance));
  return whole + Math.min(Math.max(share, 0), 1);
}

/** Weights at 0, 1, 2 … of a sampled Gaussian whose sum over both sides is 1. */
function halfKernel(sigma: number): Float32Array {
  const half = Float32Array.from({ length: Math.ceil(4 * sigma) + 1 }, (_, i) =>
    Math.exp((-i * i) / (2 * sigma * sigma)),
  );
  const sum = half.reduce((total, weight, i) => total + (i === 0 ? weight : 2 * weight), 0);
  return half.map((weight) => weight / sum);
}

function rows({ width, height, data }: Plane, half: Float32Array): Plane {
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

function columns({ width, height, data }: Plane, half: Float32Array): Plane {
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
