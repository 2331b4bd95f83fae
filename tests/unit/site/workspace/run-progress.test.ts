import { expect, test } from 'vitest';
import { createReports, createRunProgress } from '../../../../site/workspace/run-progress.ts';

const half = { stage: 'process', done: 0.5, etaMs: null } as const;

test('reports reach the subscribers until they leave', () => {
  const progress = createRunProgress();
  const seen: number[] = [];
  const leave = progress.subscribe(() => seen.push(progress.current().done));
  progress.start('a');
  progress.report('a', half);
  leave();
  progress.report('a', { ...half, done: 0.9 });
  expect(seen).toEqual([0, 0.5]);
});

test('a run begins without progress, and reports of an earlier run of another picture are ignored', () => {
  const progress = createRunProgress();
  progress.start('a');
  progress.report('a', half);
  progress.start('b');
  expect(progress.current().stage).toBe('waiting');
  progress.report('a', half);
  expect(progress.current()).toEqual({ stage: 'waiting', done: 0, etaMs: null });
});

test('other jobs report what they like', () => {
  const progress = createReports<number | null>(null);
  progress.start('find');
  expect(progress.current()).toBeNull();
  progress.report('prepare', 1);
  progress.report('find', 2);
  expect(progress.current()).toBe(2);
});
