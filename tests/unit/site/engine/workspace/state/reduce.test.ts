import { expect, test } from 'vitest';
import type { PictureInfo } from '../../../../../../site/engine/types.ts';
import type { MaskEdit } from '../../../../../../site/engine/workspace/state/edits.ts';
import type { Action } from '../../../../../../site/engine/workspace/state/reduce.ts';
import { reduce } from '../../../../../../site/engine/workspace/state/reduce.ts';
import {
  currentItem,
  editsOf,
  hasUnsaved,
  initialState,
  isStale,
  phaseOf,
  type Result,
  type State,
} from '../../../../../../site/engine/workspace/state/state.ts';
import type { Field } from '../../../../../../site/engine/workspace/tool.ts';

const FIELDS: readonly Field[] = [
  { kind: 'range', name: 'strength', label: 'x', least: 0, most: 1, step: 0.1, unit: 'percent', initial: 0.5 },
];
const INFO: PictureInfo = {
  width: 40,
  height: 30,
  type: 'image/jpeg',
  bytes: 10,
  animated: false,
  bitsPerChannel: 8,
  hasAlpha: false,
  metadata: { exif: false, gps: false, xmp: false, profile: false },
};
const start = (type: 'image/png' | null = null) => initialState(FIELDS, type);
const run = (state: State, ...actions: readonly Action[]) => actions.reduce(reduce, state);
const picture = (id: string) => ({ id, file: new File(['x'], `${id}.jpg`, { type: 'image/jpeg' }) });
const add = (...ids: readonly string[]): Action => ({ kind: 'add', pictures: ids.map(picture) });
const opened = (id: string, info = INFO): Action => ({ kind: 'opened', id, info });
const resultOf = (state: State): Result => ({
  width: 40,
  height: 30,
  blob: new Blob(['y']),
  pixels: null,
  settings: state.history.now,
  output: state.output,
  notes: [],
  backend: null,
  ms: 1,
  saved: false,
});
const DOT: MaskEdit = { kind: 'stroke', brush: 'keep', mode: 'add', radius: 4, points: [1, 1] };
const edit = (id: string, of: MaskEdit): Action => ({ kind: 'edit', id, edit: of });
const made = (state: State, id: string): State =>
  run(state, { kind: 'start', id }, { kind: 'finished', id, result: resultOf(state) });
const phase = (state: State) => phaseOf(state, currentItem(state));

test('a picture goes from empty to its result', () => {
  let state = start();
  expect(phase(state)).toBe('empty');
  state = run(state, add('a'));
  expect(phase(state)).toBe('loading');
  state = run(state, opened('a'));
  expect(phase(state)).toBe('ready');
  state = run(state, { kind: 'queue', ids: ['a'] }, { kind: 'start', id: 'a' });
  expect(phase(state)).toBe('working');
  expect(state.waiting).toEqual([]);
  state = run(state, { kind: 'finished', id: 'a', result: resultOf(state) });
  expect(phase(state)).toBe('result');
});

test('a failure keeps the picture and its earlier result', () => {
  const state = made(run(start(), add('a'), opened('a')), 'a');
  const failed = run(state, { kind: 'start', id: 'a' }, { kind: 'ended', id: 'a', error: { code: 'job.failed' } });
  expect(phase(failed)).toBe('error');
  expect(phase(run(failed, { kind: 'dismiss', id: 'a' }))).toBe('result');
});

test('a file that cannot be read is an error, and another picture takes its place', () => {
  const state = run(start(), add('a'), { kind: 'failed', id: 'a', error: { code: 'file.empty', name: 'a' } });
  expect(phase(state)).toBe('error');
  const next = run(state, { kind: 'replace', pictures: [picture('b')] });
  expect(next.items.map(({ id }) => id)).toEqual(['b']);
  expect(phase(next)).toBe('loading');
});

test('what comes too late for a picture that is gone changes nothing', () => {
  const state = run(start(), add('a', 'b'), { kind: 'start', id: 'a' }, { kind: 'replace', pictures: [picture('c')] });
  const late = run(
    state,
    { kind: 'start', id: 'c' },
    { kind: 'progress', id: 'a', progress: { stage: 'process', done: 0.9, etaMs: null } },
    { kind: 'ended', id: 'a', error: { code: 'job.cancelled' } },
  );
  expect(late.running?.id).toBe('c');
  expect(late.running?.progress.stage).toBe('waiting');
  expect(late.items[0]?.error).toBeNull();
});

test('a cancel empties the queue and waits for the work to end', () => {
  const state = run(start(), add('a', 'b'), { kind: 'queue', ids: ['a', 'b'] }, { kind: 'start', id: 'a' });
  const cancelled = run(state, { kind: 'cancel' });
  expect(cancelled.waiting).toEqual([]);
  expect(cancelled.running?.cancelling).toBe(true);
  expect(run(cancelled, { kind: 'ended', id: 'a', error: { code: 'job.cancelled' } }).running).toBeNull();
});

