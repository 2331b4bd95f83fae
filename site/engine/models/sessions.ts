import type { Backend, Network } from '../types.ts';
import type { Model } from './manifest.ts';
import type { Runtime, Session } from './runtime.ts';
import { agree, isSafeOnGpu, probeOf } from './self-test.ts';
import { underNamesOf } from './signature.ts';

/** Most networks that stay started; a click tool goes back and forth between two. */
const KEPT = 3;

export type SessionParts = {
  /** What the device should do best; a network that cannot or must not go there runs on WebAssembly. */
  readonly backend: Backend;
  /** Loads the runtime of a back-end. */
  readonly runtime: (backend: Backend) => Promise<Runtime>;
  /** Told once for each network that WebGPU got wrong. */
  readonly onWrong: (model: Model) => void;
};

/** Owns everything that runs networks. */
export type Sessions = {
  /** The network, started from `bytes` unless it still is. It stays the owner's: `release` ends it. */
  readonly network: (model: Model, bytes: () => Promise<Uint8Array>) => Promise<Network>;
  readonly release: () => Promise<void>;
  /** Ids of the networks that are started. */
  readonly started: () => readonly string[];
};

type Kept = { readonly session: Session; readonly network: Network };

export function createSessions(parts: SessionParts): Sessions {
  // The order of insertion is the order of use: the first is the one that has rested longest.
  const kept = new Map<string, Kept>();
  let loading: Promise<{ readonly backend: Backend; readonly runtime: Runtime }> | undefined;

  const runtime = () => {
    loading ??= loadBest(parts).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const releaseOldest = async () => {
    for (const [id, { session }] of kept) {
      if (kept.size < KEPT) return;
      kept.delete(id);
      await session.release();
    }
  };

  return {
    started: () => [...kept.values()].map(({ network }) => network.model.id),
    network: async (model, bytes) => {
      const known = kept.get(model.sha256);
      if (known) {
        kept.delete(model.sha256);
        kept.set(model.sha256, known);
        return known.network;
      }
      await releaseOldest();
      const content = await bytes();
      const { backend, runtime: program } = await runtime();
      const wanted = backend === 'webgpu' && isSafeOnGpu(model) ? 'webgpu' : 'wasm';
      const started = await startTested({ model, content, program, wanted });
      if (started.backend !== wanted) parts.onWrong(model);
      const network = { model, backend: started.backend, run: started.session.run };
      kept.set(model.sha256, { session: started.session, network });
      return network;
    },
    release: async () => {
      const all = [...kept.values()];
      kept.clear();
      for (const { session } of all) await session.release();
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
  await candidate?.release();
  return { backend: 'wasm' as const, session: reference };
}
