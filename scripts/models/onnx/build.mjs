import { ATTRIBUTE, FLOAT } from './model.mjs';

/**
 * Builders for parts of an ONNX network.
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
 * A node that casts `input` to float32.
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
 * A float32 value; numbers are fixed dimensions, names are dynamic ones.
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
