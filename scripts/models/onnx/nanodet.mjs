import { float, int, ints, node, tensor, text, value } from './build.mjs';
import { fromHalf } from './half.mjs';
import { FLOAT, INT64 } from './model.mjs';

/**
 * @import { Attribute, Model, Node, Tensor } from './model.mjs'
 * @typedef {{ readonly from: number, readonly to: number, readonly side?: 1 | 3, readonly stride?: number }} Layer
 *   channels in and out
 */

/** Size of the weights file, and the offsets of the weights of each convolution in the order of the network. */
const BYTES = 7_574_558;
const OFFSETS = [
  [5545944, 5547866, 5518068, 5513364, 5527384],
  [5566430, 5365452, 5346892, 5402448, 5328332, 5439444],
  [5640354, 4737796, 4663876, 4885448, 4589956, 5033100],
  [5935590, 1639288, 1344056, 2229436, 1048824, 2819584, 753592, 3409732],
  [654680, 687736, 7115786],
  [120, 295320, 327408, 622608, 7247306, 7542506],
].flat();

/** Slope of LeakyReLU below zero. */
const LEAKY_SLOPE = 0.1;

/** Channels of every scale that the heads read. */
const NECK_CHANNELS = 128;

/** Outputs per cell in the file: classes of COCO, the first is people; eleven bins for each side of a box. */
const CLASSES = 80;
const SIDES = 4 * 11;

/**
 * Builds NanoDet-g (RangiLyu, Apache-2.0) from its TensorFlow.js weights: an anchor-free detector of the kind of
 * FCOS with a CSP backbone, a path aggregation network, and heads for the strides 8, 16 and 32. Of its eighty
 * classes, only people are kept.
 *
 * Input `input` is float32 [1, 3, height, width], RGB, sides multiples of 32; output `output` is [1, 45, cells]: the logit of
 * a person, then eleven logits each for left, top, right and bottom (0 to 10 strides). Cells of the
 * finest stride come first, row by row. Throws if the file has another size.
 * @param {Uint8Array} bytes
 * @returns {Model}
 */
export function nanodet(bytes) {
  const net = writer(bytes);
  const scales = backbone(net).map((from, i) =>
    net.conv(from, { from: NECK_CHANNELS << i, to: NECK_CHANNELS, side: 1 }),
  );
  const heads = neck(net, scales).map((from) => {
    const mixed = net.active(from, { from: NECK_CHANNELS, to: NECK_CHANNELS });
    return net.rows(net.conv(mixed, { from: NECK_CHANNELS, to: CLASSES + SIDES, side: 1 }));
  });
  net.add('Concat', heads, { attribute: [int('axis', 2)], output: 'output' });
  return net.model();
}

/** @typedef {ReturnType<typeof writer>} Net */

/** Three scales, with 128, 256 and 512 channels. @param {Net} net */
function backbone(net) {
  const stem = net.active('input', { from: 3, to: 32, stride: 2 });
  const pool = [ints('kernel_shape', [3, 3]), ints('strides', [2, 2]), ints('pads', [1, 1, 1, 1])];
  const blocks = [net.add('MaxPool', [stem], { attribute: pool })];
  for (const [i, repeats] of [1, 2, 2, 3].entries()) {
    const [from = '', channels] = [blocks.at(-1), 32 << i];
    const start = net.active(from, { from: channels, to: channels, stride: i === 0 ? 1 : 2 });
    let inner = start;
    for (let round = 0; round < repeats; round++) {
      const first = net.active(inner, { from: channels, to: channels / 2 });
      inner = net.join([net.active(first, { from: channels / 2, to: channels / 2 }), first]);
    }
    blocks.push(net.join([net.active(inner, { from: channels, to: channels }), start]));
  }
  return blocks.slice(2);
}

/** Path aggregation: top-down, then bottom-up. @param {Net} net @param {readonly string[]} scales */
function neck(net, [fine = '', middle = '', coarse = '']) {
  const upper = net.add('Add', [middle, net.doubled(coarse)]);
  const finest = net.add('Add', [fine, net.doubled(upper)]);
  const centre = net.add('Add', [upper, net.halved(finest)]);
  return [finest, centre, net.add('Add', [coarse, net.halved(centre)])];
}

