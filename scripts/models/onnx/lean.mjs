import { int, ints, node, tensor } from './build.mjs';
import { floatsOf, INT64, toNumber } from './model.mjs';

/**
 * @import { Graph, Model, Node, Tensor } from './model.mjs'
 */

/** An end of a slice beyond every dimension. */
const TO_THE_END = 2 ** 31 - 1;

/**
 * Replaces groups of nodes that hold large tensors in memory by others with the same result:
 *
 * - an upsampling that repeats each pixel, sets all but one repetition to zero, pads and filters (StyleGAN's) by one
 *   transposed convolution, which never holds the enlarged picture twice;
 * - a crop that is written back through the index of each of its pixels (32 bytes a value) by a concatenation.
 *
 * Throws if the network has neither.
 * @param {Model} model
 * @returns {Model}
 */
export function withLessMemory(model) {
  const smaller = pasteByConcat(upsampleByTransposed(model.graph));
  if (smaller === model.graph) throw new Error('the network has no nodes that could do with less memory');
  return { ...model, graph: withoutUnused(smaller) };
}

/** @typedef {ReadonlyMap<string, Node>} Producers nodes by the name of their first output */

/**
 * @param {Graph} graph
 * @returns {Producers}
 */
const producersOf = (graph) => new Map(graph.node.map((node) => [node.output[0] ?? '', node]));

/**
 * @param {Graph} graph
 * @returns {Graph}
 */
function upsampleByTransposed(graph) {
  const producers = producersOf(graph);
  const weights = weightsOf(graph);
  /** @type {Tensor[]} */
  const added = [];
  const nodes = graph.node.map((conv) => {
    const weight = weights.get(conv.input[1] ?? '');
    const small = conv.op_type === 'Conv' && weight ? enlargedInput(conv, producers, weights) : undefined;
    if (!weight || small === undefined) return conv;
    const flipped = flippedFilters(weight);
    added.push(flipped);
    const attribute = [
      ints('kernel_shape', [4, 4]),
      ints('strides', [2, 2]),
      ints('pads', [1, 1, 1, 1]),
      int('group', toNumber(flipped.dims[0] ?? 1)),
    ];
    return { ...conv, op_type: 'ConvTranspose', input: [small, flipped.name, ...conv.input.slice(2)], attribute };
  });
  return added.length === 0 ? graph : { ...graph, node: nodes, initializer: [...graph.initializer, ...added] };
}

/**
 * Weights by their names; exporters give one that several nodes share another name by an Identity.
 * @param {Graph} graph
 * @returns {ReadonlyMap<string, Tensor>}
 */
function weightsOf(graph) {
  const weights = new Map(graph.initializer.map((tensor) => [tensor.name, tensor]));
  for (const { op_type: type, input, output } of graph.node) {
    const shared = type === 'Identity' ? weights.get(input[0] ?? '') : undefined;
    if (shared) weights.set(output[0] ?? '', { ...shared, name: output[0] ?? '' });
  }
  return weights;
}

/**
 * The input that is enlarged before a convolution by 4 × 4 filters, one for each channel; undefined for another one.
 * @param {Node} conv
 * @param {Producers} producers
 * @param {ReadonlyMap<string, Tensor>} weights
 */
function enlargedInput(conv, producers, weights) {
  const before = (/** @type {Node | undefined} */ node, /** @type {string} */ type) => {
    const found = producers.get(node?.input[0] ?? '');
    return found?.op_type === type ? found : undefined;
  };
  const dims = weights.get(conv.input[1] ?? '')?.dims.map(toNumber) ?? [];
  if (dims[1] !== 1 || dims[2] !== 4 || dims[3] !== 4) return undefined;
  const zeroing = before(before(conv, 'Pad'), 'Mul');
  const repeating = before(zeroing, 'Resize');
  const kept = weights.get(zeroing?.input[1] ?? '');
  if (!repeating || !kept || !keepsFirstOfFour(kept)) return undefined;
  return repeating.input[0];
}

/**
 * Whether a factor is one for the upper left of each four pixels, and zero for the others.
 * @param {Tensor} factor
 */
