import { cast, node, tensor } from './build.mjs';
import { relativeError, toHalf } from './half.mjs';
import { ATTRIBUTE, FLOAT, FLOAT16, floatsOf, sizeOf, toNumber } from './model.mjs';

/**
 * @import { Graph, Model, Node, Tensor } from './model.mjs'
 */

/** Smaller tensors (biases, scales, shapes) save little and matter most for precision. */
const MIN_ELEMENTS = 1024;
/** Half precision rounds normal values by about 2^-12; a larger error indicates overflow or subnormal numbers. */
const MAX_RELATIVE_ERROR = 1e-3;
/** Exponent of the largest value of a tensor after scaling. */
const SCALED_EXPONENT = 8;

/**
 * Stores large float32 weights in half precision, each followed by a Cast to float32: half the bytes to download.
 * Runtimes fold the casts when they load the network and compute in float32. Weights that half precision would
 * distort are kept.
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
    // Old files also list their weights as inputs; the output of a node must not be an input.
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
 * Tensors and nodes that restore a float32 value from half precision; undefined for tensors that are kept.
 * Very small values are scaled by a power of two before they are stored, which is exact.
 * @param {Tensor} weight
 * @returns {{ name: string, tensors: Tensor[], nodes: Node[] } | undefined}
 */
function halveTensor(weight) {
  if (weight.data_type !== FLOAT || weight.dims.length < 2 || sizeOf(weight) < MIN_ELEMENTS) return undefined;
  const { name } = weight;
  const dims = weight.dims.map(toNumber);
  const values = floatsOf(weight);
  const stored = (/** @type {Uint16Array} */ words) =>
    tensor(`${name}__half`, dims, { type: FLOAT16, data: new Uint8Array(words.buffer) });
  const plain = toHalf(values);
  if (relativeError(values, plain) <= MAX_RELATIVE_ERROR) {
    return { name, tensors: [stored(plain)], nodes: [cast(`${name}__half`, name)] };
  }
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // Scaling down would replace an overflow by an underflow.
  if (!(largest < 1)) return undefined;
  const power = 2 ** (SCALED_EXPONENT - Math.floor(Math.log2(largest)));
  const raised = values.map((value) => value * power);
  const words = toHalf(raised);
  if (!(relativeError(raised, words) <= MAX_RELATIVE_ERROR)) return undefined;
  const factor = tensor(`${name}__unit`, [], { type: FLOAT, data: new Uint8Array(Float32Array.of(1 / power).buffer) });
  const multiply = node('Mul', { name: `${name}__scale`, input: [`${name}__raised`, factor.name], output: [name] });
  return { name, tensors: [stored(words), factor], nodes: [cast(`${name}__half`, `${name}__raised`), multiply] };
}
