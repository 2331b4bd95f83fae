import { replaceHiddenColours } from '../ops/hidden-colours.ts';
import { resizePixels } from '../ops/resize/resize.ts';
import type { Pixels } from '../types.ts';
import type { OverlayAdapter } from './adapter.ts';
import { AS_IS, inputName, output, paddedPlanes, planesTensor, sigmoid, tensorPlanes } from './tensors.ts';

/** The network halves the picture five times. */
const MULTIPLE_PX = 32;

/** Small U-Net for what is drawn over a photograph; `scripts/train/overlay.py` trains it. */
export const overlay: OverlayAdapter = {
  task: 'find-overlay',
  cost: { bytes: { run: 200e6 }, seconds: { wasm: { run: 2 } } },
  prepare: (picture, model) => {
    const { width, height } = picture;
    const planes = paddedPlanes(replaceHiddenColours(picture), { x: 0, y: 0, width, height }, MULTIPLE_PX);
    return { [inputName(model)]: planesTensor(planes, AS_IS) };
  },
  read: (results, { width, height }, model) => {
    const padded = tensorPlanes(output(results, model), sigmoid);
    const data = new Float32Array(width * height);
    for (let row = 0; row < height; row++)
      data.set(padded.planes[0]!.subarray(row * padded.width, row * padded.width + width), row * width);
    return { width, height, data };
  },
};

/** The picture, shrunk until its longer side is at most `longSide` pixels. */
export function shrunkTo(picture: Pixels, longSide: number): Pixels {
  const factor = longSide / Math.max(picture.width, picture.height);
  if (factor >= 1) return picture;
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * factor)));
  return resizePixels(picture, { width: width!, height: height!, kernel: 'area', linear: false });
}

/** Pictures up to this longer side are enlarged, up to twice this length and at most by `MAX_ENLARGEMENT`. */
const SMALL_PICTURE_PX = 320;
const MAX_ENLARGEMENT = 3;

/** The picture, enlarged where it is small: detectors miss letters of a few pixels. */
export function enlarged(picture: Pixels): Pixels {
  const longer = Math.max(picture.width, picture.height);
  if (longer > SMALL_PICTURE_PX) return picture;
  const factor = Math.min(MAX_ENLARGEMENT, (2 * SMALL_PICTURE_PX) / longer);
  const [width, height] = [picture.width, picture.height].map((side) => Math.round(side * factor));
  return resizePixels(picture, { width: width!, height: height!, kernel: 'linear', linear: false });
}
