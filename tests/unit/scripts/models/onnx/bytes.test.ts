import { describe, expect, it } from 'vitest';
import { quantiseWeights } from '../../../../../scripts/models/onnx/bytes.mjs';
import { writeModel } from '../../../../../scripts/models/onnx/model.mjs';
import { convolution, distance, run, waves } from './networks.ts';

const INPUT = { data: waves(256, 7), dims: [1, 4, 8, 8] };
/** Channels whose scales differ by a factor of a thousand, as in trained networks. */
const WEIGHTS = waves(2304, 1).map((weight, i) => weight * 10 ** -(Math.floor(i / 36) % 4));

describe('quantiseWeights', () => {
  it('quarters the size of the file and keeps the output, also for channels with small weights', async () => {
    const model = convolution(WEIGHTS);
    const stored = quantiseWeights(model);
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

  it('keeps matrices of mostly zeros', () => {
    const sparse = convolution(WEIGHTS.map((weight, i) => (i % 3 === 0 ? weight : 0)));
    expect(quantiseWeights(sparse)).toEqual(sparse);
  });
});
