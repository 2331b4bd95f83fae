import { describe, expect, it } from 'vitest';
import { int, ints, node, value } from '../../../../../scripts/models/onnx/build.mjs';
import type { Model } from '../../../../../scripts/models/onnx/model.mjs';
import { writeModel } from '../../../../../scripts/models/onnx/model.mjs';
import { inStrips } from '../../../../../scripts/models/onnx/strips.mjs';
import { distance, floats, run, waves } from './networks.ts';

const CHANNELS = 4;
const filters = { kernel_shape: [4, 4], strides: [2, 2], pads: [1, 1, 1, 1] };

const attributesOf = (numbers: { readonly [name: string]: number[] }) => [
  ...Object.entries(numbers).map(([name, list]) => ints(name, list)),
  int('group', CHANNELS),
];

/** Halves a picture of 4 × 16 × 12 values and doubles it again, with a skip connection between two filters of 3 × 3. */
const network: Model = {
  ir_version: 8,
  opset_import: [{ version: 17 }],
  graph: {
    name: 'skip',
    node: [
      node('Conv', {
        input: ['x', 'fine', 'bias'],
        output: ['first'],
        attribute: attributesOf({ kernel_shape: [3, 3], strides: [1, 1], pads: [1, 1, 1, 1] }),
      }),
      node('Conv', { input: ['first', 'half'], output: ['small'], attribute: attributesOf(filters) }),
      node('Identity', { input: ['half'], output: ['double'] }),
      node('ConvTranspose', { input: ['small', 'double'], output: ['large'], attribute: attributesOf(filters) }),
      node('Add', { input: ['large', 'noise'], output: ['noisy'] }),
      node('Add', { input: ['noisy', 'first'], output: ['both'] }),
      node('Conv', {
        input: ['both', 'fine', 'bias'],
        output: ['y'],
        attribute: attributesOf({ kernel_shape: [3, 3], strides: [1, 1], pads: [1, 1, 1, 1] }),
      }),
    ],
    initializer: [
      floats('fine', [CHANNELS, 1, 3, 3], waves(36, 1)),
      floats('half', [CHANNELS, 1, 4, 4], waves(64, 2)),
      floats('bias', [CHANNELS], waves(4, 3)),
      floats('noise', [16, 12], waves(192, 4)),
    ],
    input: [value('x', [1, CHANNELS, 16, 12])],
    output: [value('y', [1, CHANNELS, 16, 12])],
    value_info: [],
  },
};

const picture = { data: waves(CHANNELS * 16 * 12, 5), dims: [1, CHANNELS, 16, 12] };

describe('inStrips', () => {
  it.each([2, 4, 8])('gives the same result in %i strips, from the input', async (strips) => {
    const whole = await run(writeModel(network), picture);
    const cut = inStrips(network, { output: 'y', sources: { x: 16 }, strips });
    const result = await run(writeModel(cut), picture);
    expect(result.dims).toEqual(whole.dims);
    expect(distance(whole.data, result.data)).toBeLessThan(1e-5);
  });

  it('gives the same result from a smaller value that exists whole', async () => {
    const whole = await run(writeModel(network), picture);
    const cut = inStrips(network, { output: 'y', sources: { x: 16, small: 8 }, strips: 4 });
    expect(cut.graph.node.filter(({ output }) => output[0] === 'small')).toHaveLength(1);
    expect(distance(whole.data, (await run(writeModel(cut), picture)).data)).toBeLessThan(1e-5);
  });

  it('names a value that does not exist, rows that cannot be divided, and an operator that needs all rows', () => {
    const options = { output: 'y', sources: { x: 16 }, strips: 4 };
    expect(() => inStrips(network, { ...options, output: 'z' })).toThrow('"z"');
    expect(() => inStrips(network, { ...options, strips: 5 })).toThrow('16 rows');
    const { graph } = network;
    const softmax = {
      ...graph,
      node: [...graph.node.slice(0, 6), node('Softmax', { input: ['both'], output: ['y'] })],
    };
    expect(() => inStrips({ ...network, graph: softmax }, options)).toThrow('Softmax');
  });
});
