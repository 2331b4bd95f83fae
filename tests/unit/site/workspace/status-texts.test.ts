import { expect, test } from 'vitest';
import { record, undo } from '../../../../site/workspace/state/history.ts';
import { type Item, initialState, type State } from '../../../../site/workspace/state/state.ts';
import { statusTexts } from '../../../../site/workspace/status-texts.ts';
import type { Say } from '../../../../site/workspace/words.ts';

const say = ((key: string) => key) as unknown as Say;
const words = { say, units: { number: String, share: String } as never };

/** The announced key of a picture whose result was made with `state`'s settings, once `change` was applied. */
function announced(change: (state: State) => State): string {
  const before = initialState([], 'image/png');
  const result = { settings: before.history.now, output: before.output, geometry: null, blob: new Blob(['x']) };
  const item = { id: 'a', info: null, result } as unknown as Item;
  return statusTexts({ state: change(before), item, phase: 'result' }, { brushes: [], covered: 0 }, words).status;
}

test('another format is not announced as a change: the result is only encoded again', () => {
  expect(announced((state) => state)).toBe('workspace.status.ready');
  expect(announced((state) => ({ ...state, output: { ...state.output, quality: 0.4 } }))).toBe(
    'workspace.status.ready',
  );
});

test('other options are announced as a change', () => {
  const changed = (state: State): State => ({
    ...state,
    history: { ...state.history, now: { ...state.history.now, options: { strength: 1 } } },
  });
  expect(announced(changed)).toBe('workspace.status.changed');
});

test('the work is announced while it lasts, also over an older result', () => {
  const state = initialState([], 'image/png');
  const item = { id: 'a', info: null, result: null } as unknown as Item;
  const none = { brushes: [], covered: 0 } as const;
  expect(statusTexts({ state, item, phase: 'working' }, none, words).status).toBe('workspace.progress.process');
});

test('undo between two results is announced as the result that is shown', () => {
  const state = initialState([], 'image/png');
  const { history, output } = state;
  const [first, again] = [{ ...history.now }, { ...history.now }];
  const steps = record(record(history, first), again);
  const results = [first, again].map((settings) => ({ settings, output, geometry: null, blob: new Blob(['x']) }));
  const spoken = ((key: string, values = {}) => [key, ...Object.values(values)].join(' ')) as unknown as Say;
  const textOf = (index: number, now: State['history']) => {
    const item = { id: 'a', info: null, result: results[index], results } as unknown as Item;
    const workspace = { state: { ...state, history: now }, item, phase: 'result' } as const;
    return statusTexts(workspace, { brushes: [], covered: 0 }, { ...words, say: spoken }).status;
  };
  expect(textOf(1, steps)).toBe('workspace.status.ready');
  expect(textOf(0, undo(steps))).toBe('workspace.status.revisited 1 2');
});