test('dragging a slider is one step of the history; letting it go ends the step', () => {
  const drag = (strength: number): Action => ({ kind: 'set', options: { strength }, subject: 'strength' });
  const state = run(start(), drag(0.6), drag(0.7), { kind: 'settle' }, drag(0.8), drag(0.9));
  const once = run(state, { kind: 'undo' });
  expect(once.history.now.options).toEqual({ strength: 0.7 });
  expect(run(once, { kind: 'undo' }).history.now.options).toEqual({ strength: 0.5 });
  expect(run(once, { kind: 'redo' }).history.now.options).toEqual({ strength: 0.9 });
  const { history } = run(once, drag(0.1));
  expect(history.future).toEqual([]);
});

test('undo of the first state and redo without an undo change nothing', () => {
  const state = start();
  expect(run(state, { kind: 'undo' }, { kind: 'redo' })).toEqual(state);
});

test('other settings make a result out of date, and undo brings it back', () => {
  const state = made(run(start(), add('a'), opened('a')), 'a');
  const item = (of: State) => currentItem(of) as NonNullable<ReturnType<typeof currentItem>>;
  expect(isStale(state, item(state))).toBe(false);
  const changed = run(state, { kind: 'set', options: { strength: 1 }, subject: null });
  expect(isStale(changed, item(changed))).toBe(true);
  const back = run(changed, { kind: 'undo' });
  expect(isStale(back, item(back))).toBe(false);
});

test('strokes on one picture leave the result of another as it is', () => {
  const both = run(start(), add('a', 'b'), opened('a'), opened('b'));
  const state = made(made(both, 'a'), 'b');
  const drawn = run(state, edit('b', DOT));
  expect(drawn.items.map((item) => isStale(drawn, item))).toEqual([false, true]);
  expect(run(drawn, { kind: 'undo' }).items.map((item) => isStale(drawn, item))).toEqual([false, true]);
  const undone = run(drawn, { kind: 'undo' });
  expect(undone.items.map((item) => isStale(undone, item))).toEqual([false, false]);
});

test('undo and a chosen step bring back the results that were made there', () => {
  const first = made(run(start(), add('a'), opened('a'), edit('a', DOT)), 'a');
  const second = made(run(first, edit('a', { kind: 'grow', by: 2 })), 'a');
  const blobOf = (state: State) => currentItem(state)?.result?.blob;
  expect(blobOf(second)).not.toBe(blobOf(first));
  const back = run(second, { kind: 'undo' });
  expect(blobOf(back)).toBe(blobOf(first));
  expect(isStale(back, currentItem(back)!)).toBe(false);
  expect(blobOf(run(back, { kind: 'go', place: 2 }))).toBe(blobOf(second));
  const unmade = run(back, { kind: 'go', place: 0 });
  expect(isStale(unmade, currentItem(unmade)!)).toBe(true);
});

test('a mask can be undone to its beginning, however long it took', () => {
  let state = run(start(), add('a'), opened('a'));
  for (let i = 0; i < 1000; i++) state = run(state, edit('a', { ...DOT, points: [i, i] }));
  for (let i = 0; i < 1000; i++) state = run(state, { kind: 'undo' });
  expect(editsOf(state.history.now, 'a')).toBeNull();
  expect(editsOf(run(state, { kind: 'go', place: 700 }).history.now, 'a')?.count).toBe(700);
  expect(run(state, { kind: 'go', place: 5000 }).history).toBe(state.history);
});

test('changes of an empty mask are no steps', () => {
  const state = run(start(), add('a'), opened('a'), edit('a', { kind: 'clear' }), edit('a', { kind: 'grow', by: 2 }));
  expect(state.history.past).toEqual([]);
  const cleared = run(state, edit('a', DOT), edit('a', { kind: 'clear' }), edit('a', { kind: 'clear' }));
  expect(cleared.history.past.length).toBe(2);
});

test('the format follows the first picture until one is chosen', () => {
  expect(run(start(), add('a'), opened('a')).output.type).toBe('image/jpeg');
  expect(run(start(), add('a'), opened('a', { ...INFO, hasAlpha: true })).output.type).toBe('image/png');
  expect(run(start(), add('a'), opened('a', { ...INFO, type: 'image/gif' })).output.type).toBe('image/png');
  expect(run(start('image/png'), add('a'), opened('a')).output.type).toBe('image/png');
  const chosen = run(start(), { kind: 'output', output: { type: 'image/webp' } }, add('a'), opened('a'));
  expect(chosen.output.type).toBe('image/webp');
});

test('the neighbour of a removed picture comes on show', () => {
  const state = run(start(), add('a', 'b', 'c'), { kind: 'show', id: 'b' });
  expect(run(state, { kind: 'remove', id: 'b' }).current).toBe('c');
  expect(run(state, { kind: 'remove', id: 'b' }, { kind: 'remove', id: 'c' }).current).toBe('a');
  expect(run(state, { kind: 'remove', id: 'a' }).current).toBe('b');
});

test('there is something to lose from the first result until it is saved', () => {
  const state = run(start(), add('a'), opened('a'));
  expect(hasUnsaved(state)).toBe(false);
  expect(hasUnsaved(run(state, { kind: 'start', id: 'a' }))).toBe(true);
  const done = made(state, 'a');
  expect(hasUnsaved(done)).toBe(true);
  expect(hasUnsaved(run(done, { kind: 'saved', ids: ['a'] }))).toBe(false);
});
