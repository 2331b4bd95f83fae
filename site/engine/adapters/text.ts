import { planeOf, rgbPlanes } from '../ops/planes.ts';
import { resizePixels } from '../ops/resize/resize.ts';
import type { Pixels, Plane, Size } from '../types.ts';
import type { TextAdapter } from './adapter.ts';
import { asOpaque, IMAGENET, inputName, output, planesTensor, tensorPlanes } from './tensors.ts';

/** The detector halves the picture five times. */
const MULTIPLE_PX = 32;

/** DB text detector of PaddleOCR (https://github.com/PaddlePaddle/PaddleOCR). */
export const dbnet: TextAdapter = {
  task: 'find-text',
  cost: { bytes: { run: 160e6 }, seconds: { wasm: { run: 1 } } },
  prepare: (picture, longSide, model) => {
    const input = resizePixels(picture, { ...inputSize(picture, longSide), kernel: 'area', linear: false });
    return { [inputName(model)]: planesTensor(rgbPlanes(asOpaque(input)), IMAGENET) };
  },
  read: (results, model) => planeOf(tensorPlanes(output(results, model)), 0),
};

/** The longer side at most `longSide`, both sides multiples of 32. */
function inputSize({ width, height }: Size, longSide: number): Size {
  const scale = Math.min(1, longSide / Math.max(width, height));
  const round = (side: number) => Math.max(MULTIPLE_PX, Math.round((side * scale) / MULTIPLE_PX) * MULTIPLE_PX);
  return { width: round(width), height: round(height) };
}

/** A plane of 0..1 as a grey picture. */
export function asGrey({ width, height, data: plane }: Plane): Pixels {
  const data = new Uint8ClampedArray(4 * plane.length).fill(255);
  for (const [i, value] of plane.entries()) data.fill(255 * value, 4 * i, 4 * i + 3);
  return { width, height, data };
}
