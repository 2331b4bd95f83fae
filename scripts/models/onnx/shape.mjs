import { dimension } from './build.mjs';

/**
 * @import { Model, ValueInfo } from './model.mjs'
 * @typedef {Readonly<Record<string, readonly (number | string)[]>>} Shapes
 */

/**
 * Declares other shapes for inputs and outputs; numbers are fixed dimensions, names are dynamic ones. Shapes of
 * intermediate values are dropped, because they depend on the input. Throws if the network has no such value.
 * @param {Model} model
 * @param {Shapes} shapes name of an input or output -> its dimensions
 * @returns {Model}
 */
export function withShapes(model, shapes) {
  const { graph } = model;
  const valueNames = new Set([...graph.input, ...graph.output].map((value) => value.name));
  const unknownName = Object.keys(shapes).find((name) => !valueNames.has(name));
  if (unknownName !== undefined) throw new Error(`the network has no input or output "${unknownName}"`);
  const input = graph.input.map((value) => reshaped(value, shapes));
  const output = graph.output.map((value) => reshaped(value, shapes));
  return { ...model, graph: { ...graph, input, output, value_info: [] } };
}

/**
 * @param {ValueInfo} value
 * @param {Shapes} shapes
 * @returns {ValueInfo}
 */
function reshaped(value, shapes) {
  const dims = shapes[value.name];
  if (dims === undefined) return value;
  const dim = dims.map(dimension);
  return { ...value, type: { tensor_type: { elem_type: value.type?.tensor_type?.elem_type ?? 1, shape: { dim } } } };
}
