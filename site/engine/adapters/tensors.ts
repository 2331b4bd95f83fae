import { freeBuffer } from '../free-buffer.ts';
import type { Model } from '../manifest.ts';
import { mapTo } from '../ops/map-to.ts';
import { flatten, mirror } from '../ops/planes.ts';
import type { Box, Pixels, Planes, Size, Tensor, Tensors } from '../types.ts';

/** Mean and standard deviation of each channel, for values in 0..1. */
export type Norm = { readonly mean: readonly number[]; readonly deviation: readonly number[] };

export const IMAGENET: Norm = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };
export const AS_IS: Norm = { mean: [0, 0, 0], deviation: [1, 1, 1] };
/** Maps 0..1 to -1..1. */
export const SIGNED: Norm = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] };

/** `IMAGENET.mean` in 0..255. */
const MEAN_COLOUR = [124, 116, 104] as const;

/** The picture over the mean colour of ImageNet, for networks that were trained on opaque pictures. */
export const asOpaque = (picture: Pixels): Pixels => flatten(picture, MEAN_COLOUR);

/** `[1, planes, height, width]`, normalised. */
export function planesTensor({ width, height, planes }: Planes, { mean, deviation }: Norm): Tensor {
  const data = new Float32Array(planes.length * width * height);
  for (const [index, plane] of planes.entries()) {
    const [offset, scale] = [mean[index] ?? 0, 1 / (deviation[index] ?? 1)];
    const start = index * width * height;
    for (let i = 0; i < plane.length; i++) data[start + i] = (plane[i]! - offset) * scale;
  }
  return { type: 'float32', dims: [1, planes.length, height, width], data };
}

/** The planes of a tensor `[1, planes, height, width]`, with `map` applied to each value; without it, views of the tensor. */
export function tensorPlanes(tensor: Tensor, map?: (value: number) => number): Planes {
  const [height = 1, width = 1] = tensor.dims.slice(-2);
  const count = tensor.data.length / (width * height);
  const planes = Array.from({ length: count }, (_, index) => {
    const from = index * width * height;
    const plane = tensor.data.subarray(from, from + width * height) as Float32Array<ArrayBuffer>;
    return map ? mapTo(Float32Array, plane, map) : plane;
  });
  return { width, height, planes };
}

/** Frees arrays that nothing reads any more: those of a picture's tiles would pile up before garbage is collected. */
export function freeArrays(arrays: readonly ArrayBufferView[]): void {
  for (const buffer of new Set(arrays.map((array) => array.buffer as ArrayBuffer))) freeBuffer(buffer);
}

/** The arrays of tensors. */
export const arraysOf = (tensors: Tensors): readonly ArrayBufferView[] =>
  Object.values(tensors).map(({ data }) => data);

/** Name of the network's input by its index. */
export const inputName = (model: Model, index = 0): string => model.inputs[index]?.name ?? '';

/** The network's output by its index. */
export function output(results: Tensors, model: Model, index = 0): Tensor {
  const name = model.outputs[index]?.name ?? '';
  const tensor = results[name];
  if (!tensor) throw new Error(`The network ${model.id} has no output “${name}”.`);
  return tensor;
}

/** Fixed sides of the network's input; null for a side of any length. */
function inputSize(model: Model, index = 0): { readonly width: number | null; readonly height: number | null } {
  const [height, width] = (model.inputs[index]?.shape ?? []).slice(-2);
  return { width: typeof width === 'number' ? width : null, height: typeof height === 'number' ? height : null };
}

/** The network's fixed input size, or `side` × `side`. */
export function fixedSize(model: Model, side: number): Size {
  const { width, height } = inputSize(model);
  return { width: width ?? side, height: height ?? side };
}

/** Stretches a plane in place so that its minimum becomes 0 and its maximum 1; clamps a constant plane to 0..1. */
export function stretch(data: Float32Array): void {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of data) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const range = max - min;
  for (let i = 0; i < data.length; i++) {
    const value = data[i]!;
    data[i] = range > 1e-6 ? (value - min) / range : Math.min(1, Math.max(0, value));
  }
}

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

/** RGB in 0..1 of a box of the picture, padded right and below to multiples of `multiple` by mirroring. */
export function paddedPlanes(picture: Pixels, box: Box, multiple: number): Planes {
  const width = Math.ceil(box.width / multiple) * multiple;
  const height = Math.ceil(box.height / multiple) * multiple;
  const planes = [0, 1, 2].map((channel) => {
    const data = new Float32Array(width * height);
    for (let y = 0; y < height; y++) {
      const row = (box.y + mirror(y, box.height)) * picture.width + box.x;
      for (let x = 0; x < width; x++) {
        data[y * width + x] = picture.data[4 * (row + mirror(x, box.width)) + channel]! / 255;
      }
    }
    return data;
  });
  return { width, height, planes };
}
