import { quantiseWeights } from './onnx/bytes.mjs';
import { storeHalf } from './onnx/fp16.mjs';
import { withLessMemory } from './onnx/lean.mjs';
import { readModel, writeModel } from './onnx/model.mjs';
import { nanodet } from './onnx/nanodet.mjs';
import { withShapes } from './onnx/shape.mjs';
import { srvgg } from './onnx/srvgg.mjs';
import { inStrips } from './onnx/strips.mjs';
import { tinyFace } from './onnx/tiny-face.mjs';
import { fromTensorflow } from './tfjs/network.mjs';

/**
 * @import { ModelSettings } from './settings.mjs'
 * @import { Model } from './onnx/model.mjs'
 */

/**
 * Converts a published file to the file that the site serves. Pure and deterministic.
 * Throws if the bytes do not match the steps.
 * @param {Uint8Array} source
 * @param {ModelSettings['convert']} steps
 * @returns {Uint8Array}
 */
export function convert(source, steps) {
  const [first, ...rest] = steps;
  if (first === undefined) return source;
  return writeModel(rest.reduce(nextStep, firstStep(source, first)));
}

/**
 * @param {Uint8Array} source
 * @param {ModelSettings['convert'][number]} step
 * @returns {Model}
 */
function firstStep(source, step) {
  switch (step.kind) {
    case 'srvgg':
      return srvgg(source, step);
    case 'tiny-face':
      return tinyFace(source);
    case 'nanodet':
      return nanodet(source);
    case 'tfjs':
      return fromTensorflow({ json: source.subarray(0, step.json), weights: source.subarray(step.json) }, step);
    default:
      return nextStep(readModel(source), step);
  }
}

/**
 * @param {Model} model
 * @param {ModelSettings['convert'][number]} step
 * @returns {Model}
 */
function nextStep(model, step) {
  switch (step.kind) {
    case 'fp16':
      return storeHalf(model);
    case 'bytes':
      return quantiseWeights(model);
    case 'shapes':
      return withShapes(model, step.values);
    case 'lean':
      return withLessMemory(model);
    case 'strips':
      return inStrips(model, step);
    case 'srvgg':
    case 'tiny-face':
    case 'nanodet':
    case 'tfjs':
      throw new Error(`${step.kind} must be the first step`);
  }
}
