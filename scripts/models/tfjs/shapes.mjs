/**
 * Shape arithmetic of NumPy and TensorFlow.
 * @import { Constant, TfNode } from './graph.mjs'
 */

/** @param {readonly number[]} dims */
export const volume = (dims) => dims.reduce((size, dim) => size * dim, 1);

/** @param {Constant | undefined} constant */
export const numbersOf = (constant) => Array.from(constant?.data ?? []);

/**
 * The broadcast shape of two shapes (NumPy rules).
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 * @returns {number[]}
 */
export function broadcastShape(a, b) {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, i) => {
    const [x, y] = [a[i - rank + a.length] ?? 1, b[i - rank + b.length] ?? 1];
    return x === 1 ? y : x;
  });
}

/**
 * @param {readonly number[]} dims
 * @param {NonNullable<TfNode['attr']>} attr
 */
export function squeezeShape(dims, attr) {
  const axes = (attr.squeeze_dims?.list?.i ?? []).map(Number).map((axis) => (axis < 0 ? axis + dims.length : axis));
  return dims.filter((dim, i) => (axes.length > 0 ? !axes.includes(i) : dim !== 1));
}

/**
 * Replaces -1 in a shape so that its volume is `size`.
 * @param {readonly number[]} dims
 * @param {number} size
 */
export function resolveShape(dims, size) {
  const rest = size / volume(dims.filter((dim) => dim >= 0));
  return dims.map((dim) => (dim < 0 ? rest : dim));
}

/**
 * Bounds of a slice for each axis, and whether the axis is removed.
 * @typedef {{ readonly from: readonly number[], readonly to: readonly number[],
 *   readonly attr: NonNullable<TfNode['attr']> }} Cut steps are one
 * @param {readonly number[]} dims
 * @param {Cut} cut
 */
export function boundsOf(dims, { from, to, attr }) {
  const bit = (/** @type {string} */ mask, /** @type {number} */ i) => ((Number(attr[mask]?.i ?? 0) >> i) & 1) === 1;
  return dims.map((dim, i) => {
    const clamp = (/** @type {number} */ at) => (at < 0 ? at + dim : Math.min(at, dim));
    const first = i >= from.length || bit('begin_mask', i) ? 0 : clamp(from[i] ?? 0);
    if (bit('shrink_axis_mask', i)) return { first, end: first + 1, gone: true };
    return { first, end: i >= to.length || bit('end_mask', i) ? dim : clamp(to[i] ?? dim), gone: false };
  });
}
