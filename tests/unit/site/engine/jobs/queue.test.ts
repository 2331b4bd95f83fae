import { describe, expect, it } from 'vitest';
import { createQueue } from '../../../../../site/engine/jobs/queue.ts';

const never = new AbortController().signal;
const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('the queue', () => {
  it('runs one task at a time, in order, and continues after a failed one', async () => {
    const queue = createQueue();
    const log: string[] = [];
    const task = (name: string, ms: number) => async () => {
      log.push(`+${name}`);
      await later(ms);
      log.push(`-${name}`);
      if (name === 'b') throw new Error('b failed');
      return name;
    };
    const all = await Promise.allSettled([
      queue.add(task('a', 20), never),
      queue.add(task('b', 1), never),
      queue.add(task('c', 1), never),
    ]);
    expect(log).toEqual(['+a', '-a', '+b', '-b', '+c', '-c']);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('reports a task as waiting only if it waits', async () => {
    const queue = createQueue();
    const waited: string[] = [];
    await Promise.all([
      queue.add(
        () => later(5),
        never,
        () => waited.push('first'),
      ),
      queue.add(
        () => later(80),
        never,
        () => waited.push('second'),
      ),
      queue.add(
        () => later(1),
        never,
        () => waited.push('third'),
      ),
    ]);
    expect(waited).toEqual(['third']);
  });

  it('removes a task that is cancelled before its turn', async () => {
    const queue = createQueue();
    const controller = new AbortController();
    let ran = false;
    const first = queue.add(() => later(20), never);
    const second = queue.add(async () => {
      ran = true;
    }, controller.signal);
    controller.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    await expect(queue.add(async () => 1, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    await first;
    expect(ran).toBe(false);
  });
});
