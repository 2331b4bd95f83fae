import { expect, test } from 'vitest';
import { storePixels } from '../../../../../site/engine/codecs/stored-pixels.ts';
import type { PictureInfo } from '../../../../../site/engine/types.ts';
import { type Action, reduce } from '../../../../../site/workspace/state/reduce.ts';
import {
  initialState,
  isWritten,
  type Output,
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
const opened = (id: string, info = INFO, writesWebp = true): Action => ({ kind: 'opened', id, info, writesWebp });
const output = (changes: Partial<Output>): Action => ({ kind: 'output', output: changes });

test('the format follows the first picture until one is chosen', () => {
  expect(run(start(), add('a'), opened('a')).output.type).toBe('image/jpeg');
  expect(run(start(), add('a'), opened('a', { ...INFO, hasAlpha: true })).output.type).toBe('image/png');
  expect(run(start(), add('a'), opened('a', { ...INFO, type: 'image/gif' })).output.type).toBe('image/png');
  expect(run(start('image/png'), add('a'), opened('a')).output.type).toBe('image/png');
  const chosen = run(start(), output({ type: 'image/webp' }), add('a'), opened('a'));
  expect(chosen.output.type).toBe('image/webp');
});

test('the format stays with further pictures, and follows the one that replaces all of them', () => {
  const two = run(start(), add('a', 'b'), opened('a'), opened('b', TRANSPARENT));
  expect(two.output.type).toBe('image/jpeg');
  const replaced = run(two, replace('c'), opened('c', TRANSPARENT));
  expect(replaced.output.type).toBe('image/png');
  expect(run(replaced, replace('d'), opened('d')).output.type).toBe('image/jpeg');
  // Quality and metadata are no choice of a format.
  const adjusted = run(two, output({ quality: 0.5, metadata: 'keep' }), replace('c'), opened('c', TRANSPARENT));
  expect(adjusted.output).toMatchObject({ type: 'image/png', quality: 0.5, metadata: 'keep' });
});

test('a chosen format, and that of a tool, stay when the picture is replaced', () => {
  const one = run(start(), add('a'), opened('a'));
  const chosen = run(one, output({ type: 'image/webp' }), replace('b'), opened('b', TRANSPARENT));
  expect(chosen.output.type).toBe('image/webp');
  expect(run(start('image/png'), add('a'), opened('a'), replace('b'), opened('b')).output.type).toBe('image/png');
});

test('a picture that was replaced while it was read does not set the format', () => {
  const replaced = run(start(), add('a'), replace('b'), opened('a'), opened('b', TRANSPARENT));
  expect(replaced.output.type).toBe('image/png');
});

test('WebP becomes JPEG, or PNG with transparency, where the browser is known not to write it', () => {
  const webp: PictureInfo = { ...INFO, type: 'image/webp' };
  expect(run(start(), add('a'), opened('a', webp)).output.type).toBe('image/webp');
  expect(run(start(), add('a'), opened('a', webp, false)).output.type).toBe('image/jpeg');
  expect(run(start(), add('a'), opened('a', { ...webp, hasAlpha: true }, false)).output.type).toBe('image/png');
  expect(run(start(), add('a'), opened('a', { ...INFO, type: 'image/avif' }, false)).output.type).toBe('image/avif');
});

const FAILURE = { code: 'output.encode', format: 'AVIF' } as const;

/** The state after the run of an AVIF picture that could be written only as JPEG, and the format that was wanted. */
function writtenAsJpeg(...actions: readonly Action[]) {
  const working = run(start(), add('a'), opened('a', { ...INFO, type: 'image/avif' }), ...actions);
  const { output: wanted } = working;
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
  expect(finished.output.type).toBe('image/jpeg');
  expect(finished.items[0]).toMatchObject({ result, error: null });
  expect(isWritten(finished, 'a', result)).toBe(true);
  // Nobody chose JPEG either.
  expect(run(finished, replace('b'), opened('b', TRANSPARENT)).output.type).toBe('image/png');
});

test('a chosen format that cannot be written is an error beside the result, which another format writes without a run', () => {
  const { finished, result } = writtenAsJpeg(output({ type: 'image/avif' }));
  expect(finished.output.type).toBe('image/avif');
  expect(finished.items[0]).toMatchObject({ result, error: FAILURE });
  const png = run(finished, output({ type: 'image/png' }));
  expect(png.items[0]?.error).toBeNull();
  expect(unwritten(png, png.items[0]!)).toBe(result.stored);
});

test('a format that was chosen while another one failed stays', () => {
  const { working, result, failed } = writtenAsJpeg();
  const chosen = run(working, output({ type: 'image/png' }), { kind: 'finished', id: 'a', result }, failed);
  expect(chosen.output.type).toBe('image/png');
  expect(chosen.items[0]?.error).toBeNull();
  expect(unwritten(chosen, chosen.items[0]!)).toBe(result.stored);
});
