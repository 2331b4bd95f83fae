import type { Model } from '../manifest.ts';
import { pixelsOf, rgbPlanes } from '../ops/planes.ts';
import { resizePixels } from '../ops/resize/resize.ts';
import type { Size, Tensor } from '../types.ts';
import type { RedrawAdapter } from './adapter.ts';
import { inputName, output, planesTensor, SIGNED, tensorPlanes } from './tensors.ts';

type RedrawRecipe = {
  /** Longer side of the input where the network takes any size; both sides are multiples of 32. */
  readonly longSide: number;
  readonly bytes: number;
  readonly seconds: number;
};

/** Input and output are a whole picture in -1..1. */
function redrawAdapter({ longSide, bytes, seconds }: RedrawRecipe): RedrawAdapter {
  return {
    task: 'redraw',
    cost: { bytes: { run: bytes }, seconds: { wasm: { run: seconds } } },
    prepare: (picture, model) => {
      const input = resizePixels(picture, { ...inputSize(picture, model, longSide), kernel: 'area', linear: false });
      const tensor = planesTensor(rgbPlanes(input), SIGNED);
      return { [inputName(model)]: hasChannelsLast(model) ? toChannelsLast(tensor) : tensor };
    },
    read: (results, picture, model) => {
      const tensor = output(results, model);
      const planes = tensorPlanes(
        hasChannelsLast(model) ? toChannelsFirst(tensor) : tensor,
        (value) => (value + 1) / 2,
      );
      const { width, height } = picture;
      const drawn = resizePixels(pixelsOf(planes), { width, height, kernel: 'cubic', linear: false });
      for (let i = 3; i < drawn.data.length; i += 4) drawn.data[i] = picture.data[i]!;
      return drawn;
    },
  };
}

/** GFPGAN (https://github.com/TencentARC/GFPGAN), of an upright face. */
export const gfpgan = redrawAdapter({ longSide: 512, bytes: 900e6, seconds: 12 });
/** AnimeGAN (https://github.com/bryandlee/animegan2-pytorch). */
export const animegan = redrawAdapter({ longSide: 1024, bytes: 600e6, seconds: 6 });

/** Whether channels are the last dimension, as in networks converted from TensorFlow. */
const hasChannelsLast = (model: Model): boolean => model.inputs[0]?.shape[3] === 3;

function inputSize({ width, height }: Size, model: Model, longSide: number): Size {
  const shape = model.inputs[0]?.shape ?? [];
  const [fixedHeight, fixedWidth] = hasChannelsLast(model) ? [shape[1], shape[2]] : [shape[2], shape[3]];
  const scale = Math.min(1, longSide / Math.max(width, height));
  const round = (side: number) => Math.max(32, Math.round((side * scale) / 32) * 32);
  return {
    width: typeof fixedWidth === 'number' ? fixedWidth : round(width),
    height: typeof fixedHeight === 'number' ? fixedHeight : round(height),
  };
}

function toChannelsLast(tensor: Tensor): Tensor {
  const [, channels = 3, height = 1, width = 1] = tensor.dims;
  const area = height * width;
  const data = Float32Array.from({ length: tensor.data.length }, (_, i) =>
    Number(tensor.data[(i % channels) * area + Math.floor(i / channels)]),
  );
  return { type: 'float32', dims: [1, height, width, channels], data };
}

function toChannelsFirst(tensor: Tensor): Tensor {
  const [, height = 1, width = 1, channels = 3] = tensor.dims;
  const area = height * width;
  const data = Float32Array.from({ length: tensor.data.length }, (_, i) =>
    Number(tensor.data[(i % area) * channels + Math.floor(i / area)]),
  );
  return { type: 'float32', dims: [1, channels, height, width], data };
}