/** Reads the convolutions from the file in order. @param {Uint8Array} bytes */
function writer(bytes) {
  if (bytes.length !== BYTES) throw new Error(`the weights have ${bytes.length} bytes instead of ${BYTES}`);
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cells = new Uint8Array(BigInt64Array.of(1n, BigInt(1 + SIDES), -1n).buffer);
  const twice = new Uint8Array(Float32Array.of(1, 1, 2, 2).buffer);
  /** @type {Tensor[]} */
  const tensors = [
    tensor('cells', [3], { type: INT64, data: cells }),
    tensor('twice', [4], { type: FLOAT, data: twice }),
  ];
  /** @type {Node[]} */
  const nodes = [];
  let convCount = 0;

  /** @param {string} type @param {string[]} input @param {{ attribute?: Attribute[], output?: string }} more */
  const add = (type, input, { attribute = [], output = `v${nodes.length}` } = {}) => {
    nodes.push(node(type, { name: output, input, output: [output], attribute }));
    return output;
  };

  /** Reads half-precision numbers at byte offset `at` of the file.
   * @type {(name: string, dims: readonly number[], at: (i: number) => number) => string} */
  const take = (name, dims, at) => {
    const words = new Uint16Array(dims.reduce((product, dim) => product * dim, 1));
    for (let i = 0; i < words.length; i++) words[i] = data.getUint16(at(i), true);
    tensors.push(tensor(name, dims, { type: FLOAT, data: new Uint8Array(fromHalf(words).buffer) }));
    return name;
  };

  /** @param {string} input @param {Layer} layer */
  const conv = (input, { from, to, side = 3, stride = 1 }) => {
    const name = `conv${convCount}`;
    const offset = OFFSETS[convCount++] ?? 0;
    const area = side * side;
    // Heads: the first class, and the sides of boxes.
    const column = (/** @type {number} */ i) => (to === CLASSES + SIDES && i > 0 ? i + CLASSES - 1 : i);
    const out = to === CLASSES + SIDES ? 1 + SIDES : to;
    // The original expects BGR.
    const row = (/** @type {number} */ i) => (from === 3 ? 2 - i : i);
    // The file has rows, columns, channels in, channels out; the format wants channels out first.
    const weights = take(`${name}.weight`, [out, from, side, side], (i) => {
      const [last, first, pixel] = [Math.floor(i / (from * area)), Math.floor(i / area) % from, i % area];
      return offset + 2 * ((pixel * from + row(first)) * to + column(last));
    });
    const bias = take(`${name}.bias`, [out], (i) => offset + 2 * (area * from * to + column(i)));
    const pad = (side - 1) / 2;
    const attribute = [ints('strides', [stride, stride]), ints('pads', [pad, pad, pad, pad])];
    return add('Conv', [input, weights, bias], { attribute });
  };

  return {
    add,
    conv,
    /** @param {string} input @param {Layer} layer */
    active: (input, layer) => add('LeakyRelu', [conv(input, layer)], { attribute: [float('alpha', LEAKY_SLOPE)] }),
    /** @param {string[]} parts */
    join: (parts) => add('Concat', parts, { attribute: [int('axis', 1)] }),
    /** @param {string} input */
    doubled: (input) => add('Resize', [input, '', 'twice'], { attribute: [text('mode', 'linear')] }),
    /** @param {string} input */
    halved: (input) =>
      add('AveragePool', [input], { attribute: [ints('kernel_shape', [2, 2]), ints('strides', [2, 2])] }),
    /** @param {string} input */
    rows: (input) => add('Reshape', [input, 'cells']),
    /** @returns {Model} */
    model: () => ({
      ir_version: 8,
      producer_name: 'prepare',
      opset_import: [{ version: 17 }],
      graph: {
        name: 'nanodet',
        node: nodes,
        initializer: tensors,
        input: [value('input', [1, 3, 'height', 'width'])],
        output: [value('output', [1, 1 + SIDES, 'cells'])],
        value_info: [],
      },
    }),
  };
}
