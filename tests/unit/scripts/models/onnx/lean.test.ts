import * as ort from 'onnxruntime-web/wasm';
import { describe, expect, it } from 'vitest';
import { int, ints, node, tensor, text, value } from '../../../../../scripts/models/onnx/build.mjs';
import { withLessMemory } from '../../../../../scripts/models/onnx/lean.mjs';
import { INT64, type Model, type Node, writeModel } from '../../../../../scripts/models/onnx/model.mjs';
import { distance, floats, run, waves } from './networks.ts';

const integers = (name: string, numbers: readonly number[]) =>
  tensor(name, [numbers.length], { type: INT64, data: new Uint8Array(BigInt64Array.from(numbers, BigInt).buffer) });

const operatorsOf = ({ graph }: Model) => graph.node.map(({ op_type }) => op_type);

/** Enlarges a picture as StyleGAN does: repeats, keeps the first of four, pads, filters. */
const upsampling: Model = {
  ir_version: 8,
  opset_import: [{ version: 17 }],
  graph: {
    name: 'upsampling',
    node: [
      node('Resize', { input: ['x', '', 'twice'], output: ['repeated'], attribute: [text('mode', 'nearest')] }),
      node('Mul', { input: ['repeated', 'first'], output: ['spread'] }),
      node('Pad', { input: ['spread', 'margins'], output: ['padded'] }),
      node('Identity', { input: ['filter'], output: ['shared'] }),
      node('Conv', {
        input: ['padded', 'shared'],
        output: ['y'],
        attribute: [ints('kernel_shape', [4, 4]), int('group', 2)],
      }),
    ],
    initializer: [
      floats('twice', [4], Float32Array.of(1, 1, 2, 2)),
      floats(
        'first',
        [1, 1, 10, 12],
        Float32Array.from({ length: 120 }, (_, i) => (i % 2 || Math.floor(i / 12) % 2 ? 0 : 1)),
      ),
      integers('margins', [0, 0, 2, 2, 0, 0, 1, 1]),
      floats('filter', [2, 1, 4, 4], waves(32, 2)),
    ],
    input: [value('x', [1, 2, 5, 6])],
    output: [value('y', [1, 2, 10, 12])],
    value_info: [],
  },
};

/** Doubles the values of a box of a picture, whose corners are inputs, and writes them back through their indices. */
function pasting(): Model {
  const range = (of: string, size: number, corners: readonly [string, string]): Node[] => [
    node('Slice', { input: [`all${size}`, ...corners, 'zero'], output: [`${of}Range`] }),
    node('Reshape', { input: [`${of}Range`, `${of}Dims`], output: [`${of}Index`] }),
    node('Expand', { input: [`${of}Index`, 'cropShape'], output: [`${of}Wide`] }),
    node('Unsqueeze', { input: [`${of}Wide`, 'last'], output: [`${of}Part`] }),
  ];
  return {
    ir_version: 8,
    opset_import: [{ version: 17 }],
    graph: {
      name: 'pasting',
      node: [
        node('Slice', { input: ['x', 'top', 'bottom', 'two'], output: ['strip'] }),
        node('Slice', { input: ['strip', 'left', 'right', 'three'], output: ['crop'] }),
        node('Mul', { input: ['crop', 'factor'], output: ['changed'] }),
        node('Shape', { input: ['crop'], output: ['cropShape'] }),
        node('Expand', { input: ['changed', 'cropShape'], output: ['patch'] }),
        ...range('row', 7, ['top', 'bottom']),
        ...range('column', 9, ['left', 'right']),
        node('Mul', { input: ['rowPart', 'none'], output: ['zeros'] }),
        node('Concat', {
          input: ['zeros', 'zeros', 'rowPart', 'columnPart'],
          output: ['indices'],
          attribute: [int('axis', 4)],
        }),
        node('Reshape', { input: ['patch', 'cropShape'], output: ['updates'] }),
        node('ScatterND', { input: ['x', 'indices', 'updates'], output: ['y'] }),
      ],
      initializer: [
        integers('zero', [0]),
        integers('none', [0]),
        integers('two', [2]),
        integers('three', [3]),
        integers('last', [4]),
        integers('rowDims', [1, 1, -1, 1]),
        integers('columnDims', [1, 1, 1, -1]),
        integers('all7', [0, 1, 2, 3, 4, 5, 6]),
        integers('all9', [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        floats('factor', [1], Float32Array.of(2)),
      ],
      input: [
        value('x', [1, 1, 7, 9]),
        ...['top', 'bottom', 'left', 'right'].map((name) => ({
          name,
          type: { tensor_type: { elem_type: INT64, shape: { dim: [{ dim_value: 1 }] } } },
        })),
      ],
      output: [value('y', [1, 1, 7, 9])],
      value_info: [],
    },
  };
}

async function paste(model: Model, corners: readonly [top: number, bottom: number, left: number, right: number]) {
  const session = await ort.InferenceSession.create(writeModel(model));
  const corner = (number: number) => new ort.Tensor('int64', BigInt64Array.of(BigInt(number)), [1]);
  const [top, bottom, left, right] = corners.map(corner);
  const x = new ort.Tensor('float32', waves(63, 4), [1, 1, 7, 9]);
  const { y } = await session.run({ x, top: top!, bottom: bottom!, left: left!, right: right! });
  await session.release();
  return y?.data;
}

describe('withLessMemory', () => {
  it('replaces an upsampling that holds the enlarged picture three times by a transposed convolution', async () => {
    const lean = withLessMemory(upsampling);
    expect(operatorsOf(lean)).toEqual(['ConvTranspose']);
    const picture = { data: waves(60, 5), dims: [1, 2, 5, 6] };
    const [whole, result] = [await run(writeModel(upsampling), picture), await run(writeModel(lean), picture)];
    expect(result.dims).toEqual(whole.dims);
    expect(distance(whole.data, result.data)).toBeLessThan(1e-5);
  });

  it.each([
    { name: 'inside', corners: [2, 5, 3, 7] },
    { name: 'at the upper left corner', corners: [0, 3, 0, 2] },
    { name: 'as large as the picture', corners: [0, 7, 0, 9] },
  ] as const)('writes a crop $name back without the index of each pixel', async ({ corners }) => {
    const lean = withLessMemory(pasting());
    expect(operatorsOf(lean)).not.toContain('ScatterND');
    expect(operatorsOf(lean)).not.toContain('Unsqueeze');
    expect(await paste(lean, corners)).toEqual(await paste(pasting(), corners));
  });

  it('rejects a network that has neither', () => {
    const { graph } = upsampling;
    const plain = { ...upsampling, graph: { ...graph, node: graph.node.slice(0, 1) } };
    expect(() => withLessMemory(plain)).toThrow('less memory');
  });
});
