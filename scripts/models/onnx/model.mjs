import { modelType } from './schema.mjs';

/**
 * @typedef {number | { toNumber(): number }} Int64
 * @typedef {{ name: string, dims: Int64[], data_type: number, raw_data?: Uint8Array, float_data?: number[] }} Tensor
 * @typedef {{ name: string, type: number, i?: Int64, f?: number, s?: Uint8Array, t?: Tensor, g?: Graph,
 *   ints?: Int64[], graphs?: Graph[] }} Attribute
 * @typedef {{ input: string[], output: string[], name?: string, op_type: string, attribute?: Attribute[] }} Node
 * @typedef {{ dim_value?: Int64, dim_param?: string }} Dimension
 * @typedef {{ name: string, type?: { tensor_type?: { elem_type: number, shape?: { dim: Dimension[] } } } }} ValueInfo
 * @typedef {{ name: string, node: Node[], initializer: Tensor[], input: ValueInfo[], output: ValueInfo[],
 *   value_info: ValueInfo[] }} Graph
 * @typedef {{ ir_version: Int64, producer_name?: string, graph: Graph,
 *   opset_import: { domain?: string, version: Int64 }[] }} Model
 */

/** Element types of the format. */
export const FLOAT = 1;
export const UINT8 = 2;
export const INT8 = 3;
export const INT64 = 7;
export const FLOAT16 = 10;

/** Attribute types of the format. */
export const ATTRIBUTE = Object.freeze({ float: 1, int: 2, string: 3, tensor: 4, graph: 5, ints: 7 });

/**
 * Parses an ONNX file. Throws if the bytes are not ONNX, or contain fields that would be lost when written.
 * @param {Uint8Array} bytes
 * @returns {Model}
 */
export function readModel(bytes) {
  const type = modelType();
  const message = type.decode(bytes);
  const model = /** @type {Model} */ (/** @type {unknown} */ (message));
  if (model.graph === undefined || model.graph === null || model.opset_import.length === 0) {
    throw new Error('the file holds no ONNX network');
  }
  const encodedLength = type.encode(message).finish().length;
  if (encodedLength !== bytes.length)
    throw new Error(`${bytes.length - encodedLength} bytes of the network are not understood`);
  return model;
}

/**
 * @param {Model} model
 * @returns {Uint8Array} the bytes of an ONNX file; deterministic
 */
export function writeModel(model) {
  return modelType().encode(model).finish();
}

/** @param {Int64} value */
export function toNumber(value) {
  return typeof value === 'number' ? value : value.toNumber();
}

/**
 * Number of elements of a tensor; 1 for a scalar.
 * @param {Tensor} tensor
 */
export function sizeOf(tensor) {
  return tensor.dims.reduce((/** @type {number} */ size, dim) => size * toNumber(dim), 1);
}

/**
 * The values of a float32 tensor, whichever way they are stored.
 * @param {Tensor} tensor
 * @returns {Float32Array}
 */
export function floatsOf(tensor) {
  if (tensor.raw_data === undefined || tensor.raw_data.length === 0) return Float32Array.from(tensor.float_data ?? []);
  const copy = Uint8Array.from(tensor.raw_data);
  return new Float32Array(copy.buffer);
}
