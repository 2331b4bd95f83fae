import { expect, test } from 'vitest';
import type { PictureInfo } from '../../../../../site/engine/types.ts';
import { type Action, reduce } from '../../../../../site/workspace/state/reduce.ts';
import { initialState, type Output, type State } from '../../../../../site/workspace/state/state.ts';

const INFO: PictureInfo = {
  width: 40,
  height: 30,
  type: 'image/jpeg',
  bytes: 10,
  animated: false,
  colorSpace: 'srgb',
  bitsPerChannel: 8,
  hasAlpha: false,
  metadata: { exif: false, gps: false, xmp: false, profile: false },
};
const TRANSPARENT: PictureInfo = { ...INFO, type: 'image/png', hasAlpha: true };
const start = (type: 'image/png' | null = null) => initialState([], type);
const run = (state: State, ...actions: readonly Action[]) => actions.reduce(reduce, state);
const picture = (id: string) => ({ id, file: new File(['x'], id) });
const add = (...ids: readonly string[]): Action => ({ kind: 'add', pictures: ids.map(picture) });
const replace = (...ids: readonly string[]): Action => ({ kind: 'replace', pictures: ids.map(picture) });
const opened = (id: string, info = INFO): Action => ({ kind: 'opened', id, info });
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
