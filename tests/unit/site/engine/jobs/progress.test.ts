import { describe, expect, it } from 'vitest';
import { fractionDone, reporter, timeLeft } from '../../../../../site/engine/jobs/progress.ts';
import type { Progress } from '../../../../../site/engine/types.ts';

describe('the remaining time', () => {
  it('is unknown before a part is done', () => {
    expect(timeLeft({ weights: [1], index: 0, done: 0, elapsedMs: 500 })).toBeNull();
  });

  it('follows the speed of the running step, and estimates later steps by their weights', () => {
    expect(timeLeft({ weights: [1], index: 0, done: 0.25, elapsedMs: 1000 })).toBe(3000);
    expect(timeLeft({ weights: [5, 2, 1], index: 1, done: 0.5, elapsedMs: 1000 })).toBe(2000);
    expect(timeLeft({ weights: [1, 3], index: 1, done: 1, elapsedMs: 400 })).toBe(0);
  });

  it('includes what earlier steps took', () => {
    expect(fractionDone({ weights: [1, 3], index: 1, done: 1 / 3, elapsedMs: 1 })).toBe(0.5);
  });
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
    for (now = 0; now < 120; now += 10) report.done(now / 120);
    report.done(1);
    report.stage('process');
    expect(sent.map(({ stage, done }) => [stage, done])).toEqual([
      ['decode', 0],
      ['decode', 50 / 120],
      ['decode', 100 / 120],
      ['decode', 1],
      ['process', 0],
    ]);
    expect(sent[1]?.etaMs).toBe(70);
  });
});
