import { expect, it } from 'vitest';
import { searchSetting } from '../../../../../site/engine/video/search.ts';

const SEARCH = { start: 40, min: 1, max: 63, slope: -0.25, step: 1, target: 41, tolerance: 0.8, trials: 6 };

it.each([
  ['as steep as expected', (setting: number) => 51 - 0.25 * setting],
  ['twice as steep', (setting: number) => 58 - 0.5 * setting],
  ['bent', (setting: number) => 60 - 0.007 * setting ** 2],
])('finds the setting that is just good enough, of a curve that is %s', async (_, curve) => {
  const measured = new Map<number, number>();
  const found = await searchSetting(async (setting) => {
    measured.set(setting, curve(setting));
    return curve(setting);
  }, SEARCH);
  expect(measured.has(found)).toBe(true);
  expect(curve(found)).toBeGreaterThanOrEqual(41);
  expect(curve(found)).toBeLessThan(42);
  expect(measured.size).toBeLessThanOrEqual(SEARCH.trials);
});

it('returns the best setting if none is good enough, and the last one if all are', async () => {
  expect(await searchSetting(async (setting) => 38 - 0.1 * setting, SEARCH)).toBe(1);
  expect(await searchSetting(async (setting) => 90 - 0.1 * setting, SEARCH)).toBe(63);
});
