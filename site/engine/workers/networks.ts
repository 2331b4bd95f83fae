import { probeOf } from '../adapters/probe.ts';
import type { ToolError } from '../errors.ts';
import type { Reporter } from '../jobs/progress.ts';
import { cacheByteStore, memoryByteStore } from '../models/byte-store.ts';
import { createModelLoader, type ModelLoader } from '../models/loader.ts';
import { loadRuntime } from '../models/runtime.ts';
import { createSessions, type Sessions } from '../models/sessions.ts';
import { modelStore } from '../models/store.ts';
import { storedVerdicts } from '../models/verdicts.ts';
import type { Network, OpContext } from '../types.ts';
import type { ToolSetup } from './protocol.ts';

/** The networks of a worker: loaded files and started sessions. */
export type Networks = {
  readonly sessions: Sessions;
  readonly loader: ModelLoader;
  /** Notes since the last call, such as a fallback to another back-end. */
  readonly takeNotes: () => readonly ToolError[];
  /** Threads of WebAssembly. */
  readonly threads: number;
};

export function networksOf({
  manifestUrl,
  threads: maxThreads,
  backend,
}: Pick<ToolSetup, 'manifestUrl' | 'threads' | 'backend'>): Networks {
  const notes: ToolError[] = [];
  // A worker may lack shared memory although its page has it.
  const threads = 'SharedArrayBuffer' in globalThis ? maxThreads : 1;
  const files = 'caches' in globalThis ? cacheByteStore(caches) : memoryByteStore();
  const fetchUrl = (url: string, init?: RequestInit) => fetch(url, init);
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const store = modelStore({ files, network: { fetch: fetchUrl, wait }, manifestUrl });
  return {
    loader: createModelLoader({ store, manifestUrl, fetch: fetchUrl }),
    sessions: createSessions({
      backend,
      probe: probeOf,
      verdicts: storedVerdicts(globalThis.indexedDB),
      runtime: (chosen) => loadRuntime({ backend: chosen, threads, manifestUrl }),
      onWrong: () => notes.push({ code: 'device.wrongResults' }),
      onLost: () => notes.push({ code: 'device.lostGraphics' }),
    }),
    takeNotes: () => notes.splice(0),
    threads,
  };
}

export type LoadOptions = {
  readonly signal: AbortSignal;
  readonly report: Reporter;
  readonly onNote: (note: ToolError) => void;
  readonly onNetwork: (network: Network) => void;
};

/** Returns networks by id for operations; downloads, checks and starts them when they are first requested. */
export function modelsOf({ loader, sessions }: Networks, parts: LoadOptions): OpContext['model'] {
  return async (id) => {
    const entry = await loader.model(id);
    const network = await sessions.network(entry, async () => {
      const content = await loader.bytes(entry, parts);
      parts.report.stage('load');
      return content;
    });
    parts.onNetwork(network);
    return network;
  };
}
