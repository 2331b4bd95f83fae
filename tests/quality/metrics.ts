import { emptyPlane, lumaPlane } from '../../site/engine/ops/planes.ts';
import type { Plane, Planes } from '../../site/engine/types.ts';

/** Peak signal-to-noise ratio of two pictures (0..1) in dB; infinite if they are equal. */
export function psnr(a: Planes, b: Planes): number {
  let sum = 0;
  for (const [index, plane] of a.planes.entries()) {
    const other = b.planes[index]!;
    for (let i = 0; i < plane.length; i++) sum += (plane[i]! - other[i]!) ** 2;
  }
  return -10 * Math.log10(sum / (a.planes.length * a.width * a.height));
}

/**
 * Structural similarity (SSIM) of the luma of two pictures (0..1): Wang et al. 2004, "Image quality assessment", with
 * an 11 × 11 Gaussian window of sigma 1.5 pixels, K1 = 0.01, K2 = 0.03; the mean over all windows inside the picture.
 */
export function ssim(a: Planes, b: Planes): number {
  const x = lumaPlane(a);
  const y = lumaPlane(b);
  const times = (p: Plane, q: Plane): Plane => ({ ...p, data: p.data.map((value, i) => value * q.data[i]!) });
  const [mx, my, xx, yy, xy] = [x, y, times(x, x), times(y, y), times(x, y)].map(
    (plane) => windowMeans(plane).data,
  ) as [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];
  const c1 = 0.01 ** 2;
  const c2 = 0.03 ** 2;
  let sum = 0;
  for (let i = 0; i < mx.length; i++) {
    const product = mx[i]! * my[i]!;
    const squares = mx[i]! ** 2 + my[i]! ** 2;
    const spread = xx[i]! + yy[i]! - squares;
    sum += ((2 * product + c1) * (2 * (xy[i]! - product) + c2)) / ((squares + c1) * (spread + c2));
  }
  return sum / mx.length;
}

/** Gaussian-weighted mean of each window inside the picture; both sides of the result are 10 pixels shorter. */
function windowMeans({ width, height, data }: Plane): Plane {
  const kernel = Array.from({ length: 11 }, (_, i) => Math.exp(-((i - 5) ** 2) / (2 * 1.5 ** 2)));
  const total = kernel.reduce((sum, weight) => sum + weight, 0);
  const weights = kernel.map((weight) => weight / total);
  const blurredRows = emptyPlane({ width: width - 10, height });
  for (let y = 0; y < height; y++)
    for (let x = 0; x < blurredRows.width; x++) {
      let sum = 0;
      for (let i = 0; i < 11; i++) sum += weights[i]! * data[y * width + x + i]!;
      blurredRows.data[y * blurredRows.width + x] = sum;
    }
  const out = emptyPlane({ width: blurredRows.width, height: height - 10 });
  for (let y = 0; y < out.height; y++)
    for (let x = 0; x < out.width; x++) {
      let sum = 0;
      for (let i = 0; i < 11; i++) sum += weights[i]! * blurredRows.data[(y + i) * blurredRows.width + x]!;
      out.data[y * out.width + x] = sum;
    }
  return out;
}

/** Mean absolute error of two mattes, 0..1. */
export function meanAbsoluteError(a: Plane, b: Plane): number {
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) sum += Math.abs(a.data[i]! - b.data[i]!);
  return sum / a.data.length;
}

/** Intersection over union of the pixels above half opacity in two mattes, 0..1; 1 if both are empty. */
export function intersectionOverUnion(a: Plane, b: Plane): number {
  let both = 0;
  let either = 0;
  for (let i = 0; i < a.data.length; i++) {
    const inA = a.data[i]! > 0.5;
    const inB = b.data[i]! > 0.5;
    if (inA && inB) both++;
    if (inA || inB) either++;
  }
  return either === 0 ? 1 : both / either;
}
