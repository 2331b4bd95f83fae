import { stop, type ToolError } from '../errors.ts';
import type { Reporter } from '../jobs/progress.ts';
import { asManifest, type Manifest, type Model } from '../manifest.ts';
import type { ModelStore } from './store.ts';

export type ModelLoader = {
  /** The manifest entry of a model; stops the job if the site does not have it. */
  readonly model: (id: string) => Promise<Model>;
  /** The checked bytes of a model, from this device or else downloaded. */
  readonly bytes: (model: Model, options: LoaderOptions) => Promise<Uint8Array<ArrayBuffer>>;
};

export type LoaderOptions = {
  readonly signal: AbortSignal;
  readonly report: Reporter;
  readonly onNote: (note: ToolError) => void;
};

export type LoaderParts = {
  readonly store: ModelStore;
  readonly manifestUrl: string;
  readonly fetch: (url: string) => Promise<Response>;
};

/** Loads models by id; failures stop the job with an error of the catalogue. */
export function createModelLoader({ store, manifestUrl, fetch }: LoaderParts): ModelLoader {
  let manifest: Promise<Manifest> | undefined;
  const read = async (): Promise<Manifest> => {
    const response = await fetch(manifestUrl).catch(() => null);
    const found = response?.ok ? asManifest(await response.json().catch(() => null)) : undefined;
    return (
      found ?? stop({ code: 'model.download', name: '', done: 0, total: 0, details: `No manifest at ${manifestUrl}` })
    );
  };
  return {
    model: async (id) => {
      manifest ??= read().catch((error: unknown) => {
        manifest = undefined;
        throw error;
      });
      const { models } = await manifest;
      return models.find((model) => model.id === id) ?? stop({ code: 'model.missingNoFallback', name: id });
    },
    bytes: async (model, { signal, report, onNote }) => {
      const name = model.title;
      let received = 0;
      const onProgress = (done: number, total: number) => {
        // Stored bytes arrive at once: no progress to show.
        if (received === 0 && done < total) report.stage('download');
        received = done;
        if (done < total) report.done(done / total, { done, total });
      };
      const loaded = await store.load(model, { signal, onProgress });
      switch (loaded.kind) {
        case 'ready':
          if (!loaded.kept) onNote({ code: 'model.storage' });
          return loaded.content;
        case 'cancelled':
          return stop({ code: 'job.cancelled' });
        case 'offline':
          return stop(
            received > 0
              ? { code: 'model.download', name, done: received, total: model.bytes }
              : { code: 'model.offline', name, bytes: model.bytes },
          );
        case 'refused':
          return stop({
            code: 'model.download',
            name,
            done: 0,
            total: model.bytes,
            details: `Status ${loaded.status}`,
          });
        case 'wrong':
          return stop({ code: 'model.check', name });
      }
    },
  };
}
