/**
 * @import { ModelSettings } from './settings.mjs'
 * @typedef {ReturnType<typeof manifestOf>} Manifest
 * @typedef {{ readonly [sha256: string]: { readonly tolerance: number, readonly outputs: object } }} Answers
 */

/**
 * Bytes and hash of the file that the site serves: the converted file, or the unchanged source.
 * @param {ModelSettings} model
 */
export function servedFile(model) {
  const { bytes, sha256 } = model.output ?? model.source;
  return { bytes, sha256, file: `${model.id}.${sha256.slice(0, 8)}.onnx` };
}

/**
 * Whether the browser fetches the model from its owner's URL, so that nothing is prepared.
 * @param {ModelSettings} model
 */
export function isLinked(model) {
  return 'url' in model.source && model.source.deliver === 'link';
}

/**
 * The manifest that the site serves beside the models. `missing` lists enabled models without a file.
 * @param {readonly ModelSettings[]} models the enabled ones
 * @param {ReadonlySet<string>} present ids of models whose file exists
 * @param {Answers} [answers] known answers by the sha256 of a model's file, as `answers.mjs` computes them
 */
export function manifestOf(models, present, answers = {}) {
  const [available, missing] = [models.filter((m) => present.has(m.id)), models.filter((m) => !present.has(m.id))];
  return {
    version: 1,
    models: available.map((model) => entryOf(model, answers)),
    missing: missing.map((model) => model.id),
  };
}

/**
 * @param {ModelSettings} model
 * @param {Answers} answers
 */
function entryOf(model, answers) {
  const { id, title, role, choice, adapter, licence, notice, homepage = '', tile, inputs, outputs } = model;
  const { file, bytes, sha256 } = servedFile(model);
  const address = isLinked(model) && 'url' in model.source ? model.source.url : file;
  const changes = [...new Set(model.convert.map(({ kind }) => CHANGES[kind]))];
  const use = {
    role,
    choice,
    adapter,
    ...(tile ? { tile } : {}),
    inputs,
    outputs,
    ...answerOf(answers[sha256]),
  };
  return { id, title, file: address, bytes, sha256, ...use, licence, notice, homepage, changes };
}

/** @param {Answers[string] | undefined} found */
function answerOf(found) {
  if (!found) return {};
  const { tolerance, outputs } = found;
  return { answer: { tolerance, outputs } };
}

/** Descriptions of the conversions for the notices: Apache-2.0 requires a statement of changes. */
const CHANGES = Object.freeze({
  fp16: 'Large weights are stored in half precision.',
  bytes: 'Large weights are stored as bytes, with a unit for each channel.',
  shapes: 'Inputs of any size are declared.',
  lean: 'Upsampling and the writing back of a crop take less memory.',
  strips: 'A part of the network is computed in strips.',
  srvgg: 'Converted from ncnn to ONNX.',
  tfjs: 'Converted from TensorFlow.js to ONNX, for pictures of one size; later stages are left out.',
  'tiny-face': 'Converted from the weights of face-api.js to ONNX.',
  nanodet: 'Converted from TensorFlow.js to ONNX; of eighty classes only people stay.',
});
