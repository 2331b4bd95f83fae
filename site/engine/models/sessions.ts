import type { KnownAnswer, Model } from '../manifest.ts';
import type { Backend, Network, Tensors } from '../types.ts';
import { agrees } from './known-answer.ts';
import type { Runtime, Session } from './runtime.ts';
import { withDeclaredNames } from './signature.ts';
import type { Verdicts } from './verdicts.ts';

/** Networks that stay started where memory allows it; selecting by clicks alternates between two. */
export const MAX_STARTED = 3;

export type SessionParts = {
  /** Preferred back-end; a network that is wrong, fails or has no known answer runs on WebAssembly. */
  readonly backend: Backend;
  /** Loads the runtime of a back-end. */
  readonly runtime: (backend: Backend) => Promise<Runtime>;
  /** The inputs of a network's known answer. */
  readonly probe: (model: Model) => Tensors;
  /** Networks that were checked on this device's graphics chip. */
  readonly verdicts: Verdicts;
  /** Networks that stay started. */
  readonly maxStarted: number;
  /** Called for each network that fails its check on WebGPU now; not for those that failed it earlier. */
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
      if (kept.size < parts.maxStarted) return;
      kept.delete(id);
      await end(current);
    }
  };
  const start = async (model: Model, content: Uint8Array): Promise<Started> => {
    const loaded = await runtime();
    const { runtime: loadedRuntime } = loaded;
    if (loaded.backend === 'webgpu' && !lostGraphics && model.answer) {
      const key = `${model.sha256} ${await loadedRuntime.chip()}`;
      const verdict = await parts.verdicts.get(key);
      const session = verdict === false ? null : await startOnChip(model, content, loadedRuntime);
      if (session && verdict) return { session, backend: 'webgpu' };
      const right = session && (await isRight(model.answer, session, parts.probe(model)));
      // A check that could not run to its end says nothing about the next time.
      if (typeof right === 'boolean') await parts.verdicts.set(key, right);
      if (session && right) return { session, backend: 'webgpu' };
      await session?.release().catch(() => undefined);
      if (verdict === null) parts.onWrong(model);
    }
    return guarded(async () => ({
      session: withDeclaredNames(model, await loadedRuntime.start(content, 'wasm')),
      backend: 'wasm',
    }));
  };
  /** Starts the network again on WebAssembly and repeats the run: a lost graphics device stays lost. */
  const runOnWasm = async (kept: Kept, feeds: Tensors): Promise<Tensors> => {
    if (!lostGraphics) parts.onLost();
    lostGraphics = true;
    await end(kept.current);
    kept.current = await start(kept.network.model, await kept.bytes());
    return guarded(() => kept.current.session.run(feeds));
  };
  const keep = (model: Model, started: Started, bytes: Kept['bytes']): Network => {
    const network: Network = {
      model,
      get backend() {
        return entry.current.backend;
      },
      run: async (feeds) => {
        const { session, backend } = entry.current;
        if (backend === 'wasm') return guarded(() => session.run(feeds));
        return session.run(feeds).catch(() => runOnWasm(entry, feeds));
      },
    };
    const entry: Kept = { network, current: started, bytes };
    kept.set(model.sha256, entry);
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

const startOnChip = (model: Model, content: Uint8Array, runtime: Runtime): Promise<Session | null> =>
  runtime.start(content, 'webgpu').then(
    (session) => withDeclaredNames(model, session),
    () => null,
  );

/** Whether a network gives its known answer; null if it fails to run. */
const isRight = (answer: KnownAnswer, session: Session, probe: Tensors): Promise<boolean | null> =>
  session.run(probe).then(
    (results) => agrees(answer, results),
    () => null,
  );
