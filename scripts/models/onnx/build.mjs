import { ATTRIBUTE, FLOAT } from './model.mjs';

/**
 * Pieces of a network, for code that writes one.
 * @import { Attribute, Node, Tensor, ValueInfo } from './model.mjs'
 */

/**
 * @param {string} type
 * @param {Omit<Node, 'op_type'>} rest
 * @returns {Node}
 */
export function node(type, rest) {
  return { op_type: type, ...rest };
}

/**
 * A node that turns `input` to float32.
 * @param {string} input
 * @param {string} output
 * @returns {Node}
 */
export function cast(input, output) {
  return node('Cast', { name: `${output}__cast`, input: [input], output: [output], attribute: [int('to', FLOAT)] });
}

/**
 * @param {string} name
 * @param {readonly number[]} dims
 * @param {{ readonly type: number, readonly data: Uint8Array }} content little-endian
 * @returns {Tensor}
 */
export function tensor(name, dims, content) {
  return { name, dims: [...dims], data_type: content.type, raw_data: content.data };
}

/**
 * A float32 value; a number is a fixed dimension, a name any size.
 * @param {string} name
 * @param {readonly (number | string)[]} dims
 * @returns {ValueInfo}
 */
export function value(name, dims) {
  return { name, type: { tensor_type: { elem_type: FLOAT, shape: { dim: dims.map(dimension) } } } };
}

/** @param {number | string} size */
export function dimension(size) {
  return typeof size === 'number' ? { dim_value: size } : { dim_param: size };
}

/**
 * @param {string} name
 * @param {number} number
 * @returns {Attribute}
 */
export function int(name, number) {
  return { name, type: ATTRIBUTE.int, i: number };
}

/**
 * @param {string} name
 * @param {number[]} numbers
 * @returns {Attribute}
 */
export function ints(name, numbers) {
  return { name, type: ATTRIBUTE.ints, ints: numbers };
}

/**
 * @param {string} name
 * @param {string} word
 * @returns {Attribute}
 */
export function text(name, word) {
  return { name, type: ATTRIBUTE.string, s: new TextEncoder().encode(word) };
}

/**
 * @param {string} name
 * @param {number} number
 * @returns {Attribute}
 */
export function float(name, number) {
  return { name, type: ATTRIBUTE.float, f: number };
}
