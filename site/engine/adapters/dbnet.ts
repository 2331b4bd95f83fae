import type { Model } from '../manifest.ts';
import { planeOf, rgbPlanes } from '../ops/planes.ts';
import { resizePixels } from '../ops/resize/resize.ts';
import type { Pixels, Plane, Size, Tensors } from '../types.ts';
import { asOpaque, IMAGENET, inputName, output, planesTensor, tensorPlanes } from './tensors.ts';

/** The detector halves the picture five times. */
const MULTIPLE = 32;

/** The size that the detector sees: the longer side at most `longSide`, both sides multiples of 32. */
function textSize({ width, height }: Size, longSide: number): Size {
  const scale = Math.min(1, longSide / Math.max(width, height));
  const round = (side: number) => Math.max(MULTIPLE, Math.round((side * scale) / MULTIPLE) * MULTIPLE);
  return { width: round(width), height: round(height) };
}

/** DB text detector of PaddleOCR (https://github.com/PaddlePaddle/PaddleOCR). */
export function prepareText(picture: Pixels, longSide: number, model: Model): Tensors {
  const seen = resizePixels(picture, { ...textSize(picture, longSide), kernel: 'area', linear: false });
  return { [inputName(model)]: planesTensor(rgbPlanes(asOpaque(seen)), IMAGENET) };
}

/** Probability of text, 0..1, at the size that the detector saw. */
export const readText = (results: Tensors, model: Model): Plane => planeOf(tensorPlanes(output(results, model)), 0);

/** A plane of 0..1 as a grey picture. */
export function asGrey({ width, height, data: plane }: Plane): Pixels {
  const data = new Uint8ClampedArray(4 * plane.length).fill(255);
  for (const [i, value] of plane.entries()) data.fill(255 * value, 4 * i, 4 * i + 3);
  return { width, height, data };
}
