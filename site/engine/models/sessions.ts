import type { Model } from '../manifest.ts';
import type { Backend, Network, Tensors } from '../types.ts';
import type { Runtime, Session } from './runtime.ts';
import { agree, isSafeOnGpu, probeOf } from './self-test.ts';
import { underNamesOf } from './signature.ts';

/** Most networks that stay started; a click tool goes back and forth between two. */
const KEPT = 3;

export type SessionParts = {
  /** Preferred back-end; a network that cannot or must not run there runs on WebAssembly. */
  readonly backend: Backend;
  /** Loads the runtime of a back-end. */
  readonly runtime: (backend: Backend) => Promise<Runtime>;
  /** Called once for each network that WebGPU computed wrongly. */
  readonly onWrong: (model: Model) => void;
  /** Called once, when a network failed on WebGPU and went on with WebAssembly. */
  readonly onLost: () => void;
};

/** Owns everything that runs networks. */
export type Sessions = {
  /** The network, started from `bytes` unless it still is. It stays the owner's: `release` ends it. */
  readonly network: (model: Model, bytes: () => Promise<Uint8Array>) => Promise<Network>;
  /** Not while a network runs. */
  readonly release: () => Promise<void>;
  /** Ids of the networks that are started. */
  readonly started: () => readonly string[];
  /** Set for good once a network failed in a way that can have left the runtime unusable: only a new worker helps. */
  readonly damage: () => 'runtime' | 'graphics' | null;
};

type Started = { readonly session: Session; readonly backend: Backend };

type Kept = {
  readonly network: Network;
  /** Replaced by a session on WebAssembly when the graphics chip fails. */
  current: Started;
  /** Reads the model's file again, on behalf of the job that runs. */
  bytes: () => Promise<Uint8Array>;
};

export function createSessions(parts: SessionParts): Sessions {
  // The order of insertion is the order of use: the first is the one used least recently.
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
  /** What the runtime does; a failure of it marks the runtime as damaged. */
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      damage = lostGraphics ? 'graphics' : 'runtime';
      throw error;
    }
  };
  // The sessions of a lost device cannot be released properly any more.
  const end = ({ session, backend }: Started) =>
    backend === 'webgpu' ? session.release().catch(() => undefined) : guarded(session.release);
  const releaseOldest = async () => {
    for (const [id, { current }] of kept) {
      if (kept.size < KEPT) return;
      kept.delete(id);
      await end(current);
    }
  };
  const start = async (model: Model, content: Uint8Array): Promise<Started> => {
    const { backend, runtime: program } = await runtime();
    const wanted = backend === 'webgpu' && !lostGraphics && isSafeOnGpu(model) ? 'webgpu' : 'wasm';
    const started = await guarded(() => startTested({ model, content, program, wanted }));
    if (started.backend !== wanted) parts.onWrong(model);
    return started;
  };
  /** A lost graphics device stays lost, so the network is started again on WebAssembly and given the same input. */
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
      const known = kept.get(model.sha256);
      if (known) {
        kept.delete(model.sha256);
        kept.set(model.sha256, known);
        known.bytes = bytes;
        return known.network;
      }
      await releaseOldest();
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
      // The larger program did not start, for want of memory or of a feature: the smaller one does the same work.
    }
  }
  return { backend: 'wasm' as const, runtime: await runtime('wasm') };
}

type Start = {
  readonly model: Model;
  readonly content: Uint8Array;
  readonly program: Runtime;
  readonly wanted: Backend;
};

/** Starts a network; on WebGPU only if it gives there what WebAssembly gives for a small known input. */
async function startTested({ model, content, program, wanted }: Start) {
  const start = async (backend: Backend) => underNamesOf(model, await program.start(content, backend));
  const reference = await start('wasm');
  if (wanted === 'wasm') return { backend: 'wasm' as const, session: reference };
  const probe = probeOf(model);
  const expected = await reference.run(probe);
  const candidate = await start('webgpu').catch(() => null);
  const given = candidate ? await candidate.run(probe).catch(() => ({})) : {};
  if (candidate && agree(expected, given)) {
    await reference.release();
    return { backend: 'webgpu' as const, session: candidate };
  }
  await candidate?.release().catch(() => undefined);
  return { backend: 'wasm' as const, session: reference };
}
