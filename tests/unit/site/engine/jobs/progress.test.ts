import { describe, expect, it } from 'vitest';
import { reporter, timeLeft } from '../../../../../site/engine/jobs/progress.ts';
import type { Progress } from '../../../../../site/engine/types.ts';

/** Steps by weights alone. */
const weighted = (steps: readonly number[]) => ({ steps, starts: steps.map(() => 0), finish: 0, isMeasured: false });

describe('the remaining time', () => {
  it('is unknown before a part is done if nothing is expected', () => {
    expect(timeLeft({ times: weighted([1]), index: 0, done: 0, elapsedMs: 500, spentMs: 0 })).toBeNull();
  });

  it('follows the speed of the running step, and estimates later steps by their weights', () => {
    expect(timeLeft({ times: weighted([1]), index: 0, done: 0.25, elapsedMs: 1000, spentMs: 0 })).toBe(3000);
    expect(timeLeft({ times: weighted([5, 2, 1]), index: 1, done: 0.5, elapsedMs: 1000, spentMs: 5000 })).toBe(2000);
    expect(timeLeft({ times: weighted([1, 3]), index: 1, done: 1, elapsedMs: 400, spentMs: 100 })).toBe(0);
  });

  it('is what is expected of a plan before it was timed, with networks that are still to be started', () => {
    const times = { steps: [2000, 4000], starts: [300, 500], finish: 1000, isMeasured: true };
    expect(timeLeft({ times, index: 0, done: 0, elapsedMs: 0, spentMs: 0 })).toBe(7500);
  });

  it('falls while a step runs that says nothing about itself', () => {
    const times = { steps: [4000, 1000], starts: [0, 0], finish: 0, isMeasured: true };
    const left = [0, 1000, 2000, 9000].map((elapsedMs) =>
      timeLeft({ times, index: 0, done: 0, elapsedMs, spentMs: 0 }),
    );
    expect(left.slice(0, 3)).toEqual([5000, 4000, 3000]);
    expect(left[3]).toBeGreaterThan(1000);
  });

  it('is not extrapolated from the first report of a step that began with something else', () => {
    const times = { steps: [6000, 1000], starts: [0, 0], finish: 0, isMeasured: true };
    const at = (done: number, elapsedMs: number) => timeLeft({ times, index: 0, done, elapsedMs, spentMs: 0 }) ?? 0;
    expect(at(0.01, 5000)).toBeLessThan(4000);
    expect(at(0.01, 12_000)).toBeLessThan(12_000);
    expect(at(0.01, 12_000)).toBeGreaterThan(3000);
  });
});

/**
 * Jobs: of each step the expected milliseconds, and after how many milliseconds it had reported which fraction. The cut-out
 * was recorded in a browser on one thread; the sharpened photograph is an example of a job whose parts take equally long.
 */
const JOBS = {
  'a cut-out of 12 megapixels': [
    {
      expected: 9000,
      reports: [
        [0.2, 2700],
        [0.4, 4400],
        [0.6, 6600],
        [0.8, 9200],
        [1, 11_800],
      ],
    },
    {
      expected: 11_000,
      reports: [
        [0.8, 10_500],
        [1, 15_700],
      ],
    },
    { expected: 1800, reports: [[1, 1700]] },
    { expected: 1200, reports: [[1, 1200]] },
    { expected: 3240, reports: [[1, 3400]] },
  ],
  'a filled hole, of which the network takes half': [
    {
      expected: 6000,
      reports: [
        [0.01, 400],
        [0.5, 3100],
        [0.75, 4700],
        [1, 6200],
      ],
    },
    { expected: 900, reports: [[1, 800]] },
  ],
  'a sharpened photograph': [
    {
      expected: 3000,
      reports: [
        [0.25, 800],
        [0.5, 1600],
        [0.75, 2500],
        [1, 3300],
      ],
    },
    { expected: 400, reports: [[1, 500]] },
  ],
} as const satisfies {
  [name: string]: readonly { expected: number; reports: readonly (readonly [number, number])[] }[];
};

describe('the remaining time of a job', () => {
  it.each(Object.entries(JOBS).flatMap(([name, steps]) => [1, 2, 0.5, 4].map((slower) => ({ name, steps, slower }))))(
    'is within a factor of 1.5 for $name on a device $slower times as slow',
    ({ steps, slower }) => {
      const times = {
        steps: steps.map(({ expected }) => expected),
        starts: steps.map(() => 0),
        finish: 0,
        isMeasured: true,
      };
      const stepMs = steps.map(({ reports }) => slower * (reports.at(-1)?.[1] ?? 0));
      const totalMs = stepMs.reduce((total, ms) => total + ms, 0);
      let spentMs = 0;
      for (const [index, { reports }] of steps.entries()) {
        for (const [done, ms] of reports) {
          const elapsedMs = slower * ms;
          const left = totalMs - spentMs - elapsedMs;
          const estimate = timeLeft({ times, index, done, elapsedMs, spentMs }) ?? 0;
          // The first fifth of a job on an unknown device says little; the last hundredth is rounded away.
          if (spentMs + elapsedMs < 0.2 * totalMs || left < 0.05 * totalMs) continue;
          expect(estimate).toBeGreaterThan(left / 1.5);
          expect(estimate).toBeLessThan(left * 1.5);
        }
        spentMs += stepMs[index] ?? 0;
      }
    },
  );
});

describe('the reporter', () => {
  it('sends no message within the interval, except for a new stage or the end', () => {
    let now = 0;
    const sent: Progress[] = [];
    const report = reporter(
      (progress) => sent.push(progress),
      () => now,
    );
    report.stage('decode');
    report.stage('decode');
    for (now = 0; now < 480; now += 40) report.done(now / 480);
    report.done(1);
    report.stage('process');
    expect(sent.map(({ stage, done }) => [stage, done])).toEqual([
      ['decode', 0],
      ['decode', 200 / 480],
      ['decode', 400 / 480],
      ['decode', 1],
      ['process', 0],
    ]);
    expect(sent[1]?.etaMs).toBe(280);
  });

  it('adds what is expected after a download to the time of the download', () => {
    let now = 0;
    const sent: Progress[] = [];
    const report = reporter(
      (progress) => sent.push(progress),
      () => now,
    );
    report.expect(9000);
    report.stage('download');
    now = 1000;
    report.done(0.5);
    expect(sent.map(({ etaMs }) => etaMs)).toEqual([9000, 10_000]);
  });
});
