import { storeHalf } from './onnx/fp16.mjs';
import { readModel, writeModel } from './onnx/model.mjs';
import { withShapes } from './onnx/shape.mjs';
import { srvgg } from './onnx/srvgg.mjs';
import { tinyFace } from './onnx/tiny-face.mjs';

/**
 * @import { ModelSettings } from './settings.mjs'
 * @import { Model } from './onnx/model.mjs'
 */

/**
 * The file that the site serves, made from the file that its makers published. Pure: same bytes, same result.
 * Throws where the bytes do not suit the steps.
 * @param {Uint8Array} source
 * @param {ModelSettings['convert']} steps
 * @returns {Uint8Array}
 */
export function convert(source, steps) {
  const [first, ...rest] = steps;
  if (first === undefined) return source;
  return writeModel(rest.reduce(apply, begin(source, first)));
}

/**
 * @param {Uint8Array} source
 * @param {ModelSettings['convert'][number]} step
 * @returns {Model}
 */
function begin(source, step) {
  if (step.kind === 'srvgg') return srvgg(source, step);
  return step.kind === 'tiny-face' ? tinyFace(source) : apply(readModel(source), step);
}

/**
 * @param {Model} model
 * @param {ModelSettings['convert'][number]} step
 * @returns {Model}
 */
function apply(model, step) {
  switch (step.kind) {
    case 'fp16':
      return storeHalf(model);
    case 'shapes':
      return withShapes(model, step.values);
    case 'srvgg':
    case 'tiny-face':
      throw new Error(`${step.kind} must be the first step`);
  }
}
