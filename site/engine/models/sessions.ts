import type { Model } from '../manifest.ts';
import type { Backend, Network, Tensors } from '../types.ts';
import type { Runtime, Session } from './runtime.ts';
import { agree, probeOf } from './self-test.ts';
import { withDeclaredNames } from './signature.ts';

/** Networks that stay started; selecting by clicks alternates between two. */
const MAX_STARTED = 3;

export type SessionParts = {
  /** Preferred back-end; a network that is wrong, fails or is not `gpuSafe` there runs on WebAssembly. */
  readonly backend: Backend;
  /** Loads the runtime of a back-end. */
  readonly runtime: (backend: Backend) => Promise<Runtime>;
  /** Whether networks of this kind may run on WebGPU. */
  readonly gpuSafe: (model: Model) => boolean;
  /** Called once for each network that gave wrong values on WebGPU. */
  readonly onWrong: (model: Model) => void;
  /** Called once, when a network failed on WebGPU and continued on WebAssembly. */
  readonly onLost: () => void;
};

/** Starts, keeps and releases networks. */
export type Sessions = {
  /** The network, started from `bytes` unless it is started. The caller does not release it. */
  readonly network: (model: Model, bytes: () => Promise<Uint8Array>) => Promise<Network>;
  /** Releases all networks. Must not be called while one runs. */
  readonly release: () => Promise<void>;
  /** Ids of the networks that are started. */
  readonly started: () => readonly string[];
  /** Set once a network failed in a way that can leave the runtime unusable; only a new worker helps then. */
  readonly damage: () => 'runtime' | 'graphics' | null;
};

type Started = { readonly session: Session; readonly backend: Backend };

type Kept = {
  readonly network: Network;
  /** Replaced by a session on WebAssembly when the graphics device fails. */
  current: Started;
  /** Reads the model's file again, as the current job does. */
  bytes: () => Promise<Uint8Array>;
};

export function createSessions(parts: SessionParts): Sessions {
  // In the order of use, the least recently used network first.
  const kept = new Map<string, Kept>();
  let loading: Promise<{ readonly backend: Backend; readonly runtime: Runtime }> | undefined;
  let lostGraphics = false;
  let damage: 'runtime' | 'graphics' | null = null;

  const runtime = () => {
    loading ??= loadBest(parts).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  /** Calls the runtime, and marks it as damaged if it fails. */
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      damage = lostGraphics ? 'graphics' : 'runtime';
      throw error;
    }
  };
  // Sessions of a lost device may fail to release.
  const end = ({ session, backend }: Started) =>
    backend === 'webgpu' ? session.release().catch(() => undefined) : guarded(session.release);
  const makeRoom = async () => {
    for (const [id, { current }] of kept) {
      if (kept.size < MAX_STARTED) return;
      kept.delete(id);
      await end(current);
    }
  };
  const start = async (model: Model, content: Uint8Array): Promise<Started> => {
    const loaded = await runtime();
    const useGpu = loaded.backend === 'webgpu' && !lostGraphics && parts.gpuSafe(model);
    const started = await guarded(() => startTested({ model, content, runtime: loaded.runtime, useGpu }));
    if (useGpu && started.backend === 'wasm') parts.onWrong(model);
    return started;
  };
  /** Starts the network again on WebAssembly and repeats the run: a lost graphics device stays lost. */
  const runOnWasm = async (own: Kept, feeds: Tensors): Promise<Tensors> => {
    if (!lostGraphics) parts.onLost();
    lostGraphics = true;
    await end(own.current);
    own.current = await start(own.network.model, await own.bytes());
    return guarded(() => own.current.session.run(feeds));
  };
  const keep = (model: Model, started: Started, bytes: Kept['bytes']): Network => {
    const network: Network = {
      model,
      get backend() {
        return own.current.backend;
      },
      run: async (feeds) => {
        const { session, backend } = own.current;
        if (backend === 'wasm') return guarded(() => session.run(feeds));
        return session.run(feeds).catch(() => runOnWasm(own, feeds));
      },
    };
    const own: Kept = { network, current: started, bytes };
    kept.set(model.sha256, own);
    return network;
  };

  return {
    started: () => [...kept.values()].map(({ network }) => network.model.id),
    damage: () => damage,
    network: async (model, bytes) => {
      const cached = kept.get(model.sha256);
      if (cached) {
        kept.delete(model.sha256);
        kept.set(model.sha256, cached);
        cached.bytes = bytes;
        return cached.network;
      }
      await makeRoom();
      return keep(model, await start(model, await bytes()), bytes);
    },
    release: async () => {
      const all = [...kept.values()];
      kept.clear();
      for (const { current } of all) await end(current);
    },
  };
}

async function loadBest({ backend, runtime }: SessionParts) {
  if (backend === 'webgpu') {
    try {
      return { backend, runtime: await runtime('webgpu') };
    } catch {
      // The runtime with WebGPU did not load, for lack of memory or of a feature: use the smaller one.
    }
  }
  return { backend: 'wasm' as const, runtime: await runtime('wasm') };
}

type Start = {
  readonly model: Model;
  readonly content: Uint8Array;
  readonly runtime: Runtime;
  readonly useGpu: boolean;
};

/** Starts a network; on WebGPU only if its output for a small input equals that of WebAssembly. */
async function startTested({ model, content, runtime, useGpu }: Start) {
  const start = async (backend: Backend) => withDeclaredNames(model, await runtime.start(content, backend));
  const reference = await start('wasm');
  if (!useGpu) return { backend: 'wasm' as const, session: reference };
  const probe = probeOf(model);
  const expected = await reference.run(probe);
  const candidate = await start('webgpu').catch(() => null);
  const actual = candidate ? await candidate.run(probe).catch(() => ({})) : {};
  if (candidate && agree(expected, actual)) {
    await reference.release();
    return { backend: 'webgpu' as const, session: candidate };
  }
  await candidate?.release().catch(() => undefined);
  return { backend: 'wasm' as const, session: reference };
}
