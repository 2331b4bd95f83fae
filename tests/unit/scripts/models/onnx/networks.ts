import * as ort from 'onnxruntime-web/wasm';
import { node, tensor, value } from '../../../../../scripts/models/onnx/build.mjs';
import { FLOAT, type Model } from '../../../../../scripts/models/onnx/model.mjs';

ort.env.wasm.numThreads = 1;

export type Picture = { readonly data: Float32Array; readonly dims: readonly number[] };

/** Deterministic pseudo-random numbers between -1 and 1. */
export const waves = (length: number, seed: number): Float32Array =>
  Float32Array.from({ length }, (_, i) => Math.sin((i + 1) * (12.9898 + seed)) * Math.cos(i * seed * 0.37));

export const floats = (name: string, dims: readonly number[], data: Float32Array) =>
  tensor(name, dims, { type: FLOAT, data: new Uint8Array(data.buffer) });

/** A network with one 3 × 3 convolution, 4 -> 64 channels, from `x` to `y`. */
export function convolution(weights: Float32Array): Model {
  return {
    ir_version: 8,
    opset_import: [{ version: 17 }],
    graph: {
      name: 'one',
      node: [node('Conv', { input: ['x', 'w', 'b'], output: ['y'] })],
      initializer: [floats('w', [64, 4, 3, 3], weights), floats('b', [64], waves(64, 3))],
      input: [value('x', [1, 4, 8, 8])],
      output: [value('y', [1, 64, 6, 6])],
      value_info: [],
    },
  };
}

/** Runs a network with one input and returns its first output. */
export async function run(network: Uint8Array, input: Picture): Promise<Picture> {
  const session = await ort.InferenceSession.create(network);
  const [name = ''] = session.inputNames;
  const result = await session.run({ [name]: new ort.Tensor('float32', input.data, [...input.dims]) });
  const output = result[session.outputNames[0] ?? ''];
  await session.release();
  return { data: output?.data as Float32Array, dims: output?.dims ?? [] };
}

/** Largest difference, relative to the largest value of `a`. */
export function distance(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  const difference = a.reduce((most, x, i) => Math.max(most, Math.abs(x - (b[i] ?? 0))), 0);
  return difference / a.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-30);
}
