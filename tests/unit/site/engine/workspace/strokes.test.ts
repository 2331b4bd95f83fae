import { expect, test } from 'vitest';
import type { Stroke } from '../../../../../site/engine/workspace/state/state.ts';
import { maskOf, scaled } from '../../../../../site/engine/workspace/strokes.ts';

const size = { width: 40, height: 20 };
const dot = (brush: Stroke['brush'], at: readonly [number, number], radius = 3): Stroke => ({
  brush,
  radius,
  points: at,
});
const area = (mask: ReturnType<typeof maskOf>) => (mask ? mask.data.filter((value) => value === 255).length : 0);

test('a dot covers a disc', () => {
  const mask = maskOf([dot('keep', [20, 10], 5)], 'keep', size);
  expect(area(mask)).toBeGreaterThan(70);
  expect(area(mask)).toBeLessThan(88);
  expect(mask?.data[10 * 40 + 20]).toBe(255);
  expect(mask?.data[0]).toBe(0);
});

test('a line covers everything between its points, however far they lie apart', () => {
  const mask = maskOf([{ brush: 'mask', radius: 2, points: [5, 10, 35, 10] }], 'mask', size);
  for (let x = 5; x < 35; x++) expect(mask?.data[10 * 40 + x]).toBe(255);
  expect(mask?.data[14 * 40 + 20]).toBe(0);
});

test('the later brush wins where two overlap', () => {
  const strokes = [dot('keep', [20, 10]), dot('erase', [20, 10])];
  expect(maskOf(strokes, 'keep', size)).toBeNull();
  expect(area(maskOf(strokes, 'erase', size))).toBeGreaterThan(0);
  const again = [...strokes, dot('keep', [20, 10])];
  expect(maskOf(again, 'erase', size)).toBeNull();
});

test('strokes outside of the picture mark nothing and do no harm', () => {
  expect(maskOf([dot('keep', [-50, -50])], 'keep', size)).toBeNull();
  expect(area(maskOf([dot('keep', [0, 0], 5)], 'keep', size))).toBeGreaterThan(10);
});

test('on a copy of half the size strokes cover the same part', () => {
  const strokes = [dot('keep', [20, 10], 8)];
  const half = maskOf(scaled(strokes, 0.5), 'keep', { width: 20, height: 10 });
  expect(Math.abs(area(half) * 4 - area(maskOf(strokes, 'keep', size)))).toBeLessThan(30);
});
