import type { Manifest, Model } from '../manifest.ts';
import { download, type Network, type Progress, type Received } from './download.ts';
import type { Shelf } from './shelf.ts';

export type ModelState =
  | { readonly kind: 'stored' }
  | { readonly kind: 'part'; readonly received: number }
  | { readonly kind: 'absent' };

export type Loaded =
  /** `kept`: it will be there the next time, without network. */
  | { readonly kind: 'ready'; readonly content: Uint8Array<ArrayBuffer>; readonly kept: boolean }
  | Exclude<Received, { kind: 'whole' } | { part: unknown }>
  | { readonly kind: 'cancelled' | 'offline' };

export type LoadOptions = { readonly signal: AbortSignal; readonly onProgress: Progress };

export type ModelStore = {
  state(model: Model): Promise<ModelState>;
  /** The bytes of a model, from the shelf or else from the network; checked either way. Never throws. */
  load(model: Model, options: LoadOptions): Promise<Loaded>;
  remove(model: Model): Promise<void>;
  /** Forgets what no model of the manifest names, such as older versions. */
  tidy(manifest: Manifest): Promise<void>;
};

export type StoreParts = {
  readonly shelf: Shelf;
  readonly network: Network;
  /** Address of the manifest, which file names are relative to. */
  readonly manifestUrl: string;
};

const NOTHING = new Uint8Array(0);
const wholeName = (model: Model) => `${model.sha256}.onnx`;
const partName = (model: Model) => `${model.sha256}.part`;

export function modelStore({ shelf, network, manifestUrl }: StoreParts): ModelStore {
  const fetchModel = async (model: Model, options: LoadOptions): Promise<Loaded> => {
    const part = (await shelf.get(partName(model))) ?? NOTHING;
    const url = new URL(model.file, manifestUrl).href;
    const received = await download({ url, bytes: model.bytes, part, ...options }, network);
    if (received.kind === 'cancelled' || received.kind === 'offline') {
      if (received.part.length > 0) await shelf.put(partName(model), received.part);
      return { kind: received.kind };
    }
    if (received.kind === 'refused') return received;
    await shelf.remove(partName(model));
    if (received.kind === 'whole' && (await isRight(received.content, model))) {
      return { kind: 'ready', content: received.content, kept: await shelf.put(wholeName(model), received.content) };
    }
    // The part may have been of another file: without it, once more.
    return part.length > 0 ? fetchModel(model, options) : { kind: 'wrong' };
  };

  return {
    state: async (model) => {
      const names = await shelf.names();
      if (names.includes(wholeName(model))) return { kind: 'stored' };
      const part = names.includes(partName(model)) ? await shelf.get(partName(model)) : undefined;
      return part ? { kind: 'part', received: part.length } : { kind: 'absent' };
    },
    load: async (model, options) => {
      const content = await shelf.get(wholeName(model));
      if (options.signal.aborted) return { kind: 'cancelled' };
      if (content && (await isRight(content, model))) {
        options.onProgress(model.bytes, model.bytes);
        return { kind: 'ready', content, kept: true };
      }
      if (content) await shelf.remove(wholeName(model));
      return fetchModel(model, options);
    },
    remove: async (model) => {
      await Promise.all([shelf.remove(wholeName(model)), shelf.remove(partName(model))]);
    },
    tidy: async (manifest) => {
      const named = new Set(manifest.models.flatMap((model) => [wholeName(model), partName(model)]));
      const old = (await shelf.names()).filter((name) => !named.has(name));
      await Promise.all(old.map((name) => shelf.remove(name)));
    },
  };
}

async function isRight(content: Uint8Array<ArrayBuffer>, model: Model): Promise<boolean> {
  if (content.length !== model.bytes) return false;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === model.sha256;
}
