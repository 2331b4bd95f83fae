import type { Model } from '../manifest.ts';
import { flatten } from '../ops/planes.ts';
import type { Pixels, Planes, Size, Tensor, Tensors } from '../types.ts';

/** What is taken from each channel, and what it is then divided by; for numbers in 0..1. */
export type Norm = { readonly mean: readonly number[]; readonly deviation: readonly number[] };

export const IMAGENET: Norm = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };
export const AS_IS: Norm = { mean: [0, 0, 0], deviation: [1, 1, 1] };
/** To -1..1. */
export const SIGNED: Norm = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] };

/** `IMAGENET.mean` in 0..255. */
const MEAN = [124, 116, 104] as const;

/** A picture for networks that were trained on opaque ones: what is clear gets their mean colour, which says nothing. */
export const asOpaque = (picture: Pixels): Pixels => flatten(picture, MEAN);

/** `[1, planes, height, width]`, normalised. */
export function planesTensor({ width, height, planes }: Planes, { mean, deviation }: Norm): Tensor {
  const data = new Float32Array(planes.length * width * height);
  for (const [index, plane] of planes.entries()) {
    const [from, scale] = [mean[index] ?? 0, 1 / (deviation[index] ?? 1)];
    const at = index * width * height;
    for (let i = 0; i < plane.length; i++) data[at + i] = ((plane[i] as number) - from) * scale;
  }
  return { type: 'float32', dims: [1, planes.length, height, width], data };
}

/** The planes of a tensor `[1, planes, height, width]`, each number through `change`. */
export function tensorPlanes(tensor: Tensor, change: (value: number) => number = same): Planes {
  const [height = 1, width = 1] = tensor.dims.slice(-2);
  const count = tensor.data.length / (width * height);
  const planes = Array.from({ length: count }, (_, index) => {
    const from = index * width * height;
    return Float32Array.from(tensor.data.subarray(from, from + width * height) as Float32Array, change);
  });
  return { width, height, planes };
}

const same = (value: number): number => value;

/** Name of the network's input or output at a place. */
export const inputName = (model: Model, index = 0): string => model.inputs[index]?.name ?? '';

/** The network's output at a place. */
export function output(results: Tensors, model: Model, index = 0): Tensor {
  const name = model.outputs[index]?.name ?? '';
  const tensor = results[name];
  if (!tensor) throw new Error(`The network ${model.id} has no output “${name}”.`);
  return tensor;
}

/** The size that the network's input asks for; null for a side that may have any length. */
function inputSize(model: Model, index = 0): { readonly width: number | null; readonly height: number | null } {
  const [height, width] = (model.inputs[index]?.shape ?? []).slice(-2);
  return { width: typeof width === 'number' ? width : null, height: typeof height === 'number' ? height : null };
}

/** Its fixed size, or `side` × `side`. */
export function fixedSize(model: Model, side: number): Size {
  const { width, height } = inputSize(model);
  return { width: width ?? side, height: height ?? side };
}

/** The plane's numbers stretched so that the least becomes 0 and the greatest 1; flat ones stay as they are, in 0..1. */
export function stretch(data: Float32Array): void {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of data) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const range = most - least;
  for (let i = 0; i < data.length; i++) {
    const value = data[i] as number;
    data[i] = range > 1e-6 ? (value - least) / range : Math.min(1, Math.max(0, value));
  }
}

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
