import { rgbToYcc, yccToRgb } from '../../site/engine/ops/deblur/colour.ts';
import { emptyPlane, mapPlanes, mirror, planeOf, stackPlanes } from '../../site/engine/ops/planes.ts';
import { resizePlane } from '../../site/engine/ops/resize/resize.ts';
import type { Plane, Planes } from '../../site/engine/types.ts';
import { randomOf } from './scenes.ts';

/** The picture rounded to 256 levels between 0 and 1. */
export const quantised = (picture: Planes): Planes =>
  mapPlanes(picture, (plane) => ({
    ...plane,
    data: plane.data.map((value) => Math.round(Math.min(1, Math.max(0, value)) * 255) / 255),
  }));

/** The picture convolved with a kernel of odd side by direct summation; mirrored at the borders. */
export const convolved = (picture: Planes, kernel: Plane): Planes =>
  mapPlanes(picture, (plane) => {
    const { width, height, data } = plane;
    const radius = (kernel.width - 1) / 2;
    const out = emptyPlane(plane);
    const columns = Int32Array.from({ length: width + 2 * radius }, (_, i) => mirror(i - radius, width));
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        let sum = 0;
        for (let v = -radius; v <= radius; v++) {
          const row = mirror(y + v, height) * width;
          for (let u = -radius; u <= radius; u++) {
            const weight = kernel.data[(v + radius) * kernel.width + u + radius]!;
            if (weight !== 0) sum += weight * data[row + columns[x + u + radius]!]!;
          }
        }
        out.data[y * width + x] = sum;
      }
    return out;
  });

/** The picture with Gaussian noise of a standard deviation in 0..1 (Box and Muller 1958). */
export function noisy(picture: Planes, deviation: number, seed: number): Planes {
  const random = randomOf(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return mapPlanes(picture, (plane) => ({ ...plane, data: plane.data.map((value) => value + deviation * normal()) }));
}

/** Quantisation tables K.1 and K.2 of ITU-T T.81, for luma and chroma at quality 50. */
const LUMA = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];
const CHROMA = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99,
];

/** The picture after JPEG compression of a quality in 1..100: quantised cosine blocks, and chroma at half size. */
export function jpeg(picture: Planes, quality: number): Planes {
  const scale = quality < 50 ? 50 / quality : 2 - quality / 50;
  const stepsOf = (table: readonly number[]) =>
    table.map((step) => Math.min(255, Math.max(1, Math.round(step * scale))));
  const ycc = rgbToYcc(picture);
  const half = { width: Math.ceil(picture.width / 2), height: Math.ceil(picture.height / 2) };
  const chroma = (index: number) => {
    const small = resizePlane(planeOf(ycc, index), half, 'area');
    return resizePlane(quantiseBlocks(small, stepsOf(CHROMA)), picture, 'linear');
  };
  return quantised(yccToRgb(stackPlanes([quantiseBlocks(planeOf(ycc, 0), stepsOf(LUMA)), chroma(1), chroma(2)])));
}

/** Values of the 8-point cosine basis: row = frequency. */
const COSINES = Array.from({ length: 64 }, (_, i) => {
  const [u, x] = [i >> 3, i & 7];
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
});

/** Rounds the cosine coefficients of each block of 8 × 8 pixels to multiples of its quantisation steps. */
function quantiseBlocks(plane: Plane, steps: readonly number[]): Plane {
  const { width, height, data } = plane;
  const out = emptyPlane(plane);
  const block = new Float64Array(64);
  for (let top = 0; top < height; top += 8)
    for (let left = 0; left < width; left += 8) {
      for (let i = 0; i < 64; i++) {
        const y = Math.min(height - 1, top + (i >> 3));
        block[i] = data[y * width + Math.min(width - 1, left + (i & 7))]! * 255;
      }
      const coefficients = transformed(transformed(block, 'forward'), 'forward');
      const rounded = coefficients.map((value, i) => Math.round(value / steps[i]!) * steps[i]!);
      const restored = transformed(transformed(rounded, 'inverse'), 'inverse');
      for (let i = 0; i < 64; i++) {
        const [x, y] = [left + (i & 7), top + (i >> 3)];
        if (x < width && y < height) out.data[y * width + x] = Math.round(restored[i]!) / 255;
      }
    }
  return out;
}

/** The cosine transform of each row of a block, or its inverse, transposed: two calls transform rows and columns. */
function transformed(block: Float64Array, direction: 'forward' | 'inverse'): Float64Array {
  const out = new Float64Array(64);
  for (let u = 0; u < 8; u++)
    for (let y = 0; y < 8; y++) {
      let sum = 0;
      for (let x = 0; x < 8; x++) sum += COSINES[direction === 'forward' ? u * 8 + x : x * 8 + u]! * block[y * 8 + x]!;
      out[u * 8 + y] = sum;
    }
  return out;
}
