import { expect, test } from 'vitest';
import { loadPixels, storePixels } from '../../../../../site/engine/codecs/stored-pixels.ts';
import { UNCHANGED } from '../../../../../site/engine/ops/geometry/geometry.ts';
import { strokesOf } from '../../../../../site/workspace/mask/colours.ts';
import type { MaskEdit } from '../../../../../site/workspace/state/edits.ts';
import { type Action, reduce } from '../../../../../site/workspace/state/reduce.ts';
import {
  currentItem,
  editsOf,
  hasUnsaved,
  idsToQueue,
  initialState,
  isBusy,
  isOutdated,
  isStale,
  outputOf,
  phaseOf,
  type Result,
  type State,
  unwritten,
} from '../../../../../site/workspace/state/state.ts';
import type { Field } from '../../../../../site/workspace/tool.ts';
import { INFO } from './info.ts';

const FIELDS: readonly Field[] = [
  { kind: 'range', name: 'strength', label: 'x', min: 0, max: 1, step: 0.1, unit: 'percent', initial: 0.5 },
];
const start = () => initialState(FIELDS, null);
const run = (state: State, ...actions: readonly Action[]) => actions.reduce(reduce, state);
const picture = (id: string) => ({ id, file: new File(['x'], `${id}.jpg`, { type: 'image/jpeg' }) });
const add = (...ids: readonly string[]): Action => ({ kind: 'add', pictures: ids.map(picture) });
const opened = (id: string, info = INFO): Action => ({ kind: 'opened', id, info, type: 'image/jpeg' });
const resultOf = (state: State): Result => ({
  width: 40,
  height: 30,
  blob: new Blob(['y']),
  stored: storePixels({ width: 40, height: 30, data: new Uint8ClampedArray(4800) }),
  base: null,
  geometry: null,
  settings: state.history.now,
  output: outputOf(state, { type: 'image/jpeg' }),
  notes: [],
  backend: null,
  ms: 1,
  saved: false,
});
const DOT: MaskEdit = { kind: 'stroke', brush: 'keep', mode: 'add', radius: 4, points: [1, 1] };
const edit = (id: string, of: MaskEdit): Action => ({ kind: 'edit', id, edit: of });
const generated = (state: State, id: string): State =>
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
  const state = generated(run(start(), add('a'), opened('a')), 'a');
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

test('messages for a removed picture change nothing', () => {
  const state = run(start(), add('a', 'b'), { kind: 'start', id: 'a' }, { kind: 'replace', pictures: [picture('c')] });
  const late = run(state, { kind: 'start', id: 'c' }, { kind: 'ended', id: 'a', error: { code: 'job.cancelled' } });
  expect(late.running?.id).toBe('c');
  expect(late.items[0]?.error).toBeNull();
});

test('a cancel empties the queue and waits for the work to end', () => {
  const state = run(start(), add('a', 'b'), { kind: 'queue', ids: ['a', 'b'] }, { kind: 'start', id: 'a' });
  const cancelled = run(state, { kind: 'cancel' });
  expect(cancelled.waiting).toEqual([]);
  expect(cancelled.running?.cancelling).toBe(true);
  expect(run(cancelled, { kind: 'ended', id: 'a', error: { code: 'job.cancelled' } }).running).toBeNull();
});

test('dragging a slider is one step of the history; releasing it ends the step', () => {
  const drag = (strength: number): Action => ({ kind: 'set', id: 'a', options: { strength }, subject: 'strength' });
  const state = run(start(), drag(0.6), drag(0.7), { kind: 'settle' }, drag(0.8), drag(0.9));
  const once = run(state, { kind: 'undo' });
  expect(once.history.now.options).toEqual({ strength: 0.7 });
  expect(run(once, { kind: 'undo' }).history.now.options).toEqual({ strength: 0.5 });
  expect(run(once, { kind: 'redo' }).history.now.options).toEqual({ strength: 0.9 });
  const { history } = run(once, drag(0.1));
  expect(history.future).toEqual([]);
});

test('another picture keeps the options and has no step of the earlier one', () => {
  const options: Action = { kind: 'set', id: 'a', options: { strength: 0.9 }, subject: null };
  const state = run(start(), add('a'), options, edit('a', DOT), { kind: 'replace', pictures: [picture('b')] });
  expect(state.history.now.options).toEqual({ strength: 0.9 });
  expect(run(state, { kind: 'undo' })).toEqual(state);
});

test('undo of the first state and redo without an undo change nothing', () => {
  const state = start();
  expect(run(state, { kind: 'undo' }, { kind: 'redo' })).toEqual(state);
});

