import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as ort from 'onnxruntime-web/wasm';
import { node, tensor, value } from '../../scripts/models/onnx/build.mjs';
import { FLOAT, type Model as Network, writeModel } from '../../scripts/models/onnx/model.mjs';
import { probeOf } from '../../site/engine/adapters/probe.ts';
import { asManifest, type Model } from '../../site/engine/manifest.ts';
import { knownAnswerOf } from '../../site/engine/models/known-answer.ts';
import { runtimeOf } from '../../site/engine/models/runtime.ts';

export const floats = (name: string, dims: readonly number[], data: Float32Array) =>
  tensor(name, dims, { type: FLOAT, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) });

export const network = (graph: Omit<Network['graph'], 'value_info'>): Uint8Array =>
  writeModel({ ir_version: 8, opset_import: [{ version: 17 }], graph: { ...graph, value_info: [] } });

const text = (name: string, word: string) => ({ name, type: 3, s: new TextEncoder().encode(word) });

/** A network that repeats every pixel 4 × 4 times: ideal upscaling of flat areas. */
export const enlarging = network({
  name: 'enlarging',
  node: [
    node('Resize', {
      input: ['input', '', 'scales'],
      output: ['output'],
      attribute: [
        text('mode', 'nearest'),
        text('nearest_mode', 'floor'),
        text('coordinate_transformation_mode', 'asymmetric'),
      ],
    }),
  ],
  initializer: [floats('scales', [4], Float32Array.of(1, 1, 4, 4))],
  input: [value('input', [1, 3, 'height', 'width'])],
  output: [value('output', [1, 3, 'tall', 'wide'])],
});

/** A network of `megabytes` that adds the mean of its weights, which are 0. */
export function heavy(megabytes: number): Uint8Array {
  const count = megabytes * 262_144;
  return network({
    name: 'heavy',
    node: [
      node('ReduceSum', { input: ['weights'], output: ['sum'], attribute: [{ name: 'keepdims', type: 2, i: 0 }] }),
      node('Add', { input: ['input', 'sum'], output: ['output'] }),
    ],
    initializer: [floats('weights', [count], new Float32Array(count))],
    input: [value('input', [1, 3, 'height', 'width'])],
    output: [value('output', [1, 3, 'height', 'width'])],
  });
}

export type StandIn = Pick<Model, 'id' | 'adapter'> & Partial<Model> & { readonly content: Uint8Array };

function entryOf({ content, ...rest }: StandIn): Model {
  const plane = { name: 'input', type: 'float32', shape: [1, 3, 'height', 'width'], holds: '' } as const;
  return {
    title: rest.id,
    file: `${rest.id}.onnx`,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    role: 'test',
    choice: 'default',
    inputs: [plane],
    outputs: [{ ...plane, name: 'output' }],
    licence: 'MIT',
    notice: '',
    homepage: '',
    changes: [],
    ...rest,
  };
}

/** The network with its known answer, so that it may run on WebGPU. */
export async function withAnswer(standIn: StandIn): Promise<StandIn> {
  ort.env.wasm.numThreads = 1;
  const session = await runtimeOf(ort).start(standIn.content, 'wasm');
  const results = await session.run(probeOf(entryOf(standIn)));
  await session.release();
  return { ...standIn, answer: knownAnswerOf(results) };
}

/** A network of the site, as its manifest lists it. */
export function siteNetwork(id: string): StandIn {
  const folder = new URL('../../site/public/models/', import.meta.url);
  const manifest = asManifest(JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')));
  const model = manifest?.models.find((one) => one.id === id);
  if (!model) throw new Error(`There is no model “${id}”. Run \`npm run models\`.`);
  const content = readFileSync(new URL(model.file, folder));
  return { ...model, file: `${id}.onnx`, content };
}

/** Files of `models/` for networks that tests create. */
export function modelFiles(standIns: readonly StandIn[]): ReadonlyMap<string, string | Uint8Array> {
  const models = standIns.map(entryOf);
  const manifest = JSON.stringify({ version: 1, models, missing: ['gone'] });
  const files = standIns.map(({ id, content }) => [`/models/${id}.onnx`, content] as const);
  return new Map<string, string | Uint8Array>([['/models/manifest.json', manifest], ...files]);
}
