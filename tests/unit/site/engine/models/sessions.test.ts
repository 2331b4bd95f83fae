import * as ort from 'onnxruntime-web/wasm';
import { describe, expect, it } from 'vitest';
import { probeOf } from '../../../../../site/engine/adapters/probe.ts';
import type { Model } from '../../../../../site/engine/manifest.ts';
import { knownAnswerOf } from '../../../../../site/engine/models/known-answer.ts';
import { type Runtime, runtimeOf, type Session } from '../../../../../site/engine/models/runtime.ts';
import { createSessions, MAX_STARTED } from '../../../../../site/engine/models/sessions.ts';
import { storedVerdicts, type Verdicts } from '../../../../../site/engine/models/verdicts.ts';
import type { Backend, Tensors } from '../../../../../site/engine/types.ts';
import { enlarging } from '../../../../engine/networks.ts';
import { ints, node, onnx } from '../adapters/graphs.ts';

ort.env.wasm.numThreads = 1;

const entry = (sha256: string, adapter = 'srvgg'): Model => ({
  id: sha256,
  title: '',
  file: '',
  bytes: 1,
  sha256,
  role: '',
  choice: 'default',
  adapter,
  inputs: [{ name: 'input', type: 'float32', shape: [1, 3, 'h', 'w'], holds: '' }],
  outputs: [{ name: 'output', type: 'float32', shape: [1, 3, 'h', 'w'], holds: '' }],
  licence: '',
  notice: '',
  homepage: '',
  changes: [],
});

const session = await runtimeOf(ort).start(enlarging, 'wasm');
const answer = knownAnswerOf(await session.run(probeOf(entry('a'))));
await session.release();

/** A model with its known answer. */
const model = (sha256: string): Model => ({ ...entry(sha256), answer });

type Chip = (results: Tensors) => Tensors;

/** Makes the next runs of networks fail on a back-end. */
type Failing = { backend: Backend | null };

/** The real runtime, in which WebGPU is WebAssembly with altered results. Counts open sessions. */
function machine(chip: Chip | 'none' | 'will not load', verdicts: Verdicts = storedVerdicts(undefined)) {
  const open = new Set<Session>();
  const started: Backend[] = [];
  const wrong: string[] = [];
  const lost: string[] = [];
  const failing: Failing = { backend: null };
  const runtime = async (backend: Backend): Promise<Runtime> => {
    if (backend === 'webgpu' && chip === 'will not load') throw new Error('too little memory');
    const real = runtimeOf(ort);
    return {
      chip: async () => 'a chip',
      start: async (bytes, backend) => {
        if (backend === 'webgpu' && typeof chip === 'string') throw new Error('no adapter');
        const inner = await real.start(bytes, 'wasm');
        started.push(backend);
        const session: Session = {
          ...inner,
          run: async (feeds) => {
            if (failing.backend === backend) throw new Error('Aborted(). The device was lost.');
            const results = await inner.run(feeds);
            return backend === 'webgpu' && typeof chip === 'function' ? chip(results) : results;
          },
          release: async () => {
            open.delete(session);
            await inner.release();
          },
        };
        open.add(session);
        return session;
      },
    };
  };
  const sessions = createSessions({
    maxStarted: MAX_STARTED,
    backend: 'webgpu',
    runtime,
    probe: probeOf,
    verdicts,
    onWrong: ({ id }) => wrong.push(id),
    onLost: () => lost.push('lost'),
  });
  return { sessions, open, started, wrong, lost, failing };
}

const changed =
  (change: (value: number) => number): Chip =>
  ({ output }) => ({
    output: {
      type: 'float32',
      dims: output?.dims ?? [],
      data: Float32Array.from(output?.data as Float32Array, change),
    },
  });
const bytes = async () => enlarging;

describe('a network on WebGPU', () => {
  it.each<[string, Chip | 'none' | 'will not load', Backend, boolean]>([
    ['right', (results) => results, 'webgpu', false],
    ['rounded', changed((value) => value + 0.004), 'webgpu', false],
    ['black', changed(() => 0), 'wasm', true],
    ['undefined', changed(() => Number.NaN), 'wasm', true],
    ['off by some percent', changed((value) => value * 1.1), 'wasm', true],
    ['of another size', ({ output }) => ({ output: { ...output, data: new Float32Array(3) } as never }), 'wasm', true],
    ['not started', 'none', 'wasm', true],
    ['not loaded', 'will not load', 'wasm', false],
  ])('is used or left by what it gives: %s', async (...[, chip, backend, reported]) => {
    const { sessions, open, wrong } = machine(chip);
    const network = await sessions.network(model('a'), bytes);
    expect(network.backend).toBe(backend);
    expect(wrong).toEqual(reported ? ['a'] : []);
    // The rejected session is released.
    expect(open.size).toBe(1);
    await sessions.release();
    expect(open.size).toBe(0);
  });

  it('is not started without a known answer', async () => {
    const { sessions, started } = machine((results) => results);
    expect((await sessions.network(entry('a'), bytes)).backend).toBe('wasm');
    expect(started).toEqual(['wasm']);
  });

  it('is checked once for each chip and browser, and starts no second session', async () => {
    const verdicts = storedVerdicts(undefined);
    let runs = 0;
    const counted: Chip = (results) => {
      runs += 1;
      return results;
    };
    for (const expected of [1, 1]) {
      const { sessions, started } = machine(counted, verdicts);
      expect((await sessions.network(model('a'), bytes)).backend).toBe('webgpu');
      expect([runs, started]).toEqual([expected, ['webgpu']]);
      await sessions.release();
    }
  });

  it('is neither started nor reported again on a chip that computed wrong values', async () => {
    const verdicts = storedVerdicts(undefined);
    const first = machine(
      changed(() => 0),
      verdicts,
    );
    expect((await first.sessions.network(model('a'), bytes)).backend).toBe('wasm');
    expect([first.started, first.wrong]).toEqual([['webgpu', 'wasm'], ['a']]);
    const next = machine((results) => results, verdicts);
    expect((await next.sessions.network(model('a'), bytes)).backend).toBe('wasm');
    expect([next.started, next.wrong]).toEqual([['wasm'], []]);
    await Promise.all([first.sessions.release(), next.sessions.release()]);
  });

  it('is checked again by the next worker if its check did not complete', async () => {
    const verdicts = storedVerdicts(undefined);
    const first = machine((results) => results, verdicts);
    first.failing.backend = 'webgpu';
    expect((await first.sessions.network(model('a'), bytes)).backend).toBe('wasm');
    const next = machine((results) => results, verdicts);
    expect((await next.sessions.network(model('a'), bytes)).backend).toBe('webgpu');
    await Promise.all([first.sessions.release(), next.sessions.release()]);
  });
});

