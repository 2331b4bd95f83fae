import { afterEach, expect, test, vi } from 'vitest';
import { rememberSteps, stepPaces } from '../../../../site/workspace/pace.ts';
import { DEVICE } from '../tools/plan-of.ts';

afterEach(() => vi.unstubAllGlobals());

test('what a job teaches is kept, and the pace of a probe is not', () => {
  let stored = JSON.stringify({ 'logo.clear': 3, 'fill.holes': 'slow' });
  const setItem = (_: string, text: string) => {
    stored = text;
  };
  vi.stubGlobal('window', { localStorage: { getItem: () => stored, setItem } });
  expect(stepPaces()).toEqual({ '*': expect.any(Number), 'logo.clear': 3 });
  const size = { width: 1000, height: 1000 };
  const steps = [{ op: 'restore.tones', params: {}, inputs: {}, output: 'toned' }];
  const plan = { steps, models: [], source: size, output: size, tileSide: 0, started: [], encode: null };
  rememberSteps(plan, { device: DEVICE, measured: { stepMs: [1600], finishMs: 0 } });
  expect(JSON.parse(stored)).toEqual({ 'logo.clear': 3, 'restore.tones': 2 });
});
