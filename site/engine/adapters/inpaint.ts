import { mapTo } from '../ops/map-to.ts';
import { pixelsOf, rgbPlanes } from '../ops/planes.ts';
import { resizePixels, resizePlane } from '../ops/resize/resize.ts';
import type { Pixels, Plane, Tensor } from '../types.ts';
import type { InpaintAdapter } from './adapter.ts';
import { AS_IS, fixedSize, inputName, output, planesTensor, tensorPlanes } from './tensors.ts';

/**
 * MI-GAN with its own cropping and blending inside the network (https://github.com/Picsart-AI-Research/MI-GAN):
 * bytes, any size; in its mask 255 means keep.
 */
export const migan: InpaintAdapter = {
  task: 'inpaint',
  cost: { bytes: { run: 255e6 }, seconds: { wasm: { run: 2.5 } } },
  prepare: ({ data, width, height }, hole, model) => {
    const area = width * height;
    const image = new Uint8Array(3 * area);
    for (let i = 0; i < area; i++) {
      for (let channel = 0; channel < 3; channel++) image[channel * area + i] = data[4 * i + channel]!;
    }
    const keep = mapTo(Uint8Array, hole.data, (value) => (value > 0 ? 0 : 255));
    return {
      [inputName(model)]: { type: 'uint8', dims: [1, 3, height, width], data: image },
      [inputName(model, 1)]: { type: 'uint8', dims: [1, 1, height, width], data: keep },
    };
  },
  read: (results, crop, model) => interleave(output(results, model), crop),
};

/** LaMa (https://github.com/advimman/lama), 512 × 512: input in 0..1, 1 in the mask means fill; output in 0..255. */
export const lama: InpaintAdapter = {
  task: 'inpaint',
  cost: { bytes: { run: 900e6 }, seconds: { wasm: { run: 12 } } },
  prepare: (crop, hole, model) => {
    const size = fixedSize(model, 512);
    const picture = rgbPlanes(resizePixels(crop, { ...size, kernel: 'cubic', linear: false }));
    const whole: Plane = { ...hole, data: mapTo(Float32Array, hole.data, (value) => (value > 0 ? 1 : 0)) };
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

/** RGBA of a tensor `[1, 3, height, width]` in 0..255, with the alpha of the crop. */
function interleave(tensor: Tensor, { data: original, width, height }: Pixels): Pixels {
  const area = width * height;
  const data = new Uint8ClampedArray(4 * area);
  for (let i = 0; i < area; i++) {
    for (let channel = 0; channel < 3; channel++) data[4 * i + channel] = Number(tensor.data[channel * area + i]);
    data[4 * i + 3] = original[4 * i + 3]!;
  }
  return { width, height, data };
}
