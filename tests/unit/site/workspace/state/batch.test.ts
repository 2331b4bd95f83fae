import { expect, test } from 'vitest';
import { UNCHANGED } from '../../../../../site/engine/ops/geometry/geometry.ts';
import { type Action, reduce } from '../../../../../site/workspace/state/reduce.ts';
import {
  idsToQueue,
  initialState,
  isStale,
  optionsOf,
  outputOf,
  type Result,
  type State,
} from '../../../../../site/workspace/state/state.ts';
import { INFO } from './info.ts';

const FIELD = { name: 'strength', label: 'x', min: 0, max: 1, step: 0.1, unit: 'percent', initial: 0.5 } as const;
const run = (state: State, ...actions: readonly Action[]) => actions.reduce(reduce, state);
const picture = (id: string) => ({ id, file: new File(['x'], `${id}.jpg`, { type: 'image/jpeg' }) });
const opened = (id: string): Action => ({ kind: 'opened', id, info: INFO, type: 'image/jpeg' });
const set = (id: string, strength: number): Action => ({ kind: 'set', id, options: { strength }, subject: null });

/** A batch of pictures that are not read yet. */
const batch = (...ids: readonly string[]): State =>
  run(initialState([{ kind: 'range', ...FIELD }], 'image/png'), { kind: 'add', pictures: ids.map(picture) });

/** A batch whose pictures have results. */
function finishedBatch(...ids: readonly string[]): State {
  const ready = run(batch(...ids), ...ids.map(opened));
  const sized = { width: 40, height: 30, stored: null, base: null, geometry: null, backend: null, saved: false };
  const { history } = ready;
  const output = outputOf(ready, ready.items[0]!);
  const result: Result = { ...sized, blob: new Blob(['y']), output, settings: history.now, notes: [], ms: 1 };
  return run(ready, ...ids.map((id): Action => ({ kind: 'finished', id, result })));
}

test('a picture of a batch has options of its own, and others follow the common ones', () => {
  const two = finishedBatch('a', 'b');
  const withOwn = run(two, { kind: 'own', id: 'b', own: true });
  // They begin as the common ones, so that the result stays current.
  expect(withOwn.items.some((item) => isStale(withOwn, item))).toBe(false);
  const changed = run(withOwn, set('b', 0.9));
  expect(optionsOf(changed.history.now, 'a')).toEqual({ strength: 0.5 });
  expect(optionsOf(changed.history.now, 'b')).toEqual({ strength: 0.9 });
  expect(idsToQueue(changed)).toEqual(['b']);
  const common = run(changed, set('a', 1));
  expect(optionsOf(common.history.now, 'b')).toEqual({ strength: 0.9 });
  const cropped = run(common, { kind: 'reshaped', id: 'b', version: { ...picture('c'), geometry: UNCHANGED } });
  expect(optionsOf(cropped.history.now, 'c')).toEqual({ strength: 0.9 });
  const without = run(common, { kind: 'own', id: 'b', own: false });
  expect(optionsOf(without.history.now, 'b')).toEqual({ strength: 1 });
  expect(optionsOf(run(without, { kind: 'undo' }).history.now, 'b')).toEqual({ strength: 0.9 });
});

test('a batch shows the first picture that can be read, and stays with one that was chosen', () => {
  const unreadable = (id: string): Action => ({ kind: 'failed', id, error: { code: 'file.empty', name: id } });
  const three = batch('a', 'b', 'c');
  const passed = run(three, unreadable('a'));
  expect(passed.current).toBe('b');
  expect(run(passed, opened('b'), { kind: 'show', id: 'c' }, unreadable('c')).current).toBe('c');
  expect(run(batch('a'), unreadable('a')).current).toBe('a');
});
