import { int, ints, node, tensor } from './build.mjs';
import { INT64, toNumber } from './model.mjs';

/**
 * @import { Graph, Model, Node, Tensor } from './model.mjs'
 * @typedef {object} StripOptions
 * @property {string} output the value that is computed strip by strip
 * @property {Readonly<Record<string, number>>} sources values that exist whole, with their height in pixels
 * @property {number} strips
 */

/** Operators that compute each pixel by itself. */
const POINTWISE = new Set(['Add', 'Sub', 'Mul', 'Div', 'Erf', 'LeakyRelu', 'Relu', 'Clip', 'Sigmoid', 'Tanh']);

/**
 * Computes one value of a network strip by strip, from values that exist whole: the tensors between them never exist at
 * full height. Each strip has as many rows beyond it as its filters reach, so that the result is the same. What several
 * outputs need of such tensors (a skip connection) is computed for each of them. Values have the shape [1, channels,
 * height, width]. Throws at an operator that it does not know, and if a strip has a fraction of a row.
 * @param {Model} model
 * @param {StripOptions} options
 * @returns {Model}
 */
export function inStrips(model, { output, sources, strips }) {
  const { graph } = model;
  const producers = new Map(graph.node.map((one) => [one.output[0] ?? '', one]));
  const last = producers.get(output);
  if (!last) throw new Error(`the network has no value "${output}"`);
  const stripGraph = new StripGraph(graph, producers, sources);
  const height = stripGraph.heightOf(output);
  if (height % strips !== 0) throw new Error(`${height} rows of "${output}" are not ${strips} equal strips`);
  const rows = height / strips;
  const parts = Array.from({ length: strips }, (_, i) => stripGraph.rowsOf(output, i * rows, (i + 1) * rows));
  const joined = node('Concat', {
    name: `${output}__strips`,
    input: parts,
    output: [output],
    attribute: [int('axis', 2)],
  });
  const added = [...stripGraph.nodes, joined];
  return {
    ...model,
    graph: {
      ...graph,
      initializer: [...graph.initializer, ...stripGraph.initializer],
      node: graph.node.flatMap((one) => (one === last ? added : [one])),
    },
  };
}

/** Collects the nodes that compute rows of values. */
class StripGraph {
  /** @type {Node[]} */
  nodes = [];
  /** @type {Tensor[]} */
  initializer = [];
  /** @type {Map<string, string>} */
  #parts = new Map();

  /**
   * @param {Graph} graph
   * @param {ReadonlyMap<string, Node>} producers
   * @param {StripOptions['sources']} sources
   */
  constructor(graph, producers, sources) {
    this.producers = producers;
    this.sources = sources;
    this.weights = new Map(graph.initializer.map((one) => [one.name, one]));
  }

  /**
   * Height of a value in rows; 1 for one that is the same in all rows.
   * @param {string} name
   * @returns {number}
   */
  heightOf(name) {
    const source = this.sources[name];
    if (source !== undefined) return source;
    const weight = this.weights.get(name);
    if (weight) return toNumber(weight.dims.at(-2) ?? 1);
    const producer = this.#producerOf(name);
    if (producer.op_type === 'Constant') return 1;
    if (producer.op_type === 'Identity') return this.heightOf(producer.input[0] ?? '');
    if (POINTWISE.has(producer.op_type)) return Math.max(...producer.input.map((input) => this.heightOf(input)));
    const { stride } = windowOf(producer);
    const height = this.heightOf(producer.input[0] ?? '');
    return producer.op_type === 'Conv' ? height / stride : height * stride;
  }

  /**
   * Name of rows `from` to `to` of a value.
   * @param {string} name
   * @param {number} from
   * @param {number} to
   * @returns {string}
   */
  rowsOf(name, from, to) {
    const height = this.heightOf(name);
    if (height === 1 || (from === 0 && to === height && this.sources[name] !== undefined)) return name;
    const part = `${name}__${from}_${to}`;
    const cached = this.#parts.get(part);
    if (cached !== undefined) return cached;
    this.#parts.set(part, part);
    if (this.sources[name] !== undefined || this.weights.has(name)) return this.#cut(name, part, [from, to]);
    const producer = this.#producerOf(name);
    if (producer.op_type === 'Identity') return this.rowsOf(producer.input[0] ?? '', from, to);
    const drawn = POINTWISE.has(producer.op_type)
      ? { ...producer, input: producer.input.map((input) => this.rowsOf(input, from, to)) }
      : this.#filtered(producer, from, to);
    this.nodes.push({ ...drawn, name: part, output: [part] });
    return part;
  }

  /** @param {string} name */
  #producerOf(name) {
    const producer = this.producers.get(name);
    if (!producer) throw new Error(`no node of the network computes "${name}"`);
    return producer;
  }

  /**
   * A convolution of the rows that its filter reaches from `from` to `to`.
   * @param {Node} conv
   * @param {number} from
   * @param {number} to
   * @returns {Node}
   */
  #filtered(conv, from, to) {
    const { kernel, stride, pads } = windowOf(conv);
    const [source = '', ...weights] = conv.input;
    const height = this.heightOf(source);
    const top = pads[0] ?? 0;
    const inside = (/** @type {number} */ row) => Math.min(height, Math.max(0, row));
    const attributes = (conv.attribute ?? []).filter(({ name }) => name !== 'pads');
    const drawn = (/** @type {number} */ start, /** @type {number} */ end, /** @type {number[]} */ padding) => ({
      ...conv,
      input: [this.rowsOf(source, start, end), ...weights],
      attribute: [...attributes, ints('pads', padding)],
    });
    if (conv.op_type === 'Conv') {
      const [first, last] = [from * stride - top, (to - 1) * stride - top + kernel];
      const [start, end] = [inside(first), inside(last)];
      return drawn(start, end, [start - first, pads[1] ?? 0, last - end, pads[3] ?? 0]);
    }
    // Row r of the input reaches rows r * stride - top to r * stride - top + kernel - 1 of the output.
    const start = inside(Math.ceil((from + top - kernel + 1) / stride));
    const end = inside(Math.floor((to - 1 + top) / stride) + 1);
    const above = from + top - start * stride;
    const below = (end - start - 1) * stride + kernel - above - (to - from);
    return drawn(start, end, [above, pads[1] ?? 0, below, pads[3] ?? 0]);
  }

  /**
   * @param {string} name
   * @param {string} output
   * @param {readonly [number, number]} rows
   */
  #cut(name, output, [from, to]) {
    const range = [from, to, -2].map((number, i) => {
      const data = new Uint8Array(BigInt64Array.of(BigInt(number)).buffer);
      const part = tensor(`${output}__${['from', 'to', 'axis'][i]}`, [1], { type: INT64, data });
      this.initializer.push(part);
      return part.name;
    });
    this.nodes.push(node('Slice', { name: output, input: [name, ...range], output: [output] }));
    return output;
  }
}

/**
 * Filter, stride and padding of a convolution, along rows.
 * @param {Node} conv
 */
function windowOf(conv) {
  if (conv.op_type !== 'Conv' && conv.op_type !== 'ConvTranspose')
    throw new Error(`the operator ${conv.op_type} of "${conv.name}" does not work in strips`);
  const numbers = (/** @type {string} */ name) =>
    conv.attribute?.find((one) => one.name === name)?.ints?.map(toNumber) ?? [];
  return { kernel: numbers('kernel_shape')[0] ?? 1, stride: numbers('strides')[0] ?? 1, pads: numbers('pads') };
}
