import { expect, test } from 'vitest';
import { type Action, reduce } from '../../../../../site/workspace/state/reduce.ts';
import { currentItem, initialState, phaseOf, type State } from '../../../../../site/workspace/state/state.ts';
import { INFO } from './info.ts';

const run = (state: State, ...actions: readonly Action[]) => actions.reduce(reduce, state);
const phase = (state: State) => phaseOf(state, currentItem(state));
const start = run(initialState([], null), {
  kind: 'add',
  pictures: ['a', 'b'].map((id) => ({ id, file: new File(['x'], `${id}.jpg`) })),
});
const stroke = (id: string): Action => ({
  kind: 'edit',
  id,
  edit: { kind: 'stroke', brush: 'keep', mode: 'add', radius: 4, points: [1, 1] },
});
const choice: Action = { kind: 'set', id: 'a', options: { background: 'blur' }, subject: null };

test('the error of a run is dismissed when the settings of its picture change', () => {
  const failed = run(
    start,
    ...['a', 'b'].map((id): Action => ({ kind: 'opened', id, info: INFO, type: 'image/jpeg' })),
    { kind: 'start', id: 'a' },
    { kind: 'ended', id: 'a', error: { code: 'job.failed' } },
  );
  expect(phase(run(failed, stroke('b')))).toBe('error');
  expect(phase(run(failed, stroke('a')))).toBe('ready');
  expect(phase(run(failed, choice))).toBe('ready');
});

test('a file that cannot be read stays an error whatever the settings are', () => {
  const unreadable = run(start, { kind: 'failed', id: 'a', error: { code: 'file.empty', name: 'a' } });
  expect(phase(run({ ...unreadable, current: 'a' }, choice))).toBe('error');
});
