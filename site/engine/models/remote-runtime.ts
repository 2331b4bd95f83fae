import { freeBuffer } from '../free-buffer.ts';
import type { Backend, Tensors } from '../types.ts';
import type { FileValue, Runtime, RuntimeOptions, Session } from './runtime.ts';

/**
 * A runtime in a worker of its own, which ends with its last session: the heap of WebAssembly never shrinks, so only the
 * end of the worker returns the memory of a network. WebAssembly only.
 */

export type NetworkCall =
  | {
      readonly kind: 'start';
      readonly options: RuntimeOptions;
      readonly bytes: Uint8Array;
      readonly backend: Backend;
    }
  | { readonly kind: 'run'; readonly session: number; readonly feeds: Tensors }
  | { readonly kind: 'release'; readonly session: number };

export type NetworkRequest = NetworkCall & { readonly id: number };

type StartedSession = Pick<Session, 'inputs' | 'outputs'> & { readonly session: number };

export type NetworkResponse =
  /** Messages are handled from now on: earlier ones would be lost while the program loads. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly value: StartedSession | Tensors | null }
  | { readonly kind: 'failed'; readonly id: number; readonly name: string; readonly message: string }
  /** Of `workers/load.ts`: the worker's program could not be loaded. */
  | { readonly kind: 'fault'; readonly error: { readonly details?: string } };

/** The used part of `Worker`. */
export type NetworkWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** Browsers may drop a nested worker without an error, as when memory is short; nothing would answer then. */
const START_MS = 60_000;

export function remoteRuntime(
  options: RuntimeOptions,
  startWorker: () => NetworkWorker,
  startMs: number = START_MS,
): Runtime {
  let connection: Connection | null = null;
  const close = (current: Connection) => {
    if (current.sessions > 0) return;
    current.end();
    if (connection === current) connection = null;
  };
  return {
    chip: async () => '',
    start: async (bytes, backend) => {
      connection ??= connect(startWorker(), startMs);
      const current = connection;
      current.sessions += 1;
      try {
        const request = { kind: 'start', options, bytes, backend } as const;
        const { session, inputs, outputs } = (await current.call(request, [
          bytes.buffer as ArrayBuffer,
        ])) as StartedSession;
        return {
          inputs: inputs as readonly FileValue[],
          outputs: outputs as readonly FileValue[],
          // Copied: a plan may feed one embedding several times.
          run: async (feeds) => (await current.call({ kind: 'run', session, feeds })) as Tensors,
          release: async () => {
            current.sessions -= 1;
            if (current.sessions > 0) await current.call({ kind: 'release', session });
            else close(current);
          },
        };
      } catch (error) {
        current.sessions -= 1;
        close(current);
        throw error;
      }
    },
  };
}

type Connection = {
  sessions: number;
  readonly call: (request: NetworkCall, transfer?: Transferable[]) => Promise<unknown>;
  readonly end: () => void;
};

function connect(worker: NetworkWorker, startMs: number): Connection {
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let nextId = 0;
  let broken: Error | null = null;
  /** Requests that wait for the worker to be ready; null once it is. */
  let outbox: (() => void)[] | null = [];
  const fail = (details: string) => {
    clearTimeout(watchdog);
    broken = new Error(`The worker for networks stopped: ${details}`);
    for (const { reject } of pending.values()) reject(broken);
    pending.clear();
  };
  const watchdog = setTimeout(() => fail(`It did not start within ${Math.round(startMs / 1000)} seconds.`), startMs);
  worker.onmessage = ({ data }: MessageEvent<NetworkResponse>) => {
    if (data.kind === 'ready') {
      clearTimeout(watchdog);
      const waiting = outbox ?? [];
      outbox = null;
      for (const post of waiting) post();
      return;
    }
    if (data.kind === 'fault') return fail(data.error.details ?? 'It could not be loaded.');
    const call = pending.get(data.id);
    pending.delete(data.id);
    if (data.kind === 'done') call?.resolve(data.value);
    else call?.reject(Object.assign(new Error(data.message), { name: data.name }));
  };
  worker.onerror = ({ message }) => fail(message || 'It could not be started.');
  return {
    sessions: 0,
    call: (request, transfer = []) =>
      new Promise((resolve, reject) => {
        if (broken) return reject(broken);
        const id = nextId++;
        pending.set(id, { resolve, reject });
        const post = () => worker.postMessage({ ...request, id }, transfer);
        if (outbox) outbox.push(post);
        else post();
      }),
    end: () => {
      fail('It was ended.');
      worker.terminate();
    },
  };
}

/** The used part of a worker's global scope. */
export type NetworkScope = {
  readonly postMessage: (message: NetworkResponse, transfer: Transferable[]) => void;
  onmessage: ((event: MessageEvent<NetworkRequest>) => unknown) | null;
};

/** Answers `remoteRuntime` of another worker. */
export function serveNetworks(scope: NetworkScope, load: (options: RuntimeOptions) => Promise<Runtime>): void {
  const sessions = new Map<number, Session>();
  let runtime: Promise<Runtime> | undefined;
  const sessionOf = (id: number): Session => {
    const session = sessions.get(id);
    if (!session) throw new Error('The network was released.');
    return session;
  };
  const perform = async (request: NetworkRequest): Promise<StartedSession | Tensors | null> => {
    switch (request.kind) {
      case 'start': {
        runtime ??= load(request.options);
        const session = await (await runtime).start(request.bytes, request.backend);
        // The runtime has copied the file, at a time when memory is shortest.
        freeBuffer(request.bytes.buffer as ArrayBuffer);
        sessions.set(request.id, session);
        return { session: request.id, inputs: session.inputs, outputs: session.outputs };
      }
      case 'run': {
        const results = await sessionOf(request.session).run(request.feeds);
        for (const { data } of Object.values(request.feeds)) freeBuffer(data.buffer as ArrayBuffer);
        return results;
      }
      case 'release':
        await sessionOf(request.session).release();
        sessions.delete(request.session);
        return null;
    }
  };
  scope.onmessage = async ({ data }) => {
    const { id, kind } = data;
    try {
      const value = await perform(data);
      const transfer = kind === 'run' ? Object.values(value as Tensors).map(({ data: { buffer } }) => buffer) : [];
      scope.postMessage({ kind: 'done', id, value }, [...new Set(transfer)] as Transferable[]);
    } catch (thrown) {
      const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown));
      scope.postMessage({ kind: 'failed', id, name, message }, []);
    }
  };
  scope.postMessage({ kind: 'ready' }, []);
}
