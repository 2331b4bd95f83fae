import { evaluate } from './arithmetic.mjs';
import { boundsOf, broadcastShape, numbersOf, resolveShape, squeezeShape, volume } from './shapes.mjs';

/**
 * @import { Constant, TfGraph, TfNode } from './graph.mjs'
 * @typedef {TfNode & { readonly dims: readonly number[] }} Step a node whose value depends on the input
 * @typedef {{ readonly constants: ReadonlyMap<string, Constant>, readonly steps: ReadonlyMap<string, Step>,
 *   readonly input: string, readonly output: string }} Folded
 */

/**
 * Constant folding for a network whose only input has a known shape: evaluates everything that is constant, and infers
 * the shapes of all other values. Throws on unknown operators.
 * @param {TfGraph} graph
 * @param {readonly number[]} shape of the input: 1, height, width, channels
 * @returns {Folded}
 */
export function fold({ nodes, constants: weights }, shape) {
  /** @type {Map<string, Constant>} */
  const constants = new Map();
  /** @type {Map<string, Step>} */
  const steps = new Map();
  let input = '';
  const shapeOf = (/** @type {string} */ name) => constants.get(name)?.dims ?? steps.get(name)?.dims ?? [];
  for (const node of nodes) {
    const { name, op } = node;
    const inputs = node.input.flatMap((from) => constants.get(from) ?? []);
    if (op === 'Const') constants.set(name, /** @type {Constant} */ (weights.get(name)));
    else if (op === 'Shape') constants.set(name, vector(shapeOf(node.input[0] ?? '')));
    else if (op === 'Placeholder') {
      input = name;
      steps.set(name, { ...node, dims: shape });
    } else if (inputs.length === node.input.length) {
      const value = evaluate(node, inputs);
      if (!value) throw new Error(`${op} cannot be calculated`);
      constants.set(name, value);
    } else {
      const numbers = (/** @type {number} */ i) => numbersOf(constants.get(node.input.at(i) ?? ''));
      steps.set(name, { ...node, dims: shapeAfter(node, { dims: node.input.map(shapeOf), numbers }) });
    }
  }
  return { constants, steps, input, output: nodes.at(-1)?.name ?? '' };
}

/** @param {readonly number[]} numbers */
const vector = (numbers) => ({ dims: [numbers.length], data: Int32Array.from(numbers) });

/**
 * The shape of a node's output.
 * @param {TfNode} node
 * @param {{ readonly dims: readonly (readonly number[])[], readonly numbers: (i: number) => readonly number[] }} inputs
 *   shapes of the inputs, and values of constant inputs (-1: the last)
 * @returns {readonly number[]}
 */
function shapeAfter({ op, attr = {} }, { dims, numbers }) {
  const [a = [], b = []] = dims;
  const axisAt = (/** @type {number} */ i) => ((numbers(i)[0] ?? 0) + a.length) % a.length;
  switch (op) {
    case 'Conv2D': {
      const stride = strideOf(attr);
      return [a[0] ?? 1, Math.ceil((a[1] ?? 1) / stride), Math.ceil((a[2] ?? 1) / stride), b[3] ?? 1];
    }
    case 'Conv2DBackpropInput':
      return numbers(0);
    case 'Reshape':
      return resolveShape(numbers(1), volume(a));
    case 'BroadcastTo':
      return numbers(1);
    case 'Transpose':
      return numbers(1).map((axis) => a[axis] ?? 1);
    case 'Squeeze':
      return squeezeShape(a, attr);
    case 'ConcatV2': {
      const axis = axisAt(-1);
      return a.map((dim, i) => (i === axis ? dims.slice(0, -1).reduce((sum, one) => sum + (one[i] ?? 0), 0) : dim));
    }
    case 'Sum': {
      const removedAxes = new Set(numbers(1).map((axis) => (axis + a.length) % a.length));
      const keep = attr.keep_dims?.b === true;
      return a.flatMap((dim, i) => (removedAxes.has(i) ? (keep ? [1] : []) : [dim]));
    }
    case 'GatherV2': {
      const axis = axisAt(2);
      return [...a.slice(0, axis), ...b, ...a.slice(axis + 1)];
    }
    case 'StridedSlice':
      return boundsOf(a, { from: numbers(1), to: numbers(2), attr }).flatMap(({ first, end, gone }) =>
        gone ? [] : [end - first],
      );
    case 'Einsum': {
      const { left, right, out } = equationOf(attr);
      const sizes = new Map([...left].map((letter, i) => [letter, a[i] ?? 1]));
      [...right].forEach((letter, i) => {
        sizes.set(letter, b[i] ?? 1);
      });
      return [...out].map((letter) => sizes.get(letter) ?? 1);
    }
    default:
      return dims.reduce(broadcastShape);
  }
}

/**
 * The stride of a window, which is square here.
 * @param {NonNullable<TfNode['attr']>} attr
 */
export function strideOf(attr) {
  return Number(attr.strides?.list?.i?.[1] ?? 1);
}

/** @param {NonNullable<TfNode['attr']>} attr */
export function equationOf(attr) {
  const [from = '', out = ''] = Buffer.from(attr.equation?.s ?? '', 'base64')
    .toString()
    .split('->');
  const [left = '', right = ''] = from.split(',');
  return { left, right, out };
}
