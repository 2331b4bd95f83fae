import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pollFiles } from '../../../../../cli/serve/watch/polled.ts';

let nowMs: number;
beforeEach(() => {
  nowMs = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets half a second pass. */
const tick = () => {
  nowMs += 500;
  vi.advanceTimersByTime(500);
};

it('searches the files of patterns in at most a twentieth of the time, and new patterns at once', () => {
  const searches: string[] = [];
  const changes: string[] = [];
  const search = (pattern: string) => {
    searches.push(pattern);
    nowMs += 200;
    return [`${pattern}${searches.length > 3 ? 'new' : 'old'}`];
  };
  const watch = pollFiles((found) => changes.push(...found.map(({ event, path }) => `${event} ${path}`)), search);
  watch([{ kind: 'glob', path: '/a/**' }]);
  for (let count = 0; count < 20; count++) tick();
  expect(searches.length).toBe(3);
  watch([
    { kind: 'glob', path: '/a/**' },
    { kind: 'glob', path: '/b/**' },
  ]);
  tick();
  expect(searches.slice(3)).toEqual(['/a/**', '/b/**']);
  tick();
  expect(changes).toEqual(['add /a/**old', 'add /a/**new', 'unlink /a/**old', 'add /b/**new']);
});
