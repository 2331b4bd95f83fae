import { cast, int, ints, node, tensor, text, value } from './build.mjs';
import { FLOAT, FLOAT16 } from './model.mjs';

/**
 * @import { Model, Node, Tensor } from './model.mjs'
 * @typedef {{ readonly features: number, readonly body: number, readonly scale: number }} Srvgg
 * @typedef {{ readonly half: boolean, readonly weights: Uint8Array, readonly bias: Uint8Array,
 *   readonly slope?: Uint8Array }} Layer
 */

const COLOURS = 3;
/** Marker that ncnn writes before half-precision weights; before float32 it writes 0. */
const NCNN_HALF = 0x01306b47;

/**
 * Builds a network of the SRVGG family (Wang et al., Real-ESRGAN, "SRVGGNetCompact") from ncnn weights: a
 * convolution 3 -> features, `body` convolutions features -> features, each followed by PReLU, a convolution to
 * 3·scale², a pixel shuffle by `scale`, plus the input upscaled by nearest neighbour.
 *
 * Input `input` and output `output` are float32 [1, 3, height, width], RGB in 0..1; the output may lie slightly outside.
 * Weights keep their half precision, so nothing is rounded. Throws if the file has another size.
 * @param {Uint8Array} bytes
 * @param {Srvgg} shape
 * @returns {Model}
 */
export function srvgg(bytes, shape) {
  const layers = readLayers(bytes, shape);
  const last = layers.length - 1;
  /** @type {Node[]} */
  const nodes = [];
  /** @type {Tensor[]} */
  const tensors = [];
  layers.forEach((layer, i) => {
    const [rows, columns] = channels(i, shape);
    const name = `conv${i}`;
    const from = i === 0 ? 'input' : `layer${i - 1}`;
    const stored = layer.half ? `${name}.weight__half` : `${name}.weight`;
    tensors.push(tensor(stored, [columns, rows, 3, 3], { type: layer.half ? FLOAT16 : FLOAT, data: layer.weights }));
    tensors.push(tensor(`${name}.bias`, [columns], { type: FLOAT, data: layer.bias }));
    if (layer.half) nodes.push(cast(stored, `${name}.weight`));
    const to = i === last ? 'mixed' : `${name}.out`;
    const attribute = [ints('kernel_shape', [3, 3]), ints('pads', [1, 1, 1, 1])];
    nodes.push(node('Conv', { name, input: [from, `${name}.weight`, `${name}.bias`], output: [to], attribute }));
    if (layer.slope === undefined) return;
    tensors.push(tensor(`${name}.slope`, [columns, 1, 1], { type: FLOAT, data: layer.slope }));
    nodes.push(...prelu(name, `layer${i}`));
  });
  const base = upscaleNodes(shape.scale);
  return {
    ir_version: 8,
    producer_name: 'prepare',
    opset_import: [{ version: 17 }],
    graph: {
      name: 'srvgg',
      node: [...nodes, ...base.nodes],
      initializer: [...tensors, ...base.tensors],
      input: [value('input', [1, COLOURS, 'height', 'width'])],
      output: [value('output', [1, COLOURS, 'tall', 'wide'])],
      value_info: [],
    },
  };
}

/**
 * PReLU as relu(x) − slope·relu(−x): GPU back-ends of some versions of onnxruntime-web lack PRelu and would
 * copy each picture to the CPU and back.
 * @param {string} name
 * @param {string} output
 * @returns {Node[]}
 */
function prelu(name, output) {
  const [x, up, minus, down, scaled] = ['out', 'up', 'minus', 'down', 'scaled'].map((part) => `${name}.${part}`);
  if (!(x && up && minus && down && scaled)) return [];
  return [
    node('Relu', { name: up, input: [x], output: [up] }),
    node('Neg', { name: minus, input: [x], output: [minus] }),
    node('Relu', { name: down, input: [minus], output: [down] }),
    node('Mul', { name: scaled, input: [down, `${name}.slope`], output: [scaled] }),
    node('Sub', { name: output, input: [up, scaled], output: [output] }),
  ];
}

/**
 * The tail of the network: pixel shuffle, upscale, add.
 * @param {number} scale
 */
function upscaleNodes(scale) {
  const order = [int('blocksize', scale), text('mode', 'CRD')];
  const nearest = [
    text('mode', 'nearest'),
    text('coordinate_transformation_mode', 'asymmetric'),
    text('nearest_mode', 'floor'),
  ];
  const scales = new Uint8Array(Float32Array.of(1, 1, scale, scale).buffer);
  return {
    tensors: [tensor('scales', [4], { type: FLOAT, data: scales })],
    nodes: [
      node('DepthToSpace', { name: 'shuffle', input: ['mixed'], output: ['detail'], attribute: order }),
      node('Resize', { name: 'repeat', input: ['input', '', 'scales'], output: ['base'], attribute: nearest }),
      node('Add', { name: 'sum', input: ['detail', 'base'], output: ['output'] }),
    ],
  };
}

/**
 * @param {number} index
 * @param {Srvgg} shape
 * @returns {[number, number]} channels in and out of a convolution
 */
function channels(index, { features, body, scale }) {
  return [index === 0 ? COLOURS : features, index === body + 1 ? COLOURS * scale * scale : features];
}

/**
 * @param {Uint8Array} bytes
 * @param {Srvgg} shape
 * @returns {Layer[]}
 */
function readLayers(bytes, shape) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = (/** @type {number} */ length) => {
    if (at + length > bytes.length) throw new Error(`the weights end after ${bytes.length} bytes, in the middle`);
    at += length;
    return Uint8Array.from(bytes.subarray(at - length, at));
  };
  /** @type {Layer[]} */
  const layers = [];
  for (let i = 0; i <= shape.body + 1; i++) {
    const [rows, columns] = channels(i, shape);
    take(4);
    const tag = view.getUint32(at - 4, true);
    if (tag !== NCNN_HALF && tag !== 0) throw new Error(`layer ${i} stores its weights in a form that is not known`);
    const half = tag === NCNN_HALF;
    const count = rows * columns * 9;
    const weights = take(count * (half ? 2 : 4));
    if (half && count % 2 === 1) take(2);
    const bias = take(columns * 4);
    layers.push(i > shape.body ? { half, weights, bias } : { half, weights, bias, slope: take(columns * 4) });
  }
  if (at !== bytes.length) throw new Error(`${bytes.length - at} bytes are left after the last layer`);
  return layers;
}
