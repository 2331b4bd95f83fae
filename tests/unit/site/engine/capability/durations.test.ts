import { expect, test } from 'vitest';
import { expectedMs, networkMs } from '../../../../../site/engine/capability/durations.ts';
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
  const model = MANIFEST.models.find(({ id }) => id === 'migan')!;
  const work = { source: size(1), tileSide: 192, device: DEVICE };
  expect(networkMs({ op: 'net.inpaint' }, model, work)).toBeGreaterThan(networkMs({ op: 'net.x' }, model, work));
});

test('the estimate of a tiled network includes what its tiles share', () => {
  const model = { ...MANIFEST.models.find(({ id }) => id === 'upscale-photo')!, tile: { overlap: 12, scale: 4 } };
  const source = { width: 372, height: 524 };
  const msIn = (tileSide: number) =>
    expectedMs({ steps: [step(model.id)], models: [model], source, tileSide, started: ALL }, DEVICE);
  const fed = planTiles(source, { side: 192, overlap: 12 }).reduce(
    (sum, tile) => sum + tile.fed.width * tile.fed.height,
    0,
  );
  expect(msIn(192) / msIn(1000)).toBeCloseTo(fed / (source.width * source.height), 5);
  expect(msIn(64)).toBeGreaterThan(1.2 * msIn(192));
});
