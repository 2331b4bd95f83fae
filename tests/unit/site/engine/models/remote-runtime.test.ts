import { describe, expect, it } from 'vitest';
import {
  type NetworkRequest,
  type NetworkResponse,
  type NetworkScope,
  type NetworkWorker,
  remoteRuntime,
  serveNetworks,
} from '../../../../../site/engine/models/remote-runtime.ts';
import type { Runtime } from '../../../../../site/engine/models/runtime.ts';

const BUILD = { program: 'https://site.example/ort.mjs', script: 'https://site.example/threads.mjs', wasm: null };
const FILES = { wasm: BUILD, jspi: BUILD, asyncify: BUILD, folder: 'https://site.example/models/' };
const OPTIONS = { backend: 'wasm', threads: 1, files: FILES } as const;

/** Starts workers whose messages are cloned as in a browser; `runtime` is what each of them loads. */
function workersOf(runtime: Runtime) {
  const workers: { ended: boolean }[] = [];
  const start = (): NetworkWorker => {
    const state = { ended: false };
    workers.push(state);
    const worker: NetworkWorker = {
      onmessage: null,
      onerror: null,
      terminate: () => {
        state.ended = true;
      },
      // As in a browser, messages before the program has loaded are lost.
      postMessage: (message: unknown, transfer: unknown) => {
        const data = structuredClone(message, { transfer: transfer as Transferable[] }) as NetworkRequest;
        scope.onmessage?.({ data } as MessageEvent<NetworkRequest>);
      },
    };
    const scope: NetworkScope = {
      onmessage: null,
      postMessage: (message, transfer) => {
        const data = structuredClone(message, { transfer }) as NetworkResponse;
        queueMicrotask(() => worker.onmessage?.call(worker as Worker, { data } as MessageEvent));
      },
    };
    setTimeout(() => serveNetworks(scope, async () => runtime), 1);
    return worker;
  };
  return { workers, start };
}

/** A runtime that doubles its input and fails to start from an empty file. */
const DOUBLING: Runtime = {
  chip: async () => '',
  start: async (bytes) => {
    if (bytes.length === 0) throw new RangeError('Array buffer allocation failed');
    return {
      inputs: [{ name: 'x', type: 'float32', shape: [1] }],
      outputs: [],
      run: async ({ x }) => ({ y: { type: 'float32', dims: [1], data: Float32Array.from([2 * Number(x!.data[0])]) } }),
      release: async () => undefined,
    };
  },
};
const feeds = { x: { type: 'float32', dims: [1], data: Float32Array.of(21) } } as const;

describe('remoteRuntime', () => {
  it('runs networks in a worker that ends with the last of them, and starts a new worker later', async () => {
    const { workers, start } = workersOf(DOUBLING);
    const runtime = remoteRuntime(OPTIONS, start);
    const file = () => Uint8Array.of(1, 2);
    const moved = file();
    const first = await runtime.start(moved, 'wasm');
    const second = await runtime.start(file(), 'wasm');
    // Two copies of a file would not fit on a phone.
    expect(moved.length).toBe(0);
    expect(first.inputs[0]!.name).toBe('x');
    for (let run = 0; run < 2; run++) expect(Number((await first.run(feeds)).y!.data[0])).toBe(42);
    expect(feeds.x.data).toHaveLength(1);
    await first.release();
    expect(workers).toEqual([{ ended: false }]);
    await second.release();
    expect(workers).toEqual([{ ended: true }]);
    const third = await runtime.start(file(), 'wasm');
    expect(Number((await third.run(feeds)).y!.data[0])).toBe(42);
    expect(workers).toEqual([{ ended: true }, { ended: false }]);
  });

  it('passes errors on by name, and ends the worker if a network did not start', async () => {
    const { workers, start } = workersOf(DOUBLING);
    await expect(remoteRuntime(OPTIONS, start).start(new Uint8Array(0), 'wasm')).rejects.toMatchObject({
      name: 'RangeError',
      message: 'Array buffer allocation failed',
    });
    expect(workers).toEqual([{ ended: true }]);
  });

  it('fails pending calls if the worker stops', async () => {
    const { start } = workersOf({ ...DOUBLING, start: () => new Promise(() => undefined) });
    let worker: NetworkWorker | undefined;
    const runtime = remoteRuntime(OPTIONS, () => {
      worker = start();
      return worker;
    });
    const started = runtime.start(Uint8Array.of(1), 'wasm');
    worker?.onerror?.call(worker as Worker, { message: 'Out of memory' } as ErrorEvent);
    await expect(started).rejects.toThrow('Out of memory');
  });

  it('fails and ends a worker that never starts, and starts another one next time', async () => {
    const { workers, start } = workersOf(DOUBLING);
    const silent = { ended: false };
    const never: NetworkWorker = {
      onmessage: null,
      onerror: null,
      postMessage: () => undefined,
      terminate: () => {
        silent.ended = true;
      },
    };
    const queue = [never];
    const runtime = remoteRuntime(OPTIONS, () => queue.pop() ?? start(), 20);
    await expect(runtime.start(Uint8Array.of(1), 'wasm')).rejects.toThrow('did not start');
    expect(silent.ended).toBe(true);
    const session = await runtime.start(Uint8Array.of(1), 'wasm');
    expect(Number((await session.run(feeds)).y!.data[0])).toBe(42);
    expect(workers).toEqual([{ ended: false }]);
  });
});
