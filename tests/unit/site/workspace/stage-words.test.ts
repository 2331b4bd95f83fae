import { expect, test } from 'vitest';
import { stageWords } from '../../../../site/workspace/parts/ProgressCard.tsx';
import type { Say } from '../../../../site/workspace/words.ts';

const say = ((key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' ')) as unknown as Say;
const words = { say, units: { bytes: (count: number) => `${count} B` } as never };
const of = (parts?: { done: number; total: number }) =>
  stageWords(
    { progress: { stage: 'download', done: 0, etaMs: null, ...(parts && { parts }) }, cancelling: false },
    words,
  );

test('a download names its bytes once they are known', () => {
  expect(of({ done: 3, total: 9 })).toBe('workspace.progress.download 3 B 9 B');
  expect(of()).toBe('workspace.progress.waiting');
});
