import { expect, test } from 'vitest';
import { expectedMs, learnedPace } from '../../../../../site/engine/capability/pace.ts';
import { DEVICE, GPU, MANIFEST } from '../../tools/plan-of.ts';

const size = (megapixels: number) => ({ width: 1000, height: 1000 * megapixels });
const step = (model: string) => ({ op: 'net.x', params: { model }, inputs: {}, output: 'y' });
const expected = (ids: readonly string[], megapixels: number, device = DEVICE) =>
  expectedMs({ steps: ids.map(step), models: MANIFEST.models, source: size(megapixels) }, device);

test('networks in tiles take time by the pixel, others by the run', () => {
  expect(expected(['upscale-photo'], 2)).toBeCloseTo(2 * expected(['upscale-photo'], 1), 5);
  expect(expected(['u2netp'], 2)).toBe(expected(['u2netp'], 1));
  expect(expected(['u2netp', 'u2netp', 'u2netp'], 1)).toBeCloseTo(3 * expected(['u2netp'], 1), 5);
  expect(
    expectedMs({ steps: [{ ...step('none'), params: {} }], models: MANIFEST.models, source: size(1) }, DEVICE),
  ).toBe(0);
});

test('a network of one size takes time by the tile, the smallest picture as long as a whole one', () => {
  const holds = 'RGB 0..1';
  const inputs = [{ name: 'input', type: 'float32', shape: [1, 3, 256, 256], holds }] as const;
  const models = MANIFEST.models.map((model) => ({ ...model, inputs, tile: { overlap: 24, scale: 1 } }));
  const of = (width: number) => expectedMs({ steps: [step('maxim')], models, source: { width, height: 200 } }, DEVICE);
  expect(of(20)).toBe(of(256));
  expect(of(20)).toBeGreaterThan(0);
  expect(of(464)).toBeCloseTo(2 * of(256), 5);
});

test('threads and a graphics chip make it shorter', () => {
  const alone = expected(['upscale-photo'], 1, { ...DEVICE, isolated: false });
  const threads = expected(['upscale-photo'], 1);
  expect(threads).toBeLessThan(alone);
  expect(expected(['upscale-photo'], 1, GPU)).toBeLessThan(threads);
  // It runs beside the chip.
  expect(expected(['maxim'], 1, GPU)).toBe(expected(['maxim'], 1));
});

test('what a run took moves the next estimate: at once when quicker, slowly when a download may be in it', () => {
  expect(learnedPace(1, { expectedMs: 1000, ms: 400 })).toBeCloseTo(0.4, 6);
  expect(learnedPace(1, { expectedMs: 1000, ms: 9000 })).toBeCloseTo(1.25, 6);
  expect(learnedPace(1, { expectedMs: 50, ms: 9000 })).toBe(1);
});
