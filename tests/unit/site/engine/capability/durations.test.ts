import { expect, test } from 'vitest';
import { planBackend } from '../../../../../site/engine/capability/choose.ts';
import {
  expectedMs,
  expectedRunMs,
  learnedFactor,
  learnedPlanFactors,
  planName,
} from '../../../../../site/engine/capability/durations.ts';
import { planTiles } from '../../../../../site/engine/tiles.ts';
import { DEVICE, GPU, MANIFEST } from '../../tools/plan-of.ts';

const size = (megapixels: number) => ({ width: 1000, height: 1000 * megapixels });
const step = (model: string) => ({ op: 'net.x', params: { model }, inputs: {}, output: 'y' });
const ALL = MANIFEST.models.map(({ id }) => id);
/** Of networks that are started. */
const expected = (ids: readonly string[], megapixels: number, device = DEVICE) =>
  expectedMs(
    { steps: ids.map(step), models: MANIFEST.models, source: size(megapixels), tileSide: 192, started: ALL },
    device,
  );

test('networks in tiles take time by the pixel, others by the run', () => {
  const ratio = expected(['upscale-photo'], 40) / expected(['upscale-photo'], 20);
  expect(Math.abs(ratio - 2)).toBeLessThan(0.02);
  expect(expected(['u2netp'], 2)).toBe(expected(['u2netp'], 1));
  expect(expected(['u2netp', 'u2netp', 'u2netp'], 1)).toBeCloseTo(3 * expected(['u2netp'], 1), 5);
  expect(
    expectedMs(
      {
        steps: [{ ...step('none'), params: {} }],
        models: MANIFEST.models,
        source: size(1),
        tileSide: 192,
        started: [],
      },
      DEVICE,
    ),
  ).toBe(0);
});

test('a network of one size takes time by the tile, the smallest picture as long as a whole one', () => {
  const holds = 'RGB 0..1';
  const inputs = [{ name: 'input', type: 'float32', shape: [1, 3, 256, 256], holds }] as const;
  const models = MANIFEST.models.map((model) => ({ ...model, inputs, tile: { overlap: 24, scale: 1 } }));
  const of = (width: number) =>
    expectedMs({ steps: [step('maxim')], models, source: { width, height: 200 }, tileSide: 0, started: ALL }, DEVICE);
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

test('what must be started counts once, what is started does not', () => {
  const of = (ids: readonly string[], started: readonly string[]) =>
    expectedMs({ steps: ids.map(step), models: MANIFEST.models, source: size(1), tileSide: 192, started }, DEVICE);
  const start = of(['u2netp'], []) - of(['u2netp'], ['u2netp']);
  expect(start).toBeGreaterThan(0);
  expect(of(['u2netp', 'u2netp'], [])).toBeCloseTo(of(['u2netp', 'u2netp'], ['u2netp']) + start, 5);
  // The runtime runs already.
  expect(of(['u2netp'], ['maxim'])).toBeLessThan(of(['u2netp'], []));
});

test('a filling takes longer than its network runs: patches are laid after it', () => {
  const run = { model: MANIFEST.models.find(({ id }) => id === 'migan')!, backend: 'wasm' } as const;
  const steps = [{ ...step('migan'), op: 'net.inpaint' }];
  const whole = expectedMs({ steps, models: MANIFEST.models, source: size(1), tileSide: 192, started: ALL }, DEVICE);
  expect(whole).toBeGreaterThan(expectedRunMs(run, {}, DEVICE.cores));
});

test('a network in tiles is timed by the pixels that it is fed, tile after tile', () => {
  const run = { model: MANIFEST.models.find(({ id }) => id === 'upscale-photo')!, backend: 'wasm' } as const;
  const feeds = (side: number) =>
    ({ x: { type: 'float32', dims: [1, 3, side, side], data: new Float32Array(0) } }) as const;
  expect(expectedRunMs(run, feeds(200), 2)).toBeCloseTo(4 * expectedRunMs(run, feeds(100), 2), 5);
});

test('runs of networks move the pace by half, to either side; none, or too short a one, leaves it', () => {
  expect(learnedFactor(1, { expectedMs: 1000, ms: 400 })).toBeCloseTo(0.7, 6);
  expect(learnedFactor(1, { expectedMs: 1000, ms: 3000 })).toBeCloseTo(2, 6);
  expect(learnedFactor(0.4, { expectedMs: 0, ms: 0 })).toBe(0.4);
  expect(learnedFactor(1, { expectedMs: 50, ms: 9000 })).toBe(1);
});

test('a network in tiles is expected to take as long as its tiles do, with what they share', () => {
  const model = { ...MANIFEST.models.find(({ id }) => id === 'upscale-photo')!, tile: { overlap: 12, scale: 4 } };
  const source = { width: 372, height: 524 };
  const tiles = planTiles(source, { side: 192, overlap: 12 });
  const whole = tiles.reduce((sum, { fed }) => {
    const feeds = { x: { type: 'float32', dims: [1, 3, fed.height, fed.width], data: new Float32Array(0) } } as const;
    return sum + expectedRunMs({ model, backend: 'wasm' }, feeds, planBackend(DEVICE).threads);
  }, 0);
  const work = { steps: [step(model.id)], models: [model], source, started: ALL };
  expect(expectedMs({ ...work, tileSide: 192 }, DEVICE)).toBeCloseTo(whole, 5);
  expect(expectedMs({ ...work, tileSide: 64 }, DEVICE)).toBeGreaterThan(1.2 * whole);
});

test('a plan that ran is told by its own runs: the first counts whole, later ones by half, the eldest are forgotten', () => {
  const plan = planName([
    { ...step('migan'), op: 'net.inpaint' },
    { ...step('x'), op: 'restore.tones', params: {} },
  ]);
  expect(plan).toBe('net.inpaint migan, restore.tones');
  const once = learnedPlanFactors({ other: 1 }, plan, { expectedMs: 10_000, ms: 30_000 });
  expect(once).toEqual({ other: 1, [plan]: 3 });
  expect(learnedPlanFactors(once, plan, { expectedMs: 10_000, ms: 10_000 })[plan]).toBe(2);
  expect(learnedPlanFactors(once, plan, { expectedMs: 0, ms: 10_000 })).toEqual(once);
  const many = Array.from({ length: 100 }, (_, i) => `plan ${i}`).reduce(
    (paces, name) => learnedPlanFactors(paces, name, { expectedMs: 1, ms: 1 }),
    once,
  );
  expect(many[plan]).toBeUndefined();
  expect(many['plan 99']).toBe(1);
});