test('other settings make a result out of date, and undo restores it', () => {
  const state = generated(run(start(), add('a'), opened('a')), 'a');
  const item = (of: State) => currentItem(of) as NonNullable<ReturnType<typeof currentItem>>;
  expect(isStale(state, item(state))).toBe(false);
  const changed = run(state, { kind: 'set', id: 'a', options: { strength: 1 }, subject: null });
  expect(isStale(changed, item(changed))).toBe(true);
  expect(isOutdated(changed, item(changed))).toBe(true);
  const back = run(changed, { kind: 'undo' });
  expect(isStale(back, item(back))).toBe(false);
});

test('another format or crop of the file leaves the result itself up to date', () => {
  const state = generated(run(start(), add('a'), opened('a')), 'a');
  const item = (of: State) => currentItem(of) as NonNullable<ReturnType<typeof currentItem>>;
  const geometry = { ...UNCHANGED, flipped: true };
  for (const action of [
    { kind: 'output', output: { quality: 0.5 } },
    { kind: 'finish', id: 'a', geometry },
  ] satisfies readonly Action[]) {
    const other = run(state, action);
    expect(isStale(other, item(other))).toBe(true);
    expect(isOutdated(other, item(other))).toBe(false);
  }
});

test('strokes on one picture leave the result of another as it is', () => {
  const both = run(start(), add('a', 'b'), opened('a'), opened('b'));
  const state = generated(generated(both, 'a'), 'b');
  const drawn = run(state, edit('b', DOT));
  expect(drawn.items.map((item) => isStale(drawn, item))).toEqual([false, true]);
  expect(run(drawn, { kind: 'undo' }).items.map((item) => isStale(drawn, item))).toEqual([false, true]);
  const undone = run(drawn, { kind: 'undo' });
  expect(undone.items.map((item) => isStale(undone, item))).toEqual([false, false]);
});

test('undo and a chosen step restore the results of that state', () => {
  const first = generated(run(start(), add('a'), opened('a'), edit('a', DOT)), 'a');
  const second = generated(run(first, edit('a', { kind: 'grow', by: 2 })), 'a');
  const blobOf = (state: State) => currentItem(state)?.result?.blob;
  expect(blobOf(second)).not.toBe(blobOf(first));
  const back = run(second, { kind: 'undo' });
  expect(blobOf(back)).toBe(blobOf(first));
  expect(isStale(back, currentItem(back)!)).toBe(false);
  expect(blobOf(run(back, { kind: 'go', index: 2 }))).toBe(blobOf(second));
  const unmade = run(back, { kind: 'go', index: 0 });
  expect(isStale(unmade, currentItem(unmade)!)).toBe(true);
});

test('a mask can be undone to its beginning, however long it was edited', () => {
  let state = run(start(), add('a'), opened('a'));
  for (let i = 0; i < 1000; i++) state = run(state, edit('a', { ...DOT, points: [i, i] }));
  for (let i = 0; i < 1000; i++) state = run(state, { kind: 'undo' });
  expect(editsOf(state.history.now, 'a')).toBeNull();
  expect(editsOf(run(state, { kind: 'go', index: 700 }).history.now, 'a')?.count).toBe(700);
  expect(run(state, { kind: 'go', index: 5000 }).history).toBe(state.history);
});

test('changes of an empty mask are not recorded', () => {
  const state = run(start(), add('a'), opened('a'), edit('a', { kind: 'clear' }), edit('a', { kind: 'grow', by: 2 }));
  expect(state.history.past).toEqual([]);
  const cleared = run(state, edit('a', DOT), edit('a', { kind: 'clear' }), edit('a', { kind: 'clear' }));
  expect(cleared.history.past.length).toBe(2);
});

test('colours can be cleared after the mask was', () => {
  const colour: MaskEdit = { kind: 'colour', ink: '#ff0000', radius: 2, points: [9, 9] };
  const size = { width: 20, height: 20 };
  const state = run(start(), add('a'), opened('a'), edit('a', colour), edit('a', DOT), edit('a', { kind: 'clear' }));
  expect(strokesOf(editsOf(state.history.now, 'a'), size)?.strokes).toHaveLength(1);
  const cleared = run(state, edit('a', { kind: 'clear-colours' }));
  expect(strokesOf(editsOf(cleared.history.now, 'a'), size)).toBeNull();
});

test('the neighbour of a removed picture is shown', () => {
  const state = run(start(), add('a', 'b', 'c'), { kind: 'show', id: 'b' });
  expect(run(state, { kind: 'remove', id: 'b' }).current).toBe('c');
  expect(run(state, { kind: 'remove', id: 'b' }, { kind: 'remove', id: 'c' }).current).toBe('a');
  expect(run(state, { kind: 'remove', id: 'a' }).current).toBe('b');
});

