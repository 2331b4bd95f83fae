import { expect, test } from 'vitest';
import { storePixels } from '../../../../../site/engine/codecs/stored-pixels.ts';
import type { PictureInfo } from '../../../../../site/engine/types.ts';
import { formatOf } from '../../../../../site/workspace/state/format.ts';
import { type Action, reduce } from '../../../../../site/workspace/state/reduce.ts';
import {
  initialState,
  isWritten,
  type Output,
  type OutputChoice,
  outputOf,
  type Result,
  type State,
  unwritten,
} from '../../../../../site/workspace/state/state.ts';
import { INFO } from './info.ts';

const TRANSPARENT: PictureInfo = { ...INFO, type: 'image/png', hasAlpha: true };
const start = (type: 'image/png' | null = null) => initialState([], type);
const run = (state: State, ...actions: readonly Action[]) => actions.reduce(reduce, state);
const picture = (id: string) => ({ id, file: new File(['x'], id) });
const add = (...ids: readonly string[]): Action => ({ kind: 'add', pictures: ids.map(picture) });
const replace = (...ids: readonly string[]): Action => ({ kind: 'replace', pictures: ids.map(picture) });
const opened = (id: string, info = INFO, writesWebp = true): Action => ({
  kind: 'opened',
  id,
  info,
  type: formatOf(info, writesWebp),
});
/** The formats of the files of all pictures. */
const types = (state: State) => state.items.map((item) => outputOf(state, item).type);
const output = (changes: Partial<OutputChoice>): Action => ({ kind: 'output', output: changes });

test('each picture of a batch keeps its format until one is chosen for all', () => {
  const webp: PictureInfo = { ...INFO, type: 'image/webp' };
  const batch = run(start(), add('a', 'b', 'c'), opened('a'), opened('b', TRANSPARENT), opened('c', webp));
  expect(types(batch)).toEqual(['image/jpeg', 'image/png', 'image/webp']);
  // Quality and metadata are no choice of a format.
  const adjusted = run(batch, output({ quality: 0.5, metadata: 'keep' }));
  expect(types(adjusted)).toEqual(['image/jpeg', 'image/png', 'image/webp']);
  expect(outputOf(adjusted, adjusted.items[0]!)).toMatchObject({ quality: 0.5, metadata: 'keep' });
  const chosen = run(batch, output({ type: 'image/avif' }));
  expect(types(chosen)).toEqual(['image/avif', 'image/avif', 'image/avif']);
  expect(types(run(chosen, output({ type: null })))).toEqual(['image/jpeg', 'image/png', 'image/webp']);
});

test('a chosen format, and that of a tool, stay when the picture is replaced', () => {
  const one = run(start(), add('a'), opened('a'));
  expect(types(run(one, replace('b'), opened('b', TRANSPARENT)))).toEqual(['image/png']);
  const chosen = run(one, output({ type: 'image/webp' }), replace('b'), opened('b', TRANSPARENT));
  expect(types(chosen)).toEqual(['image/webp']);
  expect(types(run(start('image/png'), add('a'), opened('a'), replace('b'), opened('b')))).toEqual(['image/png']);
});

test('HEIC becomes JPEG, and what has transparency or no format of its own PNG', () => {
  expect(formatOf({ ...INFO, type: 'image/heic' }, true)).toBe('image/jpeg');
  expect(formatOf({ ...INFO, type: 'image/heic', hasAlpha: true }, true)).toBe('image/png');
  expect(formatOf({ ...INFO, type: 'image/gif' }, true)).toBe('image/png');
  expect(formatOf({ ...INFO, type: 'image/avif' }, false)).toBe('image/avif');
});

test('WebP becomes JPEG, or PNG with transparency, where the browser is known not to write it', () => {
  const webp: PictureInfo = { ...INFO, type: 'image/webp' };
  expect(formatOf(webp, true)).toBe('image/webp');
  expect(formatOf(webp, false)).toBe('image/jpeg');
  expect(formatOf({ ...webp, hasAlpha: true }, false)).toBe('image/png');
});

const FAILURE = { code: 'output.encode', format: 'AVIF' } as const;

/** The state after the run of an AVIF picture that could be written only as JPEG, and the format that was wanted. */
function writtenAsJpeg(...actions: readonly Action[]) {
  const working = run(start(), add('a'), opened('a', { ...INFO, type: 'image/avif' }), ...actions);
  const wanted = outputOf(working, working.items[0]!);
  const fallback: Output = { ...wanted, type: 'image/jpeg' };
  const result: Result = {
    width: 40,
    height: 30,
    blob: new Blob(['y'], { type: 'image/jpeg' }),
    stored: storePixels({ width: 40, height: 30, data: new Uint8ClampedArray(4800) }),
    base: null,
    geometry: null,
    settings: working.history.now,
    output: fallback,
    notes: [],
    backend: null,
    ms: 1,
    saved: false,
  };
  const failed: Action = { kind: 'unwritable', id: 'a', output: wanted, fallback, error: FAILURE };
  return { working, result, failed, finished: run(working, { kind: 'finished', id: 'a', result }, failed) };
}

test('a followed format that cannot be written gives way, and the result is complete', () => {
  const { finished, result } = writtenAsJpeg();
  expect(types(finished)).toEqual(['image/jpeg']);
  expect(finished.items[0]).toMatchObject({ result, error: null });
  expect(isWritten(finished, finished.items[0]!, result)).toBe(true);
  // The other pictures keep theirs.
  expect(types(run(finished, add('b'), opened('b', TRANSPARENT)))).toEqual(['image/jpeg', 'image/png']);
});

test('a chosen format that cannot be written is an error beside the result, which another format writes without a run', () => {
  const { finished, result } = writtenAsJpeg(output({ type: 'image/avif' }));
  expect(types(finished)).toEqual(['image/avif']);
  expect(finished.items[0]).toMatchObject({ result, error: FAILURE });
  const png = run(finished, output({ type: 'image/png' }));
  expect(png.items[0]?.error).toBeNull();
  expect(unwritten(png, png.items[0]!)).toBe(result.stored);
});

test('a format that was chosen while another one failed stays', () => {
  const { working, result, failed } = writtenAsJpeg();
  const chosen = run(working, output({ type: 'image/png' }), { kind: 'finished', id: 'a', result }, failed);
  expect(types(chosen)).toEqual(['image/png']);
  expect(chosen.items[0]?.error).toBeNull();
  expect(unwritten(chosen, chosen.items[0]!)).toBe(result.stored);
});
