import { describe, expect, it } from 'vitest';
import { int, node, value } from '../../../../../scripts/models/onnx/build.mjs';
import { storeHalf } from '../../../../../scripts/models/onnx/fp16.mjs';
import { ATTRIBUTE, type Graph, type Model, readModel, writeModel } from '../../../../../scripts/models/onnx/model.mjs';
import { convolution, distance, floats, run, waves } from './networks.ts';

const INPUT = { data: waves(256, 7), dims: [1, 4, 8, 8] };
const WEIGHTS = waves(2304, 1);

async function compare(model: Model, input = INPUT) {
  const before = writeModel(model);
  const after = writeModel(storeHalf(readModel(before)));
  const [a, b] = [await run(before, input), await run(after, input)];
  return { error: distance(a.data, b.data), share: after.length / before.length, model: readModel(after) };
}

describe('storeHalf', () => {
  it('halves the size of the file and keeps the output', async () => {
    const { error, share, model } = await compare(convolution(WEIGHTS));
    expect(error).toBeGreaterThan(0);
    expect(error).toBeLessThan(1e-3);
    expect(share).toBeLessThan(0.6);
    expect(model.graph.initializer.map(({ name, data_type }) => [name, data_type])).toEqual([
      ['b', 1],
      ['w__half', 10],
    ]);
  });

  it('scales very small weights to keep their precision', async () => {
    const { error, share } = await compare(convolution(WEIGHTS.map((weight) => weight * 1e-7)));
    expect(share).toBeLessThan(0.65);
    expect(error).toBeLessThan(1e-3);
  });

  it('keeps weights that half precision would distort', async () => {
    const harmed = WEIGHTS.map((weight, i) => (i === 0 ? 1e30 : weight));
    const { graph } = storeHalf(convolution(harmed));
    expect(graph.initializer.map(({ name }) => name)).toEqual(['w', 'b']);
  });

  it('converts weights of Constant nodes in any storage format', async () => {
    const model = convolution(WEIGHTS);
    const weights = { name: '', dims: [64, 4, 3, 3], data_type: 1, float_data: [...WEIGHTS] };
    const constant = node('Constant', {
      input: [],
      output: ['w'],
      attribute: [{ name: 'value', type: ATTRIBUTE.tensor, t: weights }],
    });
    const graph = {
      ...model.graph,
      node: [constant, ...model.graph.node],
      initializer: model.graph.initializer.slice(1),
    };
    const { error, share } = await compare({ ...model, graph });
    expect(share).toBeLessThan(0.65);
    expect(error).toBeLessThan(1e-3);
  });

  it('converts weights in subgraphs', async () => {
    const branch = (seed: number): Graph => ({
      name: `branch${seed}`,
      node: [node('Conv', { input: ['x', `w${seed}`], output: [`y${seed}`] })],
      initializer: [floats(`w${seed}`, [64, 4, 3, 3], waves(2304, seed))],
      input: [],
      output: [value(`y${seed}`, [1, 64, 6, 6])],
      value_info: [],
    });
    const choose = node('If', {
      input: ['yes'],
      output: ['y'],
      attribute: [
        { name: 'then_branch', type: ATTRIBUTE.graph, g: branch(1) },
        { name: 'else_branch', type: ATTRIBUTE.graph, g: branch(2) },
      ],
    });
    const sum = node('ReduceSum', { input: ['x'], output: ['total'], attribute: [int('keepdims', 0)] });
    const sign = node('Cast', { input: ['total'], output: ['yes'], attribute: [int('to', 9)] });
    const model = convolution(WEIGHTS);
    const graph = { ...model.graph, node: [sum, sign, choose], initializer: [] };
    const { error, share } = await compare({ ...model, graph });
    expect(share).toBeLessThan(0.6);
    expect(error).toBeLessThan(1e-3);
  });

  it('drops inputs that old files declare for weights', async () => {
    const model = convolution(WEIGHTS);
    const input = [...model.graph.input, value('w', [64, 4, 3, 3]), value('b', [64])];
    const { graph } = storeHalf({ ...model, graph: { ...model.graph, input } });
    expect(graph.input.map(({ name }) => name)).toEqual(['x', 'b']);
  });
});

describe('readModel', () => {
  it('round-trips the same bytes', () => {
    const bytes = writeModel(convolution(WEIGHTS));
    expect(Buffer.from(writeModel(readModel(bytes)))).toEqual(Buffer.from(bytes));
  });

  it('rejects fields that it would lose', () => {
    const bytes = Buffer.concat([writeModel(convolution(WEIGHTS)), Buffer.from([0xfa, 0x3f, 2, 1, 1])]);
    expect(() => readModel(bytes)).toThrow('5 bytes of the network are not understood');
  });

  it('rejects other files', () => {
    expect(() => readModel(new Uint8Array())).toThrow('no ONNX network');
    expect(() => readModel(new TextEncoder().encode('<!doctype html><title>Not found</title>'))).toThrow();
  });
});
