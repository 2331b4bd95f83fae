import { int, ints, node, tensor, text, value } from './build.mjs';
import { ATTRIBUTE, FLOAT, UINT8 } from './model.mjs';

/**
 * @import { Model, Node, Tensor } from './model.mjs'
 * @typedef {readonly [scale: number, zero: number]} Coding a byte `b` stands for `scale * (b - zero)`
 * @typedef {{ readonly name: string, readonly channels: readonly [number, number], readonly side: number,
 *   readonly kind: 'full' | 'each' }} Filter
 */

/** Quantisation of each tensor, in the order of the file, from its manifest. */
const QUANTISATIONS = /** @type {readonly Coding[]} */ ([
  [0.009007044399485869, 134],
  [0.005263455241334205, 175],
  [0.004001977630690033, 126],
  [0.013836609615999109, 102],
  [0.0015159862590771096, 204],
  [0.002666276225856706, 119],
  [0.015265831292844286, 110],
  [0.0020280554598453, 183],
  [0.006100742489683862, 146],
  [0.016276211832083907, 126],
  [0.003394414279975143, 225],
  [0.006716050119961009, 120],
  [0.021875603993733724, 132],
  [0.0041141652009066415, 199],
  [0.008423839597141042, 107],
  [0.030007277283014035, 129],
  [0.008402082966823203, 177],
  [0.028336129469030042, 165],
  [0.002268134028303857, 181],
]);

/** Channels after each 3 × 3 convolution, and of the last one: five numbers for each of five boxes. */
const CHANNELS = [3, 16, 32, 64, 128, 256, 512];
const OUT_CHANNELS = 25;

/** Slope of LeakyReLU below zero. */
const LEAKY_SLOPE = 0.1;

/**
 * Builds the Tiny Face Detector of face-api.js (V. Mühler, MIT) from its weights: a Tiny YOLO v2 of separable
 * convolutions. Weights keep their 8-bit quantisation.
 *
 * Input `input` is float32 [1, 3, side, side], output `output` [1, 25, side / 32, side / 32]. Throws if the file has
 * another size.
 * @param {Uint8Array} bytes
 * @returns {Model}
 */
export function tinyFace(bytes) {
  const read = reader(bytes);
  /** @type {Node[]} */
  const nodes = [];
  let from = 'input';
  for (const [i, columns] of CHANNELS.slice(1).entries()) {
    const rows = CHANNELS[i] ?? 3;
    const name = `conv${i}`;
    if (i === 0) {
      const weights = read.filter({ name: `${name}.weight`, channels: [rows, columns], side: 3, kind: 'full' });
      nodes.push(convolution(`${name}.sum`, [from, weights, read.bias(`${name}.bias`, columns)], []));
    } else {
      const depthwise = read.filter({ name: `${name}.each`, channels: [1, rows], side: 3, kind: 'each' });
      const pointwise = read.filter({ name: `${name}.whole`, channels: [rows, columns], side: 1, kind: 'full' });
      nodes.push(convolution(`${name}.part`, [from, depthwise], [int('group', rows), ints('pads', [1, 1, 1, 1])]));
      nodes.push(convolution(`${name}.sum`, [`${name}.part`, pointwise, read.bias(`${name}.bias`, columns)], []));
    }
    nodes.push(node('LeakyRelu', { name, input: [`${name}.sum`], output: [name], attribute: [leak] }));
    nodes.push(pool(`pool${i}`, name, i === 5 ? 1 : 2));
    from = `pool${i}`;
  }
  const last = read.filter({ name: 'conv8.weight', channels: [512, OUT_CHANNELS], side: 1, kind: 'full' });
  nodes.push(convolution('output', [from, last, read.bias('conv8.bias', OUT_CHANNELS)], []));
  return {
    ir_version: 8,
    producer_name: 'prepare',
    opset_import: [{ version: 17 }],
    graph: {
      name: 'tiny-face',
      node: [...read.nodes(), ...nodes],
      initializer: read.tensors(),
      input: [value('input', [1, 3, 'side', 'side'])],
      output: [value('output', [1, OUT_CHANNELS, 'cells', 'cells'])],
      value_info: [],
    },
  };
}

const leak = { name: 'alpha', type: ATTRIBUTE.float, f: LEAKY_SLOPE };

/**
 * @param {string} output
 * @param {string[]} input
 * @param {NonNullable<Node['attribute']>} attribute
 */
const convolution = (output, input, attribute) => node('Conv', { name: output, input, output: [output], attribute });

/**
 * Max pooling of 2 × 2, padded at the right and bottom edges.
 * @param {string} output
 * @param {string} input
 * @param {number} stride
 */
const pool = (output, input, stride) =>
  node('MaxPool', {
    name: output,
    input: [input],
    output: [output],
    attribute: [ints('kernel_shape', [2, 2]), ints('strides', [stride, stride]), text('auto_pad', 'SAME_UPPER')],
  });

/**
 * Reads the tensors from the file in order.
 * @param {Uint8Array} bytes
 */
function reader(bytes) {
  const size = 193_321;
  if (bytes.length !== size) throw new Error(`the weights have ${bytes.length} bytes instead of ${size}`);
  let [at, index] = [0, 0];
  /** @type {Tensor[]} */
  const tensors = [];
  /** @type {Node[]} */
  const nodes = [];
  /** @type {(name: string, dims: readonly number[], order: (i: number) => number) => string} */
  const take = (name, dims, order) => {
    const length = dims.reduce((product, dim) => product * dim, 1);
    const data = Uint8Array.from({ length }, (_, i) => bytes[at + order(i)] ?? 0);
    const [scale, zero] = QUANTISATIONS[index++] ?? [1, 0];
    at += length;
    tensors.push(tensor(`${name}__bytes`, dims, { type: UINT8, data }));
    tensors.push(tensor(`${name}__scale`, [], { type: FLOAT, data: new Uint8Array(Float32Array.of(scale).buffer) }));
    tensors.push(tensor(`${name}__zero`, [], { type: UINT8, data: Uint8Array.of(zero) }));
    const input = [`${name}__bytes`, `${name}__scale`, `${name}__zero`];
    nodes.push(node('DequantizeLinear', { name: `${name}__read`, input, output: [name] }));
    return name;
  };
  return {
    tensors: () => tensors,
    nodes: () => nodes,
    /** @type {(name: string, length: number) => string} */
    bias: (name, length) => take(name, [length], (i) => i),
    /**
     * The file has rows, columns, channels in, channels out; the format wants channels out first.
     * @param {Filter} filter
     */
    filter: ({ name, channels: [rows, columns], side, kind }) => {
      const area = side * side;
      const order = (/** @type {number} */ i) => {
        const [column, row, tap] = [Math.floor(i / (rows * area)), Math.floor(i / area) % rows, i % area];
        return (tap * rows + row) * columns + column;
      };
      return take(name, kind === 'each' ? [columns, 1, side, side] : [columns, rows, side, side], order);
    },
  };
}
