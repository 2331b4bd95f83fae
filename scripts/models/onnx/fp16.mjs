import { cast, node, tensor } from './build.mjs';
import { relativeError, toHalf } from './half.mjs';
import { ATTRIBUTE, FLOAT, FLOAT16, floatsOf, sizeOf, toNumber } from './model.mjs';

/**
 * @import { Graph, Model, Node, Tensor } from './model.mjs'
 */

/** Smaller tensors (biases, scales, shapes) weigh nothing and matter most for precision. */
const LEAST_ELEMENTS = 1024;
/** Rounding to half precision costs about 2^-12 of a normal value; more means overflow or subnormal numbers. */
const MOST_ERROR = 1e-3;
/** Exponent of the largest value after scaling. */
const SCALED_TO = 8;

/**
 * Stores the large float32 weights in half precision, each followed by a Cast to float32: half the bytes to download,
 * and a runtime folds the casts away when it loads the network, so that it computes in float32 as before. Weights that
 * half precision would harm stay as they are.
 * @param {Model} model
 * @returns {Model}
 */
export function storeHalf(model) {
  return { ...model, graph: halveGraph(model.graph) };
}

/**
 * @param {Graph} graph
 * @returns {Graph}
 */
function halveGraph(graph) {
  const outputs = new Set(graph.output.map((value) => value.name));
  const halved = graph.initializer.flatMap((tensor) => (outputs.has(tensor.name) ? [] : (halveTensor(tensor) ?? [])));
  const replaced = new Set(halved.map((half) => half.name));
  return {
    ...graph,
    initializer: [...graph.initializer.filter(({ name }) => !replaced.has(name)), ...halved.flatMap((h) => h.tensors)],
    // Old files also list their weights as inputs; a value that a node makes must not be one.
    input: graph.input.filter(({ name }) => !replaced.has(name)),
    node: [...halved.flatMap((half) => half.nodes), ...graph.node.flatMap(halveNode)],
  };
}

/**
 * @param {Node} before
 * @returns {Node[]}
 */
function halveNode(before) {
  const attributes = before.attribute ?? [];
  const constant = before.op_type === 'Constant' ? attributes.find((a) => a.name === 'value')?.t : undefined;
  const output = before.output[0];
  if (constant && output !== undefined) {
    const half = halveTensor({ ...constant, name: output });
    return half ? [...half.tensors.map(constantOf), ...half.nodes] : [before];
  }
  if (!attributes.some((a) => a.g || (a.graphs?.length ?? 0) > 0)) return [before];
  const attribute = attributes.map((a) => ({
    ...a,
    ...(a.g ? { g: halveGraph(a.g) } : {}),
    ...(a.graphs ? { graphs: a.graphs.map(halveGraph) } : {}),
  }));
  return [{ ...before, attribute }];
}

/** @param {Tensor} content */
function constantOf(content) {
  const attribute = [{ name: 'value', type: ATTRIBUTE.tensor, t: content }];
  return node('Constant', { input: [], output: [content.name], attribute });
}

/**
 * What makes the same float32 value out of half precision; nothing where the tensor is small, no float32 or harmed.
 * Very small values are multiplied by a power of two before they are stored, which costs no precision.
 * @param {Tensor} whole
 * @returns {{ name: string, tensors: Tensor[], nodes: Node[] } | undefined}
 */
function halveTensor(whole) {
  if (whole.data_type !== FLOAT || whole.dims.length < 2 || sizeOf(whole) < LEAST_ELEMENTS) return undefined;
  const { name } = whole;
  const dims = whole.dims.map(toNumber);
  const values = floatsOf(whole);
  const stored = (/** @type {Uint16Array} */ words) =>
    tensor(`${name}__half`, dims, { type: FLOAT16, data: new Uint8Array(words.buffer) });
  const plain = toHalf(values);
  if (relativeError(values, plain) <= MOST_ERROR) {
    return { name, tensors: [stored(plain)], nodes: [cast(`${name}__half`, name)] };
  }
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // Scaling down would only trade an overflow for small values that vanish.
  if (!(largest < 1)) return undefined;
  const power = 2 ** (SCALED_TO - Math.floor(Math.log2(largest)));
  const raised = values.map((value) => value * power);
  const words = toHalf(raised);
  if (!(relativeError(raised, words) <= MOST_ERROR)) return undefined;
  const factor = tensor(`${name}__unit`, [], { type: FLOAT, data: new Uint8Array(Float32Array.of(1 / power).buffer) });
  const multiply = node('Mul', { name: `${name}__scale`, input: [`${name}__raised`, factor.name], output: [name] });
  return { name, tensors: [stored(words), factor], nodes: [cast(`${name}__half`, `${name}__raised`), multiply] };
}
