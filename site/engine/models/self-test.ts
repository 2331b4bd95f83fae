import type { Model, ModelValue } from '../manifest.ts';
import type { Tensor, Tensors } from '../types.ts';

/** Side of the test picture for networks that take any size. */
const SIDE = 32;
/** Largest difference between right back-ends, as a share of the largest number. Half precision stays below it. */
const TOLERANCE = 0.02;

/** Adapters of networks that were seen to give the same numbers on WebGPU as elsewhere. Others run on WebAssembly. */
const SAFE_ON_GPU: ReadonlySet<string> = new Set(['srvgg', 'fdncnn', 'nafnet']);

export const isSafeOnGpu = (model: Model): boolean => SAFE_ON_GPU.has(model.adapter);

/** A small known input of the network: waves in 0..1, the same every time. */
export function probeOf(model: Model): Tensors {
  return Object.fromEntries(model.inputs.map((input, index) => [input.name, probeTensor(input, index)]));
}

function probeTensor({ type, shape }: ModelValue, seed: number): Tensor {
  const dims = shape.map((dim) => (typeof dim === 'number' ? dim : SIDE));
  const length = dims.reduce((product, dim) => product * dim, 1);
  const wave = (i: number) => 0.5 + 0.5 * Math.sin(i * 0.37 + seed) * Math.cos(i * 0.011);
  switch (type) {
    case 'float32':
      return { type, dims, data: Float32Array.from({ length }, (_, i) => wave(i)) };
    case 'uint8':
      return { type, dims, data: Uint8Array.from({ length }, (_, i) => Math.round(255 * wave(i))) };
    case 'int64':
      return { type, dims, data: BigInt64Array.from({ length }, (_, i) => BigInt(Math.round(wave(i)))) };
  }
}

/** Whether two back-ends gave the same numbers, up to rounding. Missing, infinite or undefined numbers never agree. */
export function agree(reference: Tensors, other: Tensors): boolean {
  return Object.entries(reference).every(([name, expected]) => {
    const given = other[name];
    return given !== undefined && given.type === expected.type && isNear(expected, given);
  });
}

function isNear(expected: Tensor, given: Tensor): boolean {
  if (expected.data.length !== given.data.length) return false;
  let largest = 1e-6;
  let difference = 0;
  for (let i = 0; i < expected.data.length; i++) {
    const [a, b] = [Number(expected.data[i]), Number(given.data[i])];
    if (!Number.isFinite(b)) return false;
    largest = Math.max(largest, Math.abs(a));
    difference = Math.max(difference, Math.abs(a - b));
  }
  return difference <= TOLERANCE * largest;
}
