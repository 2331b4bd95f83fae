import { describe, expect, it } from 'vitest';
import { storeBytes } from '../../../../../scripts/models/onnx/bytes.mjs';
import { writeModel } from '../../../../../scripts/models/onnx/model.mjs';
import { convolution, distance, run, waves } from './networks.ts';

const INPUT = { data: waves(256, 7), dims: [1, 4, 8, 8] };
/** Channels that differ a thousandfold, as they do in trained networks. */
const WEIGHTS = waves(2304, 1).map((weight, i) => weight * 10 ** -(Math.floor(i / 36) % 4));

describe('storeBytes', () => {
  it('takes a quarter of the file and keeps the result, also of small channels', async () => {
    const model = convolution(WEIGHTS);
    const stored = storeBytes(model);
    const [before, after] = [writeModel(model), writeModel(stored)];
    expect(after.length / before.length).toBeLessThan(0.4);
    expect(stored.graph.initializer.map(({ name, data_type }) => [name, data_type])).toEqual([
      ['w__bytes', 3],
      ['w__units', 1],
      ['b', 1],
    ]);
    const [a, b] = [await run(before, INPUT), await run(after, INPUT)];
    expect(distance(a.data, b.data)).toBeGreaterThan(0);
    expect(distance(a.data, b.data)).toBeLessThan(0.02);
    const smallest = (data: Float32Array) => data.subarray(3 * 36, 4 * 36);
    expect(distance(smallest(a.data), smallest(b.data))).toBeLessThan(0.02);
  });

  it('leaves matrices of mostly zeros as they are', () => {
    const sparse = convolution(WEIGHTS.map((weight, i) => (i % 3 === 0 ? weight : 0)));
    expect(storeBytes(sparse)).toEqual(sparse);
  });
});
