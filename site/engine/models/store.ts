import type { Manifest, Model } from '../manifest.ts';
import type { ByteStore } from './byte-store.ts';
import { download, type Network, type Progress, type Received } from './download.ts';

export type ModelState =
  | { readonly kind: 'stored' }
  | { readonly kind: 'part'; readonly received: number }
  | { readonly kind: 'absent' };

export type Loaded =
  /** `kept`: it is stored for the next time. */
  | { readonly kind: 'ready'; readonly content: Uint8Array<ArrayBuffer>; readonly kept: boolean }
  | Exclude<Received, { kind: 'whole' } | { part: unknown }>
  | { readonly kind: 'cancelled' | 'offline' };

export type LoadOptions = { readonly signal: AbortSignal; readonly onProgress: Progress };

export type ModelStore = {
  state(model: Model): Promise<ModelState>;
  /** The bytes of a model, stored or else downloaded; size and hash are always checked. Never throws. */
  load(model: Model, options: LoadOptions): Promise<Loaded>;
  remove(model: Model): Promise<void>;
  /** Removes files that no model of the manifest names, such as older versions. */
  tidy(manifest: Manifest): Promise<void>;
};

export type StoreParts = {
  readonly files: ByteStore;
  readonly network: Network;
  /** URL of the manifest; file names are relative to it. */
  readonly manifestUrl: string;
};

const NOTHING = new Uint8Array(0);
const wholeName = (model: Model) => `${model.sha256}.onnx`;
const partName = (model: Model) => `${model.sha256}.part`;

export function modelStore({ files, network, manifestUrl }: StoreParts): ModelStore {
  const fetchModel = async (model: Model, options: LoadOptions): Promise<Loaded> => {
    const part = (await files.get(partName(model))) ?? NOTHING;
    const url = new URL(model.file, manifestUrl).href;
    const received = await download({ url, bytes: model.bytes, part, ...options }, network);
    if (received.kind === 'cancelled' || received.kind === 'offline') {
      if (received.part.length > 0) await files.put(partName(model), received.part);
      return { kind: received.kind };
    }
    if (received.kind === 'refused') return received;
    await files.remove(partName(model));
    if (received.kind === 'whole' && (await isIntact(received.content, model))) {
      return { kind: 'ready', content: received.content, kept: await files.put(wholeName(model), received.content) };
    }
    // The stored part may belong to another file: download again without it.
    return part.length > 0 ? fetchModel(model, options) : { kind: 'wrong' };
  };

  return {
    state: async (model) => {
      const names = await files.names();
      if (names.includes(wholeName(model))) return { kind: 'stored' };
      const part = names.includes(partName(model)) ? await files.get(partName(model)) : undefined;
      return part ? { kind: 'part', received: part.length } : { kind: 'absent' };
    },
    load: async (model, options) => {
      const content = await files.get(wholeName(model));
      if (options.signal.aborted) return { kind: 'cancelled' };
      if (content && (await isIntact(content, model))) {
        options.onProgress(model.bytes, model.bytes);
        return { kind: 'ready', content, kept: true };
      }
      if (content) await files.remove(wholeName(model));
      return fetchModel(model, options);
    },
    remove: async (model) => {
      await Promise.all([files.remove(wholeName(model)), files.remove(partName(model))]);
    },
    tidy: async (manifest) => {
      const named = new Set(manifest.models.flatMap((model) => [wholeName(model), partName(model)]));
      const old = (await files.names()).filter((name) => !named.has(name));
      await Promise.all(old.map((name) => files.remove(name)));
    },
  };
}

async function isIntact(content: Uint8Array<ArrayBuffer>, model: Model): Promise<boolean> {
  if (content.length !== model.bytes) return false;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === model.sha256;
}
