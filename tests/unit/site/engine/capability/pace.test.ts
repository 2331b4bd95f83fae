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
