import { equationOf } from './fold.mjs';
import { numbersOf, volume } from './shapes.mjs';

/**
 * Recognises groups of nodes that form one operation.
 * @import { Constant } from './graph.mjs'
 * @import { Folded, Step } from './fold.mjs'
 */

/** @param {Folded} folded */
export function patternsOf({ steps, constants }) {
  /** @type {(name: string | undefined, op: string) => Step | undefined} */
  const step = (name, op) => {
    const found = steps.get(name ?? '');
    return found?.op === op ? found : undefined;
  };
  const constant = (/** @type {string | undefined} */ name) => constants.get(name ?? '');
  /** The value of a scalar constant. @type {(name: string | undefined) => number | undefined} */
  const number = (name) => {
    const found = constant(name);
    return found && volume(found.dims) === 1 ? found.data[0] : undefined;
  };
  /** Constant and other input of a binary node. @type {(name: string | undefined, op: string) => { from: string, by: Constant } | undefined} */
  const withConstant = (name, op) => {
    const [a = '', b = ''] = step(name, op)?.input ?? [];
    const [left, right] = [constant(a), constant(b)];
    if (left) return { from: b, by: left };
    return right ? { from: a, by: right } : undefined;
  };
  /** Other input of a binary node whose constant is about `value`. @type {(name: string | undefined, op: string, value: number) => string | undefined} */
  const byNumber = (name, op, value) => {
    const found = withConstant(name, op);
    return found && volume(found.by.dims) === 1 && Math.abs((found.by.data[0] ?? 0) - value) < 1e-3
      ? found.from
      : undefined;
  };

  /** (x - mean) · rsqrt(var + eps) · scale + bias over the last axis. @param {string} name */
  const layerNorm = (name) => {
    const sum = withConstant(name, 'AddV2');
    const [centred, factor] = step(sum?.from, 'Mul')?.input ?? [];
    const [x, mean] = step(centred, 'Sub')?.input ?? [];
    const scaled = withConstant(factor, 'Mul');
    const variance = withConstant(step(scaled?.from, 'Rsqrt')?.input[0], 'AddV2');
    const total = step(withConstant(step(mean, 'Reshape')?.input[0], 'Mul')?.from, 'Sum');
    if (!(sum && scaled && variance && x !== undefined && total?.input[0] === x)) return undefined;
    return { x, scale: scaled.by, bias: sum.by, epsilon: variance.by.data[0] ?? 0 };
  };

  /** ½ x (1 + tanh(√(2/π) (x + 0.044715 x³))). @param {string} name */
  const gelu = (name) => {
    const [half, gate] = step(name, 'Mul')?.input ?? [];
    const x = byNumber(half, 'Mul', 0.5);
    const inner = byNumber(step(byNumber(gate, 'AddV2', 1), 'Tanh')?.input[0], 'Mul', 0.79788);
    const [repeatedX, cubic] = step(inner, 'AddV2')?.input ?? [];
    const [linear, square] = step(cubic, 'Mul')?.input ?? [];
    const isGelu = byNumber(linear, 'Mul', 0.044715) === x && step(square, 'Square')?.input[0] === x && repeatedX === x;
    return x !== undefined && isGelu ? { x } : undefined;
  };

  /** 1 / (1 + exp(-x)). @param {string} name */
  const sigmoid = (name) => {
    const power = step(byNumber(step(name, 'Reciprocal')?.input[0], 'AddV2', 1), 'Exp')?.input[0];
    const x = step(power, 'Neg')?.input[0];
    return x === undefined ? undefined : { x };
  };

  /** x where it is at least 0, else slope · x. @param {string} name */
  const leaky = (name) => {
    const [condition, x, otherwise] = step(name, 'SelectV2')?.input ?? [];
    const below = withConstant(otherwise, 'Mul');
    const [tested, zero] = step(condition, 'GreaterEqual')?.input ?? [];
    if (x === undefined || tested !== x || number(zero) !== 0 || below?.from !== x) return undefined;
    return { x, slope: below.by.data[0] ?? 0 };
  };

  /** A convolution with its bias. @param {string} name */
  const convolution = (name) => {
    const sum = withConstant(name, 'AddV2');
    const node = step(sum?.from ?? name, 'Conv2D');
    const [x = '', filter] = node?.input ?? [];
    const weights = constant(filter);
    return node && weights ? { x, weights, bias: sum?.by, node } : undefined;
  };

  /**
   * A dense layer along an axis other than the last: transpose, dense, transpose.
   * @param {string} name
   */
  const swapped = (name) => {
    const backward = step(name, 'Transpose');
    const sum = withConstant(backward?.input[0], 'AddV2');
    const product = step(sum?.from, 'Einsum');
    const forward = step(product?.input[0], 'Transpose');
    const weights = constant(product?.input[1]);
    if (!(backward && sum && product && forward && weights) || equationOf(product.attr ?? {}).out !== 'abcf')
      return undefined;
    const order = numbersOf(constant(forward.input[1]));
    if (String(order) !== String(numbersOf(constant(backward.input[1])))) return undefined;
    const axis = order.at(-1) ?? 0;
    const swap = order.every((from, i) => from === (i === axis ? order.length - 1 : i === order.length - 1 ? axis : i));
    return swap ? { x: forward.input[0] ?? '', weights, bias: sum.by, axis } : undefined;
  };

  /** Resizing by two matrices, one for rows and one for columns. @param {string} name */
  const resize = (name) => {
    const back = step(name, 'Transpose');
    const across = step(back?.input[0], 'Einsum');
    const down = step(across?.input[0], 'Einsum');
    const [rows, columns] = [constant(down?.input[0]), constant(across?.input[1])];
    if (!(down && across && rows && columns)) return undefined;
    const isResize = equationOf(down.attr ?? {}).left === 'gb' && equationOf(across.attr ?? {}).left === 'abgd';
    return isResize ? { x: down.input[1] ?? '', rows, columns } : undefined;
  };

  return { layerNorm, gelu, sigmoid, leaky, convolution, swapped, resize };
}
