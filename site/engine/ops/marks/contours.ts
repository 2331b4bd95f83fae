import type { Size } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';

/** Radii over which labels are smoothed before their slopes are taken, and over which slopes are gathered; each twice. */
const SMOOTH = 1;
const AROUND = 3;

/** Slopes, squared, that are as good as none. */
const NONE = 0.01;

/**
 * How surely strokes go on in each direction [dx, dy] at each pixel, 0..1: 1 along a straight border of the labels (one
 * byte a pixel, 0 or 1) near by, 0 across it, and where there is none. From the structure tensor of the labels, as in
 * coherence-enhancing diffusion (Weickert 1999, “Coherence-enhancing diffusion filtering”).
 */
export function goingOn(
  labels: Uint8Array,
  { width, height }: Size,
  directions: readonly (readonly [dx: number, dy: number])[],
): readonly Float32Array[] {
  const twice = (data: Float32Array<ArrayBuffer>, radius: number) =>
    boxBlur(boxBlur({ width, height, data }, radius), radius).data;
  const soft = twice(Float32Array.from(labels), SMOOTH);
  const tensor = [0, 1, 2].map(() => new Float32Array(labels.length));
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const [across, down] = [soft[i + 1]! - soft[i - 1]!, soft[i + width]! - soft[i - width]!];
      for (const [k, product] of [across * across, across * down, down * down].entries()) tensor[k]![i] = product;
    }
  const [xx, xy, yy] = tensor.map((data) => twice(data, AROUND)) as [Float32Array, Float32Array, Float32Array];
  return directions.map(([dx, dy]) => {
    const far = dx * dx + dy * dy;
    return xx.map((across, i) => {
      const [both, down] = [xy[i]!, yy[i]!];
      const mean = (across + down) / 2;
      const slope = (across * dx * dx + 2 * both * dx * dy + down * dy * dy) / far;
      return Math.max(0, (mean - slope) / (mean + NONE)) ** 2;
    });
  });
}
