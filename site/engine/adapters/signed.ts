import type { Model } from '../manifest.ts';
import { pixelsOf, rgbPlanes } from '../ops/planes.ts';
import { resizePixels } from '../ops/resize/resize.ts';
import type { Pixels, Planes, Size, Tensor, Tensors } from '../types.ts';
import { inputName, output, planesTensor, SIGNED, tensorPlanes } from './tensors.ts';

/**
 * Networks that turn a whole picture in -1..1 into another of the same size: GFPGAN on an aligned face
 * (https://github.com/TencentARC/GFPGAN), AnimeGAN (https://github.com/bryandlee/animegan2-pytorch).
 */
export type SignedAdapter = {
  readonly prepare: (picture: Pixels, model: Model) => Tensors;
  readonly read: (results: Tensors, picture: Pixels, model: Model) => Pixels;
};

export type SignedRecipe = {
  /** Longest side where the network takes any size; sides are then multiples of 32. */
  readonly longSide: number;
};

function signedAdapter({ longSide }: SignedRecipe): SignedAdapter {
  return {
    prepare: (picture, model) => {
      const seen = resizePixels(picture, { ...seenSize(picture, model, longSide), kernel: 'area', linear: false });
      const tensor = planesTensor(rgbPlanes(seen), SIGNED);
      return { [inputName(model)]: isLast(model) ? toLast(tensor) : tensor };
    },
    read: (results, picture, model) => {
      const tensor = output(results, model);
      const planes: Planes = tensorPlanes(isLast(model) ? toFirst(tensor) : tensor, (value) => (value + 1) / 2);
      const { width, height } = picture;
      const made = resizePixels(pixelsOf(planes), { width, height, kernel: 'cubic', linear: false });
      for (let i = 3; i < made.data.length; i += 4) made.data[i] = picture.data[i] as number;
      return made;
    },
  };
}

export const gfpgan = signedAdapter({ longSide: 512 });
export const animegan = signedAdapter({ longSide: 1024 });

/** Whether the channels are the last dimension, as in networks that come from TensorFlow. */
const isLast = (model: Model): boolean => model.inputs[0]?.shape[3] === 3;

function seenSize({ width, height }: Size, model: Model, longSide: number): Size {
  const shape = model.inputs[0]?.shape ?? [];
  const [fixedHeight, fixedWidth] = isLast(model) ? [shape[1], shape[2]] : [shape[2], shape[3]];
  const scale = Math.min(1, longSide / Math.max(width, height));
  const round = (side: number) => Math.max(32, Math.round((side * scale) / 32) * 32);
  return {
    width: typeof fixedWidth === 'number' ? fixedWidth : round(width),
    height: typeof fixedHeight === 'number' ? fixedHeight : round(height),
  };
}

function toLast(tensor: Tensor): Tensor {
  const [, channels = 3, height = 1, width = 1] = tensor.dims;
  const area = height * width;
  const data = Float32Array.from({ length: tensor.data.length }, (_, i) =>
    Number(tensor.data[(i % channels) * area + Math.floor(i / channels)]),
  );
  return { type: 'float32', dims: [1, height, width, channels], data };
}

function toFirst(tensor: Tensor): Tensor {
  const [, height = 1, width = 1, channels = 3] = tensor.dims;
  const area = height * width;
  const data = Float32Array.from({ length: tensor.data.length }, (_, i) =>
    Number(tensor.data[(i % area) * channels + Math.floor(i / area)]),
  );
  return { type: 'float32', dims: [1, channels, height, width], data };
}
