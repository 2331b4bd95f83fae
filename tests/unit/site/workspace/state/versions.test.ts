import { expect, test } from 'vitest';
import { storePixels } from '../../../../../site/engine/codecs/stored-pixels.ts';
import { turnRight, UNCHANGED } from '../../../../../site/engine/ops/geometry/geometry.ts';
import { type Action, reduce } from '../../../../../site/workspace/state/reduce.ts';
import {
  currentItem,
  editsOf,
  hasChosenPart,
  idsToQueue,
  initialState,
  isStale,
  isWritten,
  outputOf,
  type Result,
  type State,
  unwritten,
} from '../../../../../site/workspace/state/state.ts';
import { openedItem } from '../../../../../site/workspace/state/versions.ts';
import { INFO } from './info.ts';

const TURNED = turnRight(UNCHANGED);
const file = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
const run = (state: State, ...actions: readonly Action[]) => actions.reduce(reduce, state);
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
const edit: Action = {
  kind: 'edit',
  id: 'a',
  edit: { kind: 'stroke', brush: 'mask', mode: 'add', radius: 4, points: [1, 1] },
};
const drawn = run(
  initialState([], null),
  {
    kind: 'add',
    pictures: [
      { id: 'a', file: file('a.jpg') },
      { id: 'b', file: file('b.jpg') },
    ],
  },
  { kind: 'opened', id: 'a', info: INFO, type: 'image/jpeg' },
  edit,
  { kind: 'start', id: 'a' },
);
const generated = reduce(drawn, { kind: 'finished', id: 'a', result: resultOf(drawn) });
const version = { id: 'a2', file: file('a.png'), geometry: TURNED };
const turned = reduce(generated, { kind: 'reshaped', id: 'a', version });

test('a turned JPEG stays one, though its pixels are kept as PNG', () => {
  const opened = reduce(turned, { kind: 'opened', id: 'a2', info: { ...INFO, type: 'image/png' }, type: 'image/png' });
  expect(outputOf(opened, currentItem(opened)!).type).toBe('image/jpeg');
});

test('a turned picture takes the place of the opened one, without its marks and its result', () => {
  expect(turned.items.map(({ id }) => id)).toEqual(['a2', 'b']);
  expect(currentItem(turned)).toMatchObject({
    id: 'a2',
    file: version.file,
    info: null,
    result: null,
    geometry: TURNED,
  });
  expect(editsOf(turned.history.now, 'a2')).toBeNull();
  expect(openedItem(turned, currentItem(turned)!)).toMatchObject({ id: 'a', info: INFO });
});

test('undo brings back the picture with its marks and its result; redo the turned one', () => {
  const back = reduce(turned, { kind: 'undo' });
  expect(currentItem(back)).toMatchObject({ id: 'a', info: INFO, result: { width: 40 } });
  expect(editsOf(back.history.now, 'a')).not.toBeNull();
  expect(idsToQueue(back)).toEqual(['b']);
  const again = run(
    back,
    { kind: 'redo' },
    { kind: 'opened', id: 'a2', info: { ...INFO, width: 30, height: 40 }, type: 'image/jpeg' },
  );
  expect(currentItem(again)?.info).toMatchObject({ width: 30 });
  expect(currentItem(reduce(again, { kind: 'undo' }))?.info).toEqual(INFO);
});

test('a version without changes is the opened picture', () => {
  const back = reduce(turned, { kind: 'reshaped', id: 'a2', version: null });
  expect(currentItem(back)).toMatchObject({ id: 'a', result: { width: 40 } });
  expect(currentItem(reduce(back, { kind: 'undo' }))?.id).toBe('a2');
});

test('a picture that is removed takes its versions along', () => {
  const rest = reduce(turned, { kind: 'remove', id: 'a2' });
  expect(rest.items.map(({ id }) => id)).toEqual(['b']);
  expect(rest.current).toBe('b');
  expect(run(rest, { kind: 'undo' }, { kind: 'undo' }).items.map(({ id }) => id)).toEqual(['b']);
});

test('a run that ends after undo gives its result to the version that it worked on', () => {
  const working = reduce(turned, { kind: 'start', id: 'a2' });
  const back = run(working, { kind: 'undo' }, { kind: 'finished', id: 'a2', result: resultOf(working) });
  expect(back.running).toBeNull();
  expect(currentItem(reduce(back, { kind: 'redo' }))?.result).not.toBeNull();
});

test('a result that is cropped is written again from its pixels, and undo restores it without a run', () => {
  const cropped = reduce(generated, { kind: 'finish', id: 'a', geometry: TURNED });
  const item = currentItem(cropped)!;
  expect(isStale(cropped, item)).toBe(true);
  expect(unwritten(cropped, item)).toBe(item.result?.stored);
  expect(hasChosenPart(cropped, 'a', item.result!)).toBe(false);
  const other = reduce(generated, { kind: 'output', output: { quality: 0.5 } });
  expect(hasChosenPart(other, 'a', item.result!)).toBe(true);
  const written = run(cropped, {
    kind: 'finished',
    id: 'a',
    result: { ...item.result!, geometry: TURNED, width: 30, height: 40 },
  });
  expect(isStale(written, currentItem(written)!)).toBe(false);
  const back = reduce(written, { kind: 'undo' });
  expect(currentItem(back)?.result).toMatchObject({ width: 40, height: 30 });
  expect(currentItem(back)?.result?.stored).not.toBeNull();
  expect(isWritten(back, currentItem(back)!, currentItem(back)!.result!)).toBe(true);
});