describe('a network that fails while it runs', () => {
  const feeds: Tensors = {
    input: { type: 'float32', dims: [1, 3, 1, 1], data: Float32Array.of(0.25, 0.5, 0.75) },
  };

  it('continues with WebAssembly in the same job if the graphics device is lost, and in later jobs', async () => {
    const { sessions, open, started, lost, failing } = machine((results) => results);
    const network = await sessions.network(model('a'), bytes);
    const before = await network.run(feeds);
    expect(network.backend).toBe('webgpu');
    failing.backend = 'webgpu';
    expect(await network.run(feeds)).toEqual(before);
    expect([network.backend, open.size, lost]).toEqual(['wasm', 1, ['lost']]);
    // Later networks do not use the lost device.
    started.length = 0;
    expect((await sessions.network(model('b'), bytes)).backend).toBe('wasm');
    expect([started, lost, sessions.damage()]).toEqual([['wasm'], ['lost'], null]);
    failing.backend = null;
    await sessions.release();
  });

  it('marks the runtime as damaged if WebAssembly aborts, and reports whether the graphics chip was used before', async () => {
    const { sessions, failing } = machine((results) => results);
    const network = await sessions.network(entry('a'), bytes);
    expect(sessions.damage()).toBeNull();
    failing.backend = 'wasm';
    await expect(network.run(feeds)).rejects.toThrow('Aborted');
    expect(sessions.damage()).toBe('runtime');
    failing.backend = null;
    const onChip = await sessions.network(model('b'), bytes);
    failing.backend = 'webgpu';
    await onChip.run(feeds);
    failing.backend = 'wasm';
    await expect(onChip.run(feeds)).rejects.toThrow('Aborted');
    expect(sessions.damage()).toBe('graphics');
  });
});

describe('the owner of networks', () => {
  it('starts a network once, and ends the least recently used one', async () => {
    const { sessions, open } = machine('none');
    let read = 0;
    const counted = async () => {
      read += 1;
      return enlarging;
    };
    const use = (id: string) => sessions.network(model(id), counted);
    const first = await use('a');
    expect(await use('a')).toBe(first);
    await use('b');
    await use('c');
    await use('a');
    await use('d');
    expect([read, sessions.started().length, open.size]).toEqual([4, 3, 3]);
    expect(await use('a')).toBe(first);
    await use('b');
    expect(read).toBe(5);
    await sessions.release();
    await sessions.release();
    expect([sessions.started().length, open.size]).toEqual([0, 0]);
    await use('a');
    expect([read, open.size]).toEqual([6, 1]);
    await sessions.release();
  });

  it('starts a network again after an invalid one', async () => {
    const { sessions, open } = machine('none');
    await expect(sessions.network(model('a'), async () => Uint8Array.of(1, 2, 3))).rejects.toThrow();
    expect((await sessions.network(model('a'), bytes)).backend).toBe('wasm');
    expect(open.size).toBe(1);
    await sessions.release();
  });
});

describe('a manifest entry', () => {
  it('may name inputs and outputs differently from the file; shapes then identify them', async () => {
    const file = onnx({
      inputs: { '3': [1, 1, 2, 2], '7': [1, 3, 'h', 'w'] },
      outputs: { '11': [1, 1, 'h', 'w'], '12': [1, 3, 'h', 'w'] },
      nodes: [
        node('Mul', { input: ['7', '3'], output: ['12'] }),
        node('ReduceMean', { input: ['12'], output: ['11'], attribute: [ints('axes', [1])] }),
      ],
    });
    const value = (name: string, shape: readonly (number | string)[]) =>
      ({ name, type: 'float32', shape, holds: '' }) as const;
    const renamed: Model = {
      ...entry('a', 'lama'),
      inputs: [value('image', [1, 3, 2, 2]), value('mask', [1, 1, 'h', 'w'])],
      outputs: [value('drawn', [1, 3, 2, 2])],
    };
    const { sessions } = machine('none');
    const network = await sessions.network(renamed, async () => file);
    const numbers = (channels: number, data: number[]) =>
      ({ type: 'float32', dims: [1, channels, 2, 2], data: Float32Array.from(data) }) as const;
    const image = numbers(
      3,
      Array.from({ length: 12 }, (_, i) => i),
    );
    const { drawn } = await network.run({ image, mask: numbers(1, [0, 1, 0, 2]) });
    expect([...(drawn?.data ?? [])]).toEqual([0, 1, 0, 6, 0, 5, 0, 14, 0, 9, 0, 22]);
    await sessions.release();
  });
});
