import { adapterOf } from '../adapters/registry.ts';
import type { ToolError } from '../errors.ts';
import type { Reporter } from '../jobs/progress.ts';
import { loadRuntime } from '../models/runtime.ts';
import { createSessions, type Sessions } from '../models/sessions.ts';
import { cacheShelf, memoryShelf } from '../models/shelf.ts';
import { modelStore } from '../models/store.ts';
import { createSupply, type Supply } from '../models/supply.ts';
import type { Network, OpContext } from '../types.ts';
import type { ToolSetup } from './protocol.ts';

/** What a worker gets its networks from. */
export type Networks = {
  readonly sessions: Sessions;
  readonly supply: Supply;
  /** Notes that came up outside a task, such as a back-end that was left; taken once. */
  readonly takeNotes: () => readonly ToolError[];
  /** Threads that WebAssembly has. */
  readonly threads: number;
};

export function networksOf({
  manifestUrl,
  threads: wantedThreads,
  backend,
}: Pick<ToolSetup, 'manifestUrl' | 'threads' | 'backend'>): Networks {
  const notes: ToolError[] = [];
  // A page can have shared memory where its workers have none.
  const threads = 'SharedArrayBuffer' in globalThis ? wantedThreads : 1;
  const shelf = 'caches' in globalThis ? cacheShelf(caches) : memoryShelf();
  const fetchUrl = (url: string, init?: RequestInit) => fetch(url, init);
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const store = modelStore({ shelf, network: { fetch: fetchUrl, wait }, manifestUrl });
  return {
    supply: createSupply({ store, manifestUrl, fetch: fetchUrl }),
    sessions: createSessions({
      backend,
      gpuSafe: (model) => adapterOf(model).gpuSafe,
      runtime: (wanted) => loadRuntime({ backend: wanted, threads }),
      onWrong: () => notes.push({ code: 'device.wrongResults' }),
      onLost: () => notes.push({ code: 'device.lostGraphics' }),
    }),
    takeNotes: () => notes.splice(0),
    threads,
  };
}

export type Fetching = {
  readonly signal: AbortSignal;
  readonly report: Reporter;
  readonly onNote: (note: ToolError) => void;
  readonly onNetwork: (network: Network) => void;
};

/** Hands out networks to operations: downloaded, checked and started when they are asked for. */
export function modelsOf({ supply, sessions }: Networks, parts: Fetching): OpContext['model'] {
  return async (id) => {
    const entry = await supply.model(id);
    const network = await sessions.network(entry, async () => {
      const content = await supply.bytes(entry, parts);
      parts.report.stage('load');
      return content;
    });
    parts.onNetwork(network);
    return network;
  };
}
