import { pixelsOf, rgbPlanes } from '../ops/planes.ts';
import { resizePixels, resizePlane } from '../ops/resize/resize.ts';
import type { Plane } from '../types.ts';
import type { InpaintAdapter } from './migan.ts';
import { AS_IS, fixedSize, inputName, output, planesTensor, tensorPlanes } from './tensors.ts';

/** LaMa (https://github.com/advimman/lama), 512 × 512: numbers in 0..1, 1 means fill; gives 0..255. */
export const lama: InpaintAdapter = {
  prepare: (crop, hole, model) => {
    const size = fixedSize(model, 512);
    const picture = rgbPlanes(resizePixels(crop, { ...size, kernel: 'cubic', linear: false }));
    const whole: Plane = { ...hole, data: Float32Array.from(hole.data, (value) => (value > 0 ? 1 : 0)) };
    const fill = resizePlane(whole, size, 'area').data.map((value) => (value > 0.01 ? 1 : 0));
    return {
      [inputName(model)]: planesTensor(picture, AS_IS),
      [inputName(model, 1)]: { type: 'float32', dims: [1, 1, size.height, size.width], data: fill },
    };
  },
  read: (results, crop, model) => {
    const filled = pixelsOf(tensorPlanes(output(results, model), (value) => value / 255));
    const { width, height } = crop;
    return resizePixels(filled, { width, height, kernel: 'cubic', linear: false });
  },
};
