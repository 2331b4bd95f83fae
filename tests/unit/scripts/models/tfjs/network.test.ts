import { describe, expect, it } from 'vitest';
import { type Model, writeModel } from '../../../../../scripts/models/onnx/model.mjs';
import { fromTensorflow } from '../../../../../scripts/models/tfjs/network.mjs';
import { distance, run, waves } from '../onnx/networks.ts';
import { graphOf, type Made } from './graphs.ts';

const SIDE = 4;
const SIZE = { height: SIDE, width: SIDE };

/** A picture of three channels, by row and column. */
type At = (y: number, x: number, c: number) => number;

const data = waves(3 * SIDE * SIDE, 5);
const input: At = (y, x, c) => (y < 0 || x < 0 || y >= SIDE || x >= SIDE ? 0 : data[(c * SIDE + y) * SIDE + x]!);

async function expectValues(source: Made, expectedAt: At): Promise<Model> {
  const model = fromTensorflow(source, SIZE);
  const result = await run(writeModel(model), { data, dims: [1, 3, SIDE, SIDE] });
  const expected = Float32Array.from(data, (_, i) => expectedAt((i >> 2) % SIDE, i % SIDE, Math.floor(i / 16)));
  expect(result.dims).toEqual([1, 3, SIDE, SIDE]);
  expect(distance(expected, result.data)).toBeLessThan(1e-5);
  return model;
}

/** Source row or column of a pixel when a picture of two is resized to four. */
const odd = (at: number) => (at < 2 ? 0 : 1);
const opsOf = ({ graph }: Model) => new Set(graph.node.map(({ op_type }) => op_type));
const threes = [0, 1, 2];
const indices = [0, 1, 2, 3];