test('unsaved work exists from the first result until it is saved', () => {
  const state = run(start(), add('a'), opened('a'));
  expect(hasUnsaved(state)).toBe(false);
  expect(hasUnsaved(run(state, { kind: 'start', id: 'a' }))).toBe(true);
  const done = generated(state, 'a');
  expect(hasUnsaved(done)).toBe(true);
  expect(hasUnsaved(run(done, { kind: 'saved', ids: ['a'] }))).toBe(false);
});

const began = (state: State, id: string): State =>
  run(state, { kind: 'start', id }, { kind: 'began', id, settings: state.history.now });
const webp: Action = { kind: 'output', output: { type: 'image/webp' } };
const stronger: Action = { kind: 'set', id: 'a', options: { strength: 1 }, subject: null };

test('a batch queues what needs work, except the picture in progress', () => {
  const three = run(start(), add('a', 'b', 'c'), opened('a'), opened('b'), opened('c'));
  expect(idsToQueue(three)).toEqual(['a', 'b', 'c']);
  const running = began(generated(three, 'c'), 'a');
  expect(idsToQueue(running)).toEqual(['b']);
  // Until the run has read the settings, it uses the current ones.
  expect(idsToQueue(run(three, { kind: 'start', id: 'a' }, stronger))).toEqual(['b', 'c']);
  const again = run(running, { kind: 'show', id: 'b' }, { kind: 'queue', ids: idsToQueue(running) });
  expect(again.waiting).toEqual(['b']);
});

test('nothing is queued while the last picture of a batch is in progress', () => {
  const two = run(start(), add('a', 'b'), opened('a'), opened('b'));
  expect(idsToQueue(began(generated(two, 'b'), 'a'))).toEqual([]);
});

test('settings that changed during a run, and a cancelled run, queue the picture again', () => {
  const running = began(run(start(), add('a', 'b'), opened('a'), opened('b')), 'a');
  expect(idsToQueue(run(running, stronger))).toEqual(['a', 'b']);
  expect(idsToQueue(run(running, { kind: 'cancel' }))).toEqual(['a', 'b']);
  expect(idsToQueue(run(running, edit('b', DOT)))).toEqual(['b']);
});

test('if nothing needs work, the picture on show is processed again', () => {
  const one = generated(run(start(), add('a'), opened('a')), 'a');
  expect(idsToQueue(one)).toEqual(['a']);
  const two = generated(generated(run(start(), add('a', 'b'), opened('a'), opened('b')), 'a'), 'b');
  expect(idsToQueue(run(two, { kind: 'show', id: 'b' }))).toEqual(['b']);
  expect(idsToQueue(start())).toEqual([]);
});

test('work on another picture can be cancelled', () => {
  const state = run(start(), add('a', 'b'), { kind: 'queue', ids: ['b'] });
  expect(isBusy(state)).toBe(true);
  expect(isBusy(run(state, { kind: 'start', id: 'b' }, { kind: 'show', id: 'a' }))).toBe(true);
  expect(isBusy(run(state, { kind: 'cancel' }))).toBe(false);
});

test('another format in a batch encodes the stored pixels, and queues no finished picture', async () => {
  const two = run(start(), add('a', 'b'), opened('a', { ...INFO, type: 'image/png' }), opened('b'));
  const done = generated(generated(two, 'a'), 'b');
  expect(done.items.map((item) => unwritten(done, item))).toEqual([null, null]);
  const changed = run(done, webp, add('c'));
  const [a] = changed.items;
  expect(changed.items.map((item) => unwritten(changed, item) !== null)).toEqual([true, true, false]);
  expect(idsToQueue(changed)).toEqual(['c']);
  expect(await loadPixels(unwritten(changed, a!)!)).toMatchObject({ width: 40, height: 30 });
  const written = run(changed, { kind: 'finished', id: 'a', result: { ...a!.result!, output: outputOf(changed, a!) } });
  expect(unwritten(written, written.items[0]!)).toBeNull();
  // If the browser has discarded the pixels, the picture is processed again.
  expect(idsToQueue(run(changed, { kind: 'lost', id: 'a' }))).toEqual(['a', 'c']);
});

test('a drawing is the same in every format', () => {
  const two = run(start(), add('a', 'b'), opened('a'), opened('b'));
  const drawing = { ...resultOf(two), stored: null, blob: new Blob(['<svg/>'], { type: 'image/svg+xml' }) };
  const changed = run(two, { kind: 'finished', id: 'a', result: drawing }, webp);
  expect(unwritten(changed, changed.items[0]!)).toBeNull();
  expect(isStale(changed, changed.items[0]!)).toBe(false);
  expect(idsToQueue(changed)).toEqual(['b']);
});

test('a mask that is found after its picture was replaced is no step of the next one', () => {
  const state = run(start(), add('a'), opened('a'), { kind: 'replace', pictures: [picture('b')] });
  expect(run(state, edit('a', DOT)).history).toBe(state.history);
});
