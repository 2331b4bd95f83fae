import type { Model, ModelValue } from '../manifest.ts';
import type { Tensor, Tensors } from '../types.ts';

/** Side of the test picture for networks that take any size, in pixels. */
const SIDE_PX = 32;
/** Maximum difference between correct back-ends, as a fraction of the largest value. Half precision stays below it. */
const TOLERANCE = 0.02;

/** Small inputs for a network to compare back-ends with: waves in 0..1, always the same. */
export function probeOf(model: Model): Tensors {
  return Object.fromEntries(model.inputs.map((input, index) => [input.name, probeTensor(input, index)]));
}

function probeTensor({ type, shape }: ModelValue, seed: number): Tensor {
  const dims = shape.map((dim) => (typeof dim === 'number' ? dim : SIDE_PX));
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

/** Whether two back-ends gave the same values within `TOLERANCE`. Missing, infinite or NaN values never agree. */
export function agree(reference: Tensors, other: Tensors): boolean {
  return Object.entries(reference).every(([name, expected]) => {
    const actual = other[name];
    return actual !== undefined && actual.type === expected.type && isNear(expected, actual);
  });
}

function isNear(expected: Tensor, actual: Tensor): boolean {
  if (expected.data.length !== actual.data.length) return false;
  let largest = 1e-6;
  let difference = 0;
  for (let i = 0; i < expected.data.length; i++) {
    const [a, b] = [Number(expected.data[i]), Number(actual.data[i])];
    if (!Number.isFinite(b)) return false;
    largest = Math.max(largest, Math.abs(a));
    difference = Math.max(difference, Math.abs(a - b));
  }
  return difference <= TOLERANCE * largest;
}
