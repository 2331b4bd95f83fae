import { probeOf } from '../adapters/probe.ts';
import { isMemoryShort } from '../capability/choose.ts';
import type { ToolError } from '../errors.ts';
import { freeBuffer } from '../free-buffer.ts';
import type { Reporter } from '../jobs/progress.ts';
import { openByteStore } from '../models/byte-store.ts';
import { fetchFile } from '../models/fetch-file.ts';
import { createModelLoader, type ModelLoader } from '../models/loader.ts';
import { remoteRuntime } from '../models/remote-runtime.ts';
import { loadRuntime } from '../models/runtime.ts';
import { createSessions, MAX_STARTED, type Sessions } from '../models/sessions.ts';
import { modelStore } from '../models/store.ts';
import { storedVerdicts } from '../models/verdicts.ts';
import type { Network, OpContext } from '../types.ts';
import type { NetworkSetup, ToolSetup } from './protocol.ts';
import type { Loading } from './serve.ts';
import { startNetworkWorker } from './start-network.ts';

/** The networks of a worker: loaded files and started sessions. */
export type Networks = {
  readonly sessions: Sessions;
  readonly loader: ModelLoader;
  /** Notes since the last call, such as a fallback to another back-end. */
  readonly takeNotes: () => readonly ToolError[];
  /** Threads of WebAssembly. */
  readonly threads: number;
  /** Memory is short: one network at a time, and none while the result is encoded. */
  readonly isFrugal: boolean;
};

export function networksOf({
  manifestUrl,
  runtime: runtimeFiles,
  threads: maxThreads,
  backend,
  memory = Number.POSITIVE_INFINITY,
}: NetworkSetup & Partial<Pick<ToolSetup, 'memory'>>): Networks {
  const notes: ToolError[] = [];
  // A worker may lack shared memory although its page has it.
  const threads = 'SharedArrayBuffer' in globalThis ? maxThreads : 1;
  const fetchUrl = (url: string, init?: RequestInit) => fetch(url, init);
  const isFrugal = isMemoryShort(memory);
  // Some browsers start no workers from workers.
  const isRemote = isFrugal && 'Worker' in globalThis;
  const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const store = modelStore({ files: openByteStore(), network: { fetch: fetchUrl, wait: delay }, manifestUrl });
  return {
    loader: createModelLoader({ store, manifestUrl, fetch: fetchFile }),
    sessions: createSessions({
      backend,
      probe: probeOf,
      verdicts: storedVerdicts(globalThis.indexedDB),
      maxStarted: isFrugal ? 1 : MAX_STARTED,
      runtime: async (chosen) => {
        const options = { backend: chosen, threads, files: runtimeFiles };
        return isRemote && chosen === 'wasm' ? remoteRuntime(options, startNetworkWorker) : loadRuntime(options);
      },
      onWrong: () => notes.push({ code: 'device.wrongResults' }),
      onLost: () => notes.push({ code: 'device.lostGraphics' }),
    }),
    takeNotes: () => notes.splice(0),
    threads,
    isFrugal,
  };
}

export type LoadOptions = {
  readonly signal: AbortSignal;
  readonly report: Reporter;
  readonly loading: Loading;
  readonly onNote: (note: ToolError) => void;
  readonly onNetwork: (network: Network) => void;
};

export type Models = {
  /** Returns networks by id for operations; downloads, checks and starts them when they are first requested. */
  readonly find: OpContext['model'];
  /** Downloads and checks a network before the work begins; starts it too, unless memory is short. */
  readonly prepare: (id: string) => Promise<unknown>;
};

export function modelsOf({ loader, sessions, isFrugal }: Networks, parts: LoadOptions): Models {
  const find: Models['find'] = async (id) => {
    const entry = await loader.model(id);
    const bytes = async () => {
      const content = await loader.bytes(entry, parts);
      parts.report.stage('load');
      return content;
    };
    const network = await parts.loading(() => sessions.network(entry, bytes));
    parts.onNetwork(network);
    return network;
  };
  const prepare: Models['prepare'] = async (id) =>
    freeBuffer((await loader.bytes(await loader.model(id), parts)).buffer);
  return { find, prepare: isFrugal ? prepare : find };
}
