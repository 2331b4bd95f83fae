import { expect, test } from 'vitest';
import {
  ANY_STEP,
  expectedTimes,
  learnedStepFactors,
  stepName,
  totalMs,
} from '../../../../../site/engine/capability/expected-times.ts';
import { DEVICE, MANIFEST } from '../../tools/plan-of.ts';

const PLAN = {
  steps: [
    { op: 'net.matte', params: { model: 'u2netp', closer: true }, inputs: {}, output: 'coarse' },
    { op: 'net.matte-complete', params: { model: 'sam-encoder', decoder: 'sam-decoder' }, inputs: {}, output: 'whole' },
    { op: 'matte.cut-out', params: {}, inputs: {}, output: 'subject' },
  ],
  models: MANIFEST.models,
  source: { width: 2000, height: 1000 },
  output: { width: 2000, height: 1000 },
  tileSide: 192,
  started: [] as readonly string[],
  encode: 'image/png',
} as const;

test('the times of a plan include the start of each network once, its runs, pixels and the file', () => {
  const { steps, starts, finish } = expectedTimes(PLAN, DEVICE, {});
  expect(steps.every((ms) => ms > 0)).toBe(true);
  expect(starts[0]).toBeGreaterThan(0);
  expect(starts[1]).toBeGreaterThan(0);
  expect(starts[2]).toBe(0);
  const warm = expectedTimes({ ...PLAN, started: ['u2netp', 'sam-encoder', 'sam-decoder'] }, DEVICE, {});
  expect(warm.starts).toEqual([0, 0, 0]);
  expect(warm.steps).toEqual(steps);
  const larger = expectedTimes(
    { ...PLAN, source: { width: 4000, height: 2000 }, output: { width: 4000, height: 2000 } },
    DEVICE,
    {},
  );
  // Networks for mattes see a picture of one size.
  expect(larger.steps[0]).toBe(steps[0]);
  expect(larger.steps[2]).toBeCloseTo(4 * (steps[2] ?? 0), 5);
  expect(larger.finish).toBeCloseTo(4 * finish, 5);
});

test('the search for damage works on a reduced picture', () => {
  const steps = [{ op: 'net.find-damage', params: { model: 'damage' }, inputs: {}, output: 'found' }];
  const ms = (side: number) =>
    expectedTimes({ ...PLAN, steps, source: { width: side, height: side } }, DEVICE, {}).steps[0];
  expect(ms(4000)).toBe(ms(2000));
});

test('after a job each kind of step, and the file, are expected to take what they took on this device', () => {
  const { steps, finish } = expectedTimes(PLAN, DEVICE, {});
  const stepMs = steps.map((ms, index) => ms * (index === 0 ? 3 : 0.5));
  const measured = { stepMs, finishMs: 2 * finish };
  const factors = learnedStepFactors({}, PLAN, { device: DEVICE, measured });
  const after = expectedTimes(PLAN, DEVICE, factors);
  for (const [index, ms] of stepMs.entries()) expect(after.steps[index]).toBeCloseTo(ms, 5);
  expect(after.finish).toBeCloseTo(2 * finish, 5);
  const again = learnedStepFactors(factors, PLAN, { device: DEVICE, measured: { ...measured, stepMs: steps } });
  expect(again[stepName(PLAN.steps[0])]).toBeCloseTo(2, 5);
});

test('a step whose output was remembered teaches nothing', () => {
  const measured = { stepMs: [0, 0, 0], finishMs: 0 };
  expect(learnedStepFactors({ 'matte.cut-out': 2 }, PLAN, { device: DEVICE, measured })).toEqual({
    'matte.cut-out': 2,
  });
});

test('a step of a moment teaches nothing, though it took many times as long as expected', () => {
  const small = { ...PLAN, source: { width: 400, height: 300 }, output: { width: 400, height: 300 } };
  const measured = { stepMs: [0, 0, 180], finishMs: 190 };
  expect(learnedStepFactors({ [ANY_STEP]: 1 }, small, { device: DEVICE, measured })).toEqual({ [ANY_STEP]: 1 });
});

test('steps that have not run here follow the probe of this device, and then the median of what was learned of their kind', () => {
  const [first, second, last] = expectedTimes(PLAN, DEVICE, {}).steps;
  const probed = expectedTimes(PLAN, DEVICE, { [ANY_STEP]: 3 });
  expect(totalMs(probed)).toBeCloseTo(3 * totalMs(expectedTimes(PLAN, DEVICE, {})), 5);
  const networks = { [stepName(PLAN.steps[0])]: 5, 'net.inpaint migan': 7 };
  const factors = { [ANY_STEP]: 3, ...networks, 'logo.clear': 8, 'encode image/png': 6 };
  const { steps, starts } = expectedTimes(PLAN, DEVICE, factors);
  expect(steps[0]).toBeCloseTo(5 * (first ?? 0), 5);
  expect(steps[1]).toBeCloseTo(5 * (second ?? 0), 5);
  expect(steps[2]).toBeCloseTo(6 * (last ?? 0), 5);
  expect(starts[0]).toBeCloseTo(probed.starts[0] ?? 0, 5);
});

test('a drawing takes as long as its own size needs, for every photograph', () => {
  const inputs = {};
  const msOf = (side: number, width: number) => {
    const prepare = { op: 'style.prepare', params: { width: side, height: side }, inputs, output: 'base' };
    const steps = [prepare, { op: 'style.lines', params: {}, inputs, output: 'lines' }];
    return expectedTimes({ ...PLAN, steps, source: { width, height: width } }, DEVICE, {}).steps[1] ?? 0;
  };
  expect(msOf(1100, 4000)).toBe(msOf(1100, 800));
  expect(msOf(1100, 800)).toBeCloseTo(4 * msOf(550, 800), 5);
});

test('a slow first step does not lengthen the estimates of the others', () => {
  const plain = expectedTimes(PLAN, DEVICE, {});
  const { steps } = expectedTimes(PLAN, DEVICE, { [ANY_STEP]: 1, 'deblur.measure': 9 });
  expect(steps).toEqual(plain.steps);
});