describe('fromTensorflow', () => {
  it('folds shape arithmetic', async () => {
    const g = graphOf();
    const shape = g.add('Shape', [g.input]);
    const end = [g.ints([1], [1]), g.ints([1], [2]), g.ints([1], [1])];
    const height = g.add('StridedSlice', [shape, ...end], { shrink_axis_mask: { i: '1' } });
    const half = g.add('FloorDiv', [height, g.ints([], [2])]);
    const twice = g.add('Mul', [half, g.ints([], [2])]);
    const doubledShape = g.add('Pack', [g.ints([], [1]), twice, g.ints([], [4]), g.ints([], [3])], {
      axis: { i: '0' },
    });
    const factor = g.add('Cast', [height], { DstT: { type: 'DT_FLOAT' } });
    const model = await expectValues(
      g.done(g.add('Mul', [g.add('Reshape', [g.input, doubledShape]), factor])),
      (y, x, c) => 4 * input(y, x, c),
    );
    expect([...opsOf(model)].sort()).toEqual(['Identity', 'Mul', 'Transpose']);
  });

  it('convolves with channels first, and transposes only where an operator needs channels last', async () => {
    const [filter, bias] = [waves(81, 2), waves(3, 3)];
    const g = graphOf();
    const conv = (x: string) => {
      const sum = g.add('Conv2D', [x, g.floats([3, 3, 3, 3], filter)], {
        strides: { list: { i: ['1', '1', '1', '1'] } },
      });
      return g.add('AddV2', [sum, g.floats([1, 1, 1, 3], bias)]);
    };
    const first = conv(g.input);
    const less = g.add('Mul', [g.floats([], Float32Array.of(0.2)), first]);
    const leaky = g.add('SelectV2', [g.add('GreaterEqual', [first, g.floats([], Float32Array.of(0))]), first, less]);
    const at =
      (from: At): At =>
      (y, x, c) =>
        threes.reduce(
          (sum, v) =>
            threes.reduce(
              (row, u) =>
                threes.reduce(
                  (all, k) => all + from(y + v - 1, x + u - 1, k) * filter[((v * 3 + u) * 3 + k) * 3 + c]!,
                  row,
                ),
              sum,
            ),
          bias[c]!,
        );
    const middle: At = (y, x, c) => {
      if (y < 0 || x < 0 || y >= SIDE || x >= SIDE) return 0;
      const value = at(input)(y, x, c);
      return value < 0 ? 0.2 * value : value;
    };
    const model = await expectValues(g.done(conv(leaky)), at(middle));
    expect([...opsOf(model)].sort()).toEqual(['Conv', 'Identity', 'LeakyRelu']);
  });

  it('recognises normalisation, dense layers, GELU and the logistic function', async () => {
    const [scale, offset, matrix, bias] = [waves(3, 1), waves(3, 2), waves(9, 3), waves(3, 4)];
    const g = graphOf();
    const normal = g.norm(g.input, { dims: [1, SIDE, SIDE, 3], scale, offset });
    const product = g.add('Einsum', [normal, g.floats([3, 3], matrix)], { equation: { s: btoa('abcg,gf->abcf') } });
    const dense = g.add('AddV2', [product, g.floats([1, 1, 1, 3], bias)]);
    const power = g.add('Exp', [g.add('Neg', [g.input])]);
    const share = g.add('Reciprocal', [g.add('AddV2', [g.floats([], Float32Array.of(1)), power])]);
    const model = await expectValues(g.done(g.add('Mul', [g.gelu(dense), share])), (y, x, c) => {
      const all = threes.map((k) => input(y, x, k));
      const mean = all.reduce((sum, value) => sum + value, 0) / 3;
      const variance = all.reduce((sum, value) => sum + value * value, 0) / 3 - mean * mean;
      const normed = all.map((value, k) => ((value - mean) / Math.sqrt(variance + 1e-6)) * scale[k]! + offset[k]!);
      const z = normed.reduce((sum, value, k) => sum + value * matrix[k * 3 + c]!, bias[c]!);
      const gelu = 0.5 * z * (1 + Math.tanh(0.7978845608 * (z + 0.044715 * z ** 3)));
      return gelu / (1 + Math.exp(-input(y, x, c)));
    });
    const kinds = opsOf(model);
    for (const kind of ['LayerNormalization', 'Gelu', 'MatMul', 'Sigmoid']) expect(kinds).toContain(kind);
    expect(kinds).not.toContain('Tanh');
  });

  it('applies dense layers along another axis without a transposition', async () => {
    const [matrix, bias] = [waves(16, 6), waves(4, 7)];
    const g = graphOf();
    const turn = g.ints([4], [0, 3, 2, 1]);
    const there = g.add('Transpose', [g.input, turn]);
    const product = g.add('Einsum', [there, g.floats([4, 4], matrix)], { equation: { s: btoa('abcg,gf->abcf') } });
    const back = g.add('Transpose', [g.add('AddV2', [product, g.floats([1, 1, 1, 4], bias)]), turn]);
    const model = await expectValues(g.done(back), (y, x, c) =>
      indices.reduce((sum, k) => sum + input(k, x, c) * matrix[k * 4 + y]!, bias[y]!),
    );
    expect(model.graph.node.filter(({ op_type }) => op_type === 'Transpose')).toHaveLength(2);
  });

  it('resizes by matrices, after a pointwise convolution if the picture grows', async () => {
    const halves = Float32Array.of(0.5, 0, 0.5, 0, 0, 0.5, 0, 0.5);
    const copies = Float32Array.of(1, 1, 0, 0, 0, 0, 1, 1);
    const [matrix, bias] = [waves(9, 3), waves(3, 4)];
    const g = graphOf();
    const small = g.resize(g.input, g.floats([4, 2], halves));
    const large = g.resize(small, g.floats([2, 4], copies));
    const mixed = g.add('Conv2D', [large, g.floats([1, 1, 3, 3], matrix)], {
      strides: { list: { i: ['1', '1', '1', '1'] } },
    });
    const mean: At = (y, x, c) =>
      [0, 1].flatMap((v) => [0, 1].map((u) => input(v + 2 * odd(y), u + 2 * odd(x), c))).reduce((a, b) => a + b) / 4;
    await expectValues(g.done(g.add('AddV2', [mixed, g.floats([1, 1, 1, 3], bias)])), (y, x, c) =>
      threes.reduce((sum, k) => sum + mean(y, x, k) * matrix[k * 3 + c]!, bias[c]!),
    );
  });

  it('converts transposed convolutions, concatenation and slices of channels', async () => {
    const filter = waves(36, 8);
    const g = graphOf();
    const small = g.resize(g.input, g.floats([4, 2], Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0)));
    const strides = { list: { i: ['1', '2', '2', '1'] } };
    const grown = g.add('Conv2DBackpropInput', [g.ints([4], [1, 4, 4, 3]), g.floats([2, 2, 3, 3], filter), small], {
      strides,
    });
    const both = g.add('ConcatV2', [grown, g.input, g.ints([], [3])]);
    const cut = [g.ints([4], [0, 0, 0, 2]), g.ints([4], [1, 4, 4, 5]), g.ints([4], [1, 1, 1, 1])];
    await expectValues(g.done(g.add('StridedSlice', [both, ...cut])), (y, x, c) => {
      if (c > 0) return input(y, x, c - 1);
      const at = ((y % 2) * 2 + (x % 2)) * 9 + 2 * 3;
      return threes.reduce((sum, k) => sum + input(2 * odd(y), 2 * odd(x), k) * filter[at + k]!, 0);
    });
  });

  it('ends at an inner node, and names unknown operators', () => {
    const g = graphOf();
    const inner = g.add('Mul', [g.input, g.input]);
    const source = g.done(g.add('Cos', [inner]));
    expect(opsOf(fromTensorflow(source, { ...SIZE, output: inner.replace('net/', '') }))).toContain('Mul');
    expect(() => fromTensorflow(source, SIZE)).toThrow('Cos is not known');
    expect(() => fromTensorflow(source, { ...SIZE, output: 'outer' })).toThrow('no node "outer"');
    expect(() => fromTensorflow({ ...source, weights: new Uint8Array(4) }, SIZE)).toThrow('4 bytes of weights');
  });
});
