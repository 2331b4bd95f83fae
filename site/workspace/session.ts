import { detectDevice } from '../engine/capability/detect.ts';
import { asManifest, type Manifest, NO_MODELS } from '../engine/manifest.ts';
import { openByteStore } from '../engine/models/byte-store.ts';
import { fetchFile } from '../engine/models/fetch-file.ts';
import { type ModelStore, modelStore } from '../engine/models/store.ts';
import type { Device } from '../engine/types.ts';
import { createEngine, type Engine } from '../engine/workers/engine.ts';
import { startToolWorker } from '../engine/workers/start.ts';
import { keepForOffline, type OfflineSite } from './offline.ts';

/** Engine, device and models of an open workspace. The caller of `startSession` closes the engine. */
export type Session = {
  readonly engine: Engine;
  readonly device: Device;
  readonly manifest: Manifest;
  readonly store: ModelStore;
};

/** Never rejects: without a manifest there are no models. */
export async function startSession(site: OfflineSite): Promise<Session> {
  const manifestUrl = new URL(`${site.base.replace(/\/$/, '')}/models/manifest.json`, window.location.href).href;
  const fetchUrl = (url: string, init?: RequestInit) => fetch(url, init);
  const [device, manifest] = await Promise.all([
    detectDevice({ navigator: window.navigator, scope: globalThis }),
    fetchFile(manifestUrl)
      .then((response) => (response.ok ? response.json() : null))
      .then((data: unknown) => asManifest(data) ?? NO_MODELS)
      .catch(() => NO_MODELS),
    keepForOffline(site),
  ]);
  const delay = (ms: number) => new Promise<void>((resolve) => window.setTimeout(resolve, ms));
  return {
    engine: createEngine({ device, manifestUrl, startWorker: startToolWorker }),
    device,
    manifest,
    store: modelStore({ files: openByteStore(), network: { fetch: fetchUrl, wait: delay }, manifestUrl }),
  };
}

let current: Promise<Session> | null = null;

/** The session of the workspace for pictures. Starts it and its worker, unless it has started. */
export function openSession(site: OfflineSite): Promise<Session> {
  current ??= startSession(site).then((session) => {
    session.engine.prepare();
    return session;
  });
  return current;
}

/** Ends the session; the next call of `openSession` starts another. */
export function closeSession(): void {
  void current?.then(({ engine }) => engine.close());
  current = null;
}
