import { describe, expect, it } from 'vitest';
import type { Job, OpTable, Pixels, Plane } from '../../../../../site/engine/types.ts';
import { createMemory } from '../../../../../site/engine/workers/memory.ts';
import { runTask, type TaskEnvironment } from '../../../../../site/engine/workers/run-task.ts';

const picture: Pixels = { width: 1, height: 1, data: Uint8ClampedArray.of(10, 20, 30, 255) };

function worker() {
  let looked = 0;
  const table = {
    look: (_: object, { add }: { readonly add: number }): Plane => {
      looked++;
      return { width: 1, height: 1, data: Float32Array.of(add) };
    },
    show: ({ seen }: { readonly seen: Plane }): Plane => ({ ...seen, data: seen.data.slice() }),
  } satisfies OpTable;
  const shop = {
    table,
    memory: createMemory(),
    pictures: { open: async () => ({ pixels: picture, info: null }), owns: () => false },
    now: () => 0,
    takeNotes: () => [],
    sessions: { started: () => [] },
  } as unknown as TaskEnvironment;
  const report = { stage: () => undefined, plan: () => undefined, expect: () => undefined };
  const run = async (id: string, { add = 1, results = ['shown'] } = {}) => {
    const job: Job = {
      source: { kind: 'file', id, name: id, blob: new Blob() },
      steps: [
        { op: 'look', params: { add }, inputs: { picture: 'picture' }, output: 'seen', remember: true },
        { op: 'show', params: {}, inputs: { seen: 'seen' }, output: 'shown' },
      ],
      results,
    };
    const parts = { signal: new AbortController().signal, report } as unknown as Parameters<typeof runTask>[2];
    const { values } = (await runTask({ kind: 'run', job, tileSide: 64 }, shop, parts)) as unknown as {
      readonly values: { readonly [name: string]: Plane };
    };
    return values;
  };
  return { run, looked: () => looked };
}

describe('a remembered step', () => {
  it('runs once for consecutive jobs on one picture', async () => {
    const { run, looked } = worker();
    const [first, second] = [await run('a'), await run('a')];
    expect(looked()).toBe(1);
    expect([first, second].map(({ shown }) => shown!.data[0])).toEqual([1, 1]);
    expect(Object.keys(second)).toEqual(['shown']);
  });
  it('runs again for another picture, and with other parameters', async () => {
    const { run, looked } = worker();
    await run('a');
    await run('b');
    expect((await run('b', { add: 2 })).shown!.data[0]).toBe(2);
    expect(looked()).toBe(3);
  });
  it('keeps its value if the page receives it by transfer', async () => {
    const { run } = worker();
    const data = (await run('a', { results: ['seen'] })).seen!.data;
    structuredClone(data, { transfer: [data.buffer] });
    expect((await run('a')).shown!.data[0]).toBe(1);
  });
});