function keepsFirstOfFour(factor) {
  const width = toNumber(factor.dims.at(-1) ?? 1);
  return floatsOf(factor).every((value, i) => {
    const isFirst = (i % width) % 2 === 0 && Math.floor(i / width) % 2 === 0;
    return value === (isFirst ? 1 : 0);
  });
}

/**
 * A transposed convolution spreads its filter where a convolution collects by it: rotated by 180°.
 * @param {Tensor} weight
 * @returns {Tensor}
 */
function flippedFilters(weight) {
  const values = floatsOf(weight);
  const flipped = values.map((_, i) => values[i - (i % 16) + 15 - (i % 16)] ?? 0);
  const data = new Uint8Array(flipped.buffer);
  return tensor(`${weight.name}__flipped`, weight.dims.map(toNumber), { type: weight.data_type, data });
}

/**
 * @param {Graph} graph
 * @returns {Graph}
 */
function pasteByConcat(graph) {
  const producers = producersOf(graph);
  const pasting = graph.node.find((node) => node.op_type === 'ScatterND');
  const crop = pasting && cropOf(pasting, producers);
  if (!pasting || !crop) return graph;
  const [picture = ''] = pasting.input;
  const name = (/** @type {string} */ part) => `${pasting.output[0]}__${part}`;
  const scalar = (/** @type {string} */ part, /** @type {number} */ number) =>
    tensor(name(part), [1], { type: INT64, data: new Uint8Array(BigInt64Array.of(BigInt(number)).buffer) });
  const { rows, columns, patch } = crop;
  const cut = (/** @type {string} */ part, /** @type {string} */ from, /** @type {string[]} */ range) =>
    node('Slice', { name: name(part), input: [from, ...range], output: [name(part)] });
  const join = (/** @type {string[]} */ input, /** @type {number} */ axis, /** @type {string} */ output) =>
    node('Concat', { name: `${output}__concat`, input, output: [output], attribute: [int('axis', axis)] });
  const [start, end] = [name('start'), name('end')];
  const { input: row, output: strip } = rows;
  const { input: column } = columns;
  const pasted = [
    cut('left', strip[0] ?? '', [start, column[1] ?? '', column[3] ?? '']),
    cut('right', strip[0] ?? '', [column[2] ?? '', end, column[3] ?? '']),
    join([name('left'), patch, name('right')], 3, name('rows')),
    cut('above', picture, [start, row[1] ?? '', row[3] ?? '']),
    cut('below', picture, [row[2] ?? '', end, row[3] ?? '']),
    join([name('above'), name('rows'), name('below')], 2, pasting.output[0] ?? ''),
  ];
  return {
    ...graph,
    initializer: [...graph.initializer, scalar('start', 0), scalar('end', TO_THE_END)],
    node: graph.node.flatMap((node) => (node === pasting ? pasted : [node])),
  };
}

/**
 * The two slices (of rows, then of columns) by which the crop is cut out of the picture, and the value that replaces it;
 * undefined for another kind of scattering.
 * @param {Node} pasting
 * @param {Producers} producers
 */
function cropOf(pasting, producers) {
  const [picture, , updates] = pasting.input;
  const patch = producers.get(updates ?? '')?.input[0];
  const expanding = producers.get(patch ?? '');
  const columns = producers.get(producers.get(expanding?.input[1] ?? '')?.input[0] ?? '');
  const rows = producers.get(columns?.input[0] ?? '');
  if (expanding?.op_type !== 'Expand' || columns?.op_type !== 'Slice' || rows?.op_type !== 'Slice') return undefined;
  return rows.input[0] === picture && patch !== undefined ? { rows, columns, patch } : undefined;
}

/**
 * Removes nodes and weights that no output depends on.
 * @param {Graph} graph
 * @returns {Graph}
 */
function withoutUnused(graph) {
  const used = new Set(graph.output.map(({ name }) => name));
  const kept = graph.node.toReversed().filter(({ input, output }) => {
    if (!output.some((name) => used.has(name))) return false;
    for (const name of input) used.add(name);
    return true;
  });
  return {
    ...graph,
    node: kept.toReversed(),
    initializer: graph.initializer.filter(({ name }) => used.has(name)),
  };
}
