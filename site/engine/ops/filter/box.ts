import type { Plane } from '../../types.ts';
import { emptyPlane, mirror } from '../planes.ts';

/**
 * Box blur: the mean over a square of `2 * radius + 1` pixels, mirrored at the border. `radius` may be fractional: the ring
 * beyond its integer part has the fraction as its weight (extended box filter, Gwosdek et al. 2011, "Theoretical foundations
 * of Gaussian convolution by extended box filtering"). Time does not depend on the radius.
 */
export function boxBlur(plane: Plane, radius: number): Plane {
  if (radius <= 0) return plane;
  return boxColumns(boxRows(plane, radius), radius);
}

/** Box blur along rows only. */
export function boxRows({ width, height, data }: Plane, radius: number): Plane {
  const out = emptyPlane({ width, height });
  const whole = Math.floor(radius);
  const fraction = radius - whole;
  const scale = 1 / (2 * radius + 1);
  const pad = whole + 1;
  const line = new Float32Array(width + 2 * pad);
  const mirrored = Int32Array.from({ length: 2 * pad }, (_, i) => mirror(i < pad ? i - pad : width + i - pad, width));
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let i = 0; i < pad; i++) {
      line[i] = data[row + mirrored[i]!]!;
      line[width + pad + i] = data[row + mirrored[pad + i]!]!;
    }
    line.set(data.subarray(row, row + width), pad);
    let sum = 0;
    for (let i = 1; i < 2 * whole + 2; i++) sum += line[i]!;
    for (let x = 0; x < width; x++) {
      const left = line[x]!;
      const right = line[x + 2 * pad]!;
      out.data[row + x] = (sum + fraction * (left + right)) * scale;
      sum += right - line[x + 1]!;
    }
  }
  return out;
}

/** Box blur along columns only. */
export function boxColumns({ width, height, data }: Plane, radius: number): Plane {
  const out = emptyPlane({ width, height });
  const whole = Math.floor(radius);
  const fraction = radius - whole;
  const scale = 1 / (2 * radius + 1);
  const sums = new Float64Array(width);
  const rowAt = (y: number) => mirror(y, height) * width;
  for (let y = -whole; y <= whole; y++) {
    const row = rowAt(y);
    for (let x = 0; x < width; x++) sums[x] = sums[x]! + data[row + x]!;
  }
  for (let y = 0; y < height; y++) {
    const above = rowAt(y - whole - 1);
    const below = rowAt(y + whole + 1);
    const leaving = rowAt(y - whole);
    const to = y * width;
    for (let x = 0; x < width; x++) {
      const sum = sums[x]!;
      const entering = data[below + x]!;
      out.data[to + x] = (sum + fraction * (data[above + x]! + entering)) * scale;
      sums[x] = sum + entering - data[leaving + x]!;
    }
  }
  return out;
}
