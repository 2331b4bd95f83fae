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
/** Estimate for networks that are started already. */
const expected = (ids: readonly string[], megapixels: number, device = DEVICE) =>
  expectedMs(
    { steps: ids.map(step), models: MANIFEST.models, source: size(megapixels), tileSide: 192, started: ALL },
    device,
  );

test('the estimate of a tiled network grows with the pixels, that of others with the runs', () => {
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

test('the estimate of a network of one input size grows with the tiles; a tiny picture counts as one tile', () => {
  const holds = 'RGB 0..1';
  const inputs = [{ name: 'input', type: 'float32', shape: [1, 3, 256, 256], holds }] as const;
  const models = MANIFEST.models.map((model) => ({ ...model, inputs, tile: { overlap: 24, scale: 1 } }));
  const of = (width: number) =>
    expectedMs({ steps: [step('maxim')], models, source: { width, height: 200 }, tileSide: 0, started: ALL }, DEVICE);
  expect(of(20)).toBe(of(256));
  expect(of(20)).toBeGreaterThan(0);
  expect(of(464)).toBeCloseTo(2 * of(256), 5);
});

test('threads and a graphics chip shorten the estimate', () => {
  const alone = expected(['upscale-photo'], 1, { ...DEVICE, isolated: false });
  const threads = expected(['upscale-photo'], 1);
  expect(threads).toBeLessThan(alone);
  expect(expected(['upscale-photo'], 1, GPU)).toBeLessThan(threads);
  // It runs beside the chip.
  expect(expected(['maxim'], 1, GPU)).toBe(expected(['maxim'], 1));
});

test('starting a network counts once, and not if it runs already', () => {
  const of = (ids: readonly string[], started: readonly string[]) =>
    expectedMs({ steps: ids.map(step), models: MANIFEST.models, source: size(1), tileSide: 192, started }, DEVICE);
  const start = of(['u2netp'], []) - of(['u2netp'], ['u2netp']);
  expect(start).toBeGreaterThan(0);
  expect(of(['u2netp', 'u2netp'], [])).toBeCloseTo(of(['u2netp', 'u2netp'], ['u2netp']) + start, 5);
  // The runtime runs already.
  expect(of(['u2netp'], ['maxim'])).toBeLessThan(of(['u2netp'], []));
});

test('the estimate of a filling includes the patches that are copied after the network', () => {
  const run = { model: MANIFEST.models.find(({ id }) => id === 'migan')!, backend: 'wasm' } as const;
  const steps = [{ ...step('migan'), op: 'net.inpaint' }];
  const whole = expectedMs({ steps, models: MANIFEST.models, source: size(1), tileSide: 192, started: ALL }, DEVICE);
  expect(whole).toBeGreaterThan(expectedRunMs(run, {}, DEVICE.cores));
});

test('a tiled network is timed by the pixels that it is fed, tile after tile', () => {
  const run = { model: MANIFEST.models.find(({ id }) => id === 'upscale-photo')!, backend: 'wasm' } as const;
  const feeds = (side: number) =>
    ({ x: { type: 'float32', dims: [1, 3, side, side], data: new Float32Array(0) } }) as const;
  expect(expectedRunMs(run, feeds(200), 2)).toBeCloseTo(4 * expectedRunMs(run, feeds(100), 2), 5);
});

test('each measured run moves the device’s factor half way to its own; too short a run does not', () => {
  expect(learnedFactor(1, { expectedMs: 1000, ms: 400 })).toBeCloseTo(0.7, 6);
  expect(learnedFactor(1, { expectedMs: 1000, ms: 3000 })).toBeCloseTo(2, 6);
  expect(learnedFactor(0.4, { expectedMs: 0, ms: 0 })).toBe(0.4);
  expect(learnedFactor(1, { expectedMs: 50, ms: 9000 })).toBe(1);
});

test('the estimate of a tiled network includes what its tiles share', () => {
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

test('a plan that ran is estimated by its runs: the first counts fully, later ones by half, and the oldest are removed', () => {
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
