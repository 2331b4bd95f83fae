import type { Model } from '../manifest.ts';
import type { Mask, Pixels, Tensor, Tensors } from '../types.ts';
import { inputName, output } from './tensors.ts';

/** How a network that fills holes is fed and read. Both sizes of `read` are those of the crop. */
export type InpaintAdapter = {
  readonly prepare: (crop: Pixels, hole: Mask, model: Model) => Tensors;
  readonly read: (results: Tensors, crop: Pixels, model: Model) => Pixels;
};

/**
 * MI-GAN with its own cropping and blending inside the network (https://github.com/Picsart-AI-Research/MI-GAN):
 * bytes, any size, and in its mask 255 means keep.
 */
export const migan: InpaintAdapter = {
  prepare: ({ data, width, height }, hole, model) => {
    const area = width * height;
    const image = new Uint8Array(3 * area);
    for (let i = 0; i < area; i++) {
      for (let channel = 0; channel < 3; channel++) image[channel * area + i] = data[4 * i + channel] as number;
    }
    const keep = Uint8Array.from(hole.data, (value) => (value > 0 ? 0 : 255));
    return {
      [inputName(model)]: { type: 'uint8', dims: [1, 3, height, width], data: image },
      [inputName(model, 1)]: { type: 'uint8', dims: [1, 1, height, width], data: keep },
    };
  },
  read: (results, crop, model) => interleave(output(results, model), crop),
};

/** RGBA of a tensor `[1, 3, height, width]` in 0..255; the alpha is that of the crop. */
export function interleave(tensor: Tensor, { data: old, width, height }: Pixels): Pixels {
  const area = width * height;
  const data = new Uint8ClampedArray(4 * area);
  for (let i = 0; i < area; i++) {
    for (let channel = 0; channel < 3; channel++) data[4 * i + channel] = Number(tensor.data[channel * area + i]);
    data[4 * i + 3] = old[4 * i + 3] as number;
  }
  return { width, height, data };
}
