import { readFileSync } from 'node:fs';
import * as ort from 'onnxruntime-web/wasm';
import { networkOps } from '../../site/engine/adapters/ops.ts';
import type { Manifest } from '../../site/engine/manifest.ts';
import { runtimeOf } from '../../site/engine/models/runtime.ts';
import type { Network, OpContext, Pixels, Plane } from '../../site/engine/types.ts';

const MODELS = new URL('../../site/public/models/', import.meta.url);

/** A network that the site serves, in WebAssembly, and the function that ends it. */
export type LoadedNetwork = { readonly network: Network; readonly release: () => Promise<unknown> };

/** Loads a network of the manifest. Throws if it was not downloaded. */
export async function loadNetwork(id: string): Promise<LoadedNetwork> {
  ort.env.wasm.numThreads = 1;
  const { models } = JSON.parse(readFileSync(new URL('manifest.json', MODELS), 'utf8')) as Manifest;
  const model = models.find((one) => one.id === id);
  if (!model) throw new Error(`The model ${id} is missing. Run “npm run models”.`);
  const session = await runtimeOf(ort).start(readFileSync(new URL(model.file, MODELS)), 'wasm');
  const network: Network = { backend: 'wasm', model, run: (feeds) => session.run(feeds) };
  return { network, release: () => session.release() };
}

/** The context of operations that run outside of a job: nothing aborts them, and nobody watches their progress. */
export const contextOf = (networks: readonly Network[] = []): OpContext =>
  ({
    signal: new AbortController().signal,
    checkpoint: async () => undefined,
    progress: () => undefined,
    model: async (id: string) => networks.find(({ model }) => model.id === id),
  }) as unknown as OpContext;

/** Probabilities 0..1 of an overlay, and of text. */
export type Detections = { readonly drawn: Plane; readonly text: Plane };

/** Longer sides in pixels of the inputs of both networks, as in the plan of the watermark remover. */
const INPUT_SIDE_PX = { overlay: 1280, text: 960 } as const;

/** A function that runs the overlay network and the text detector over pictures, and the function that ends both. */
export async function loadDetectors() {
  const loaded = await Promise.all([loadNetwork('overlay-finder'), loadNetwork('text-detector')]);
  const context = contextOf(loaded.map(({ network }) => network));
  const detect = async (picture: Pixels): Promise<Detections> => {
    const overlay = { model: 'overlay-finder', longSide: INPUT_SIDE_PX.overlay };
    const drawn = await networkOps['net.find-overlay']({ picture }, overlay, context);
    const options = { model: 'text-detector', longSide: INPUT_SIDE_PX.text };
    return { drawn, text: await networkOps['net.find-text']({ picture, drawn }, options, context) };
  };
  return { detect, release: () => Promise.all(loaded.map(({ release }) => release())) };
}
