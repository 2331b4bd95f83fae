import { describe, expect, it } from 'vitest';
import { stop, toolErrorOf } from '../../../../../site/engine/errors.ts';
import { reporter } from '../../../../../site/engine/jobs/progress.ts';
import { runSteps } from '../../../../../site/engine/jobs/run.ts';
import type { Facts, OpContext, OpTable, Progress, Step } from '../../../../../site/engine/types.ts';

const facts = (number: number): Facts => ({ facts: { number } });
const numberOf = (value: Facts | undefined) => Number(value?.facts.number);

const table = {
  add: ({ a, b }: { readonly a: Facts; readonly b?: Facts }, { more }: { readonly more: number }) =>
    facts(numberOf(a) + (b ? numberOf(b) : 0) + more),
  wait: async ({ a }: { readonly a: Facts }, _: object, context: OpContext) => {
    for (let part = 1; part <= 4; part++) {
      await context.checkpoint();
      context.progress(part / 4, { done: part, total: 4 });
    }
    return a;
  },
  refuse: (): Facts => stop({ code: 'mask.empty' }),
  load: async (_: object, { model }: { readonly model: string }, context: OpContext) => {
    await context.model(model);
    return facts(0);
  },
} as const satisfies OpTable;

type Rest = Partial<Step> & { readonly output: string };
const step = (op: string, inputs: Step['inputs'], rest: Rest): Step => ({ op, inputs, params: { more: 1 }, ...rest });

function start(steps: readonly Step[], results: readonly string[], signal = new AbortController().signal) {
  const progress: Progress[] = [];
  const requested: string[] = [];
  const values = runSteps(
    { steps, results, values: { picture: facts(10), other: facts(5) }, tileSide: 64 },
    {
      table,
      signal,
      now: () => 0,
      report: reporter(
        (one) => progress.push(one),
        () => progress.length * 200,
      ),
      model: async (id) => {
        requested.push(id);
        return stop({ code: 'model.missingNoFallback', name: id });
      },
    },
  );
  return { values, progress, requested };
}

describe('runSteps', () => {
  it('expects less of a step once a measured value says that it will be short', async () => {
    const progress: Progress[] = [];
    const taught: string[] = [];
    const steps = [
      step('add', { a: 'picture' }, { output: 'noise' }),
      step('wait', { a: 'noise' }, { output: 'last' }),
    ];
    await runSteps(
      {
        steps,
        results: ['last'],
        values: { picture: facts(10) },
        tileSide: 64,
        expected: { steps: [1000, 60_000], starts: [0, 0], finish: 0 },
      },
      {
        table,
        signal: new AbortController().signal,
        now: () => 0,
        report: reporter(
          (one) => progress.push(one),
          () => progress.length * 200,
        ),
        model: async (id) => stop({ code: 'model.missingNoFallback', name: id }),
        remainingFraction: ({ op }, values) => (op === 'wait' && values.has('noise') ? 0.01 : 1),
        onStep: ({ op }) => taught.push(op),
      },
    );
    const estimates = progress.flatMap(({ etaMs }) => etaMs ?? []);
    expect(estimates[0]).toBe(61_000);
    expect(estimates.slice(2).every((ms) => ms <= 1000)).toBe(true);
    // What went another way teaches nothing about the step.
    expect(taught).toEqual(['add']);
  });

  it('passes values from step to step by name', async () => {
    const { values } = start(
      [
        step('add', { a: 'picture' }, { output: 'sum' }),
        step('add', { a: 'sum', b: 'other' }, { output: 'sum' }),
        step('add', { a: 'sum', b: undefined }, { output: 'last' }),
      ],
      ['last', 'sum'],
    );
    expect(await values).toEqual({ last: facts(18), sum: facts(17) });
  });

  it('weights the steps in the progress', async () => {
    const { values, progress } = start(
      [
        step('add', { a: 'picture' }, { output: 'x', weight: 3, stage: 'analyse' }),
        step('wait', { a: 'x' }, { output: 'y' }),
      ],
      ['y'],
    );
    await values;
    const seen = progress.map(({ stage, done, parts }) => [stage, done, parts?.done]);
    expect(seen).toContainEqual(['analyse', 0.75, undefined]);
    expect(seen).toContainEqual(['process', 0.875, 2]);
    expect(seen.at(-1)).toEqual(['process', 1, undefined]);
  });

  it('loads each network once before the first step', async () => {
    const load = (model: string) => step('load', {}, { output: model, params: { model } });
    const { values, requested } = start([step('refuse', {}, { output: 'never' }), load('m'), load('m')], ['m']);
    await expect(values.catch((error) => Promise.reject(toolErrorOf(error)))).rejects.toEqual({
      code: 'model.missingNoFallback',
      name: 'm',
    });
    expect(requested).toEqual(['m']);
  });

  it('stops at a checkpoint when the job is cancelled', async () => {
    const controller = new AbortController();
    const { values, progress } = start([step('wait', { a: 'picture' }, { output: 'y' })], ['y'], controller.signal);
    controller.abort();
    await expect(values).rejects.toMatchObject({ name: 'AbortError' });
    expect(progress.some(({ done }) => done > 0)).toBe(false);
  });

  it('throws when the plan names an unknown operation or value', async () => {
    await expect(start([step('nothing', {}, { output: 'x' })], ['x']).values).rejects.toThrow('no operation “nothing”');
    await expect(start([step('toString', {}, { output: 'x' })], ['x']).values).rejects.toThrow(
      'no operation “toString”',
    );
    await expect(start([step('add', { a: 'nobody' }, { output: 'x' })], ['x']).values).rejects.toThrow(
      'value “nobody”',
    );
  });

  it('prepares all networks first, and reports when no later step needs one', async () => {
    const events: string[] = [];
    const network = (id: string) => step('load', {}, { output: id, params: { model: id } });
    const ready = { model: {} as never, backend: 'wasm', run: async () => ({}) } as const;
    await runSteps(
      {
        steps: [network('first'), network('second'), step('add', { a: 'picture' }, { output: 'sum' })],
        results: ['sum'],
        values: { picture: facts(10) },
        tileSide: 64,
      },
      {
        table: {
          ...table,
          add: (inputs: Parameters<typeof table.add>[0], params: Parameters<typeof table.add>[1]) => {
            events.push('add');
            return table.add(inputs, params);
          },
        },
        signal: new AbortController().signal,
        now: () => 0,
        report: reporter(
          () => undefined,
          () => 0,
        ),
        prepare: async (id) => events.push(`prepare ${id}`),
        model: async (id) => {
          events.push(`start ${id}`);
          return ready;
        },
        onNetworksDone: async () => {
          events.push('done');
        },
      },
    );
    expect(events).toEqual(['prepare first', 'prepare second', 'start first', 'start second', 'done', 'add']);
  });
});
