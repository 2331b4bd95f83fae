import { expect, test } from 'vitest';
import type { JobResult, Network, OpTable, StoredPixels } from '../../../../../site/engine/types.ts';
import { createMemory } from '../../../../../site/engine/workers/memory.ts';
import { createPictures } from '../../../../../site/engine/workers/pictures.ts';
import { runTask, type TaskEnvironment } from '../../../../../site/engine/workers/run-task.ts';
import { DEVICE } from '../../tools/plan-of.ts';

const FACTS = { facts: {} };

/** An environment whose networks start at once; `events` lists what is started, released and computed. */
function environmentWith(isFrugal: boolean) {
  const events: string[] = [];
  let started: readonly string[] = [];
  const compute = (name: string) => {
    events.push(`${name} beside ${started.join() || 'nothing'}`);
    return FACTS;
  };
  const withNetwork = async (id: string, name: string, context: { model: (id: string) => Promise<unknown> }) => {
    await context.model(id);
    return compute(name);
  };
  const table = {
    'net.embed': (_: unknown, { model }: { model: string }, context: never) => withNetwork(model, 'embed', context),
    'net.select': (_: unknown, { model }: { model: string }, context: never) => withNetwork(model, 'select', context),
    grow: () => compute('grow'),
  } as unknown as OpTable;
  const environment = {
    table,
    isFrugal,
    pictures: createPictures({ canvas: DEVICE.canvas, memory: DEVICE.memoryGb ?? 4e9 }),
    memory: createMemory(),
    canvas: DEVICE.canvas,
    now: () => 0,
    takeNotes: () => [],
    threads: 1,
    loader: {
      model: async (id: string) => ({ id }),
      bytes: async () => new Uint8Array(1),
    },
    sessions: {
      started: () => started,
      release: async () => {
        if (started.length > 0) events.push(`release ${started.join()}`);
        started = [];
      },
      damage: () => null,
      network: async ({ id }: { id: string }) => {
        started = [id];
        return { model: { id }, backend: 'wasm' } as unknown as Network;
      },
    },
  } as unknown as TaskEnvironment;
  return { environment, events };
}

const source = {
  kind: 'pixels',
  id: 'a',
  pixels: { width: 1, height: 1, data: new Uint8ClampedArray(4).fill(255) },
} as const;
const stepOf = (op: string, model?: string) => ({ op, params: { model }, inputs: {}, output: op });

async function run(environment: TaskEnvironment, steps: readonly ReturnType<typeof stepOf>[], encoded?: string) {
  const encode = encoded && { picture: encoded, svg: null, original: null, options: { type: 'image/png' } };
  const job = { source, values: {}, steps, results: [], ...(encode && { encode }) };
  const task = { kind: 'run', job, tileSide: 0 } as unknown as Parameters<typeof runTask>[0];
  const report = { stage: () => {}, done: () => {}, plan: () => {}, expect: () => {} };
  return runTask(task, environment, { signal: new AbortController().signal, report, loading: (work) => work() });
}

test('where memory is short, the network that embeds a picture ends with its job', async () => {
  const { environment, events } = environmentWith(true);
  await run(environment, [stepOf('net.embed', 'encoder')]);
  expect(events).toEqual(['embed beside encoder', 'release encoder']);
});

test('where memory is short, the network of a click stays for the next one, but not beside the work on a result', async () => {
  const { environment, events } = environmentWith(true);
  await run(environment, [stepOf('net.select', 'decoder')]);
  await run(environment, [stepOf('net.select', 'decoder')]);
  await run(environment, [stepOf('grow')], 'picture');
  expect(events).toEqual(['select beside decoder', 'select beside decoder', 'release decoder', 'grow beside nothing']);
});

test('networks stay started where there is memory', async () => {
  const { environment, events } = environmentWith(false);
  await run(environment, [stepOf('net.embed', 'encoder')]);
  await run(environment, [stepOf('grow')], 'picture');
  expect(events).toEqual(['embed beside encoder', 'grow beside encoder']);
});

test.each([
  [true, [0, 4, 4]],
  [false, [4, 4, 4]],
])(
  'where memory is short (%s), pixels of steps are freed once no step reads them, unless a later value shares them',
  async (isFrugal, expected) => {
    const { environment } = environmentWith(isFrugal);
    const pixels = () => ({ width: 1, height: 1, data: new Uint8ClampedArray(4).fill(255) });
    const made = { enlarged: pixels(), shared: pixels() };
    const sizes: number[] = [];
    const table = {
      enlarge: () => made.enlarged,
      share: () => made.shared,
      same: ({ picture }: { picture: unknown }) => picture,
      measure: () => {
        sizes.push(made.enlarged.data.length, made.shared.data.length);
        return FACTS;
      },
    } as unknown as OpTable;
    const step = (op: string, output: string, inputs = {}) => ({ op, params: { model: undefined }, inputs, output });
    const steps = [
      step('enlarge', 'enlarged'),
      step('same', 'finished', { picture: 'enlarged' }),
      step('share', 'shared'),
      step('same', 'kept', { picture: 'shared' }),
      step('measure', 'measured'),
      step('same', 'last', { picture: 'kept' }),
      step('same', 'whole', { picture: 'picture' }),
    ];
    await run({ ...environment, table }, steps);
    expect([...sizes, source.pixels.data.length]).toEqual(expected);
  },
);

test('where memory is short, a stored result keeps its pixels, and the worker does not', async () => {
  const { environment } = environmentWith(true);
  const made = { width: 1, height: 1, data: new Uint8ClampedArray([1, 2, 3, 255]) };
  const table = { enlarge: () => made } as unknown as OpTable;
  const result = (await run({ ...environment, table }, [stepOf('enlarge')], 'enlarge')) as JobResult;
  const stored = result.encoded?.pixels as StoredPixels;
  expect([...new Uint8Array(await stored.file.arrayBuffer())]).toEqual([1, 2, 3, 255]);
  expect(made.data.length).toBe(0);
});

test('the time that is expected before the first step leaves out what the known values make unnecessary', async () => {
  const { environment } = environmentWith(false);
  const table = { 'net.denoise': () => FACTS } as unknown as OpTable;
  const steps = [{ op: 'net.denoise', params: { sigma: 1 }, inputs: { noise: 'noise' }, output: 'clean' }];
  const expectedWith = async (sigma: number) => {
    const expected: number[] = [];
    const report = { stage: () => {}, done: () => {}, plan: () => {}, expect: (ms: number) => expected.push(ms) };
    const values = { noise: { facts: { sigma } } };
    const job = { source, values, steps, results: [], expected: { steps: [9000], starts: [0], finish: 500 } };
    const task = { kind: 'run', job, tileSide: 0 } as unknown as Parameters<typeof runTask>[0];
    const parts = { signal: new AbortController().signal, report, loading: (work: () => never) => work() };
    await runTask(task, { ...environment, table }, parts as never);
    return expected[0];
  };
  expect([await expectedWith(20), await expectedWith(0.5)]).toEqual([9500, 590]);
});
