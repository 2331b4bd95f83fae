import { resizePixels } from '../ops/resize/resize.ts';
import type { Network, Pixels, Plane } from '../types.ts';
import { inputName, output, planesTensor, sigmoid, tensorPlanes } from './tensors.ts';
import { cut } from './tiled.ts';

/** The network halves the picture five times. */
const MULTIPLE = 32;

/** The picture, made smaller where it is longer than `longSide`. */
export function seenAt(picture: Pixels, longSide: number): Pixels {
  const factor = longSide / Math.max(picture.width, picture.height);
  if (factor >= 1) return picture;
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * factor)));
  return resizePixels(picture, { width: width!, height: height!, kernel: 'area', linear: false });
}

/** Pictures whose longer side is that long at most are seen larger: up to twice that length, and three times as large. */
const SMALL = 320;
const LARGER = 3;

/** The picture, made larger where it is small: letters of a few pixels are too small for networks. */
export function enlarged(picture: Pixels): Pixels {
  const longer = Math.max(picture.width, picture.height);
  if (longer > SMALL) return picture;
  const factor = Math.min(LARGER, (2 * SMALL) / longer);
  const [width, height] = [picture.width, picture.height].map((side) => Math.round(side * factor));
  return resizePixels(picture, { width: width!, height: height!, kernel: 'linear', linear: false });
}

/** How likely each pixel is drawn over the picture, 0..1, by the network that `scripts/train/overlay.py` trains. */
export async function drawnOver(picture: Pixels, network: Network): Promise<Plane> {
  const { width, height } = picture;
  const planes = cut(picture, { x: 0, y: 0, width, height }, MULTIPLE);
  const feeds = { [inputName(network.model)]: planesTensor(planes, { mean: [], deviation: [] }) };
  const padded = tensorPlanes(output(await network.run(feeds), network.model), sigmoid);
  const data = new Float32Array(width * height);
  for (let row = 0; row < height; row++)
    data.set(padded.planes[0]!.subarray(row * padded.width, row * padded.width + width), row * width);
  return { width, height, data };
}
