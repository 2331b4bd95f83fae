import { describe, expect, it } from 'vitest';
import { isUneven } from '../../../../../site/engine/video/source.ts';

/** Times of frames at 25 per second, in the order of storage: each fourth frame is stored before the three ahead of it. */
const reordered = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => (at === 0 ? 0 : at % 4 === 1 ? at + 3 : at - 1) / 25);

describe('frames at even times', () => {
  it.each([49, 121, 134, 135, 136])(
    'are found even where %i are read, among them some that others precede in time',
    (count) => {
      expect(isUneven(reordered(count))).toBe(false);
    },
  );

  it('are found even where a container rounds to milliseconds', () => {
    expect(isUneven(Array.from({ length: 48 }, (_, at) => Math.round((at * 1001) / 24) / 1000))).toBe(false);
  });
});

it('finds frames uneven of which one is missing', () => {
  expect(isUneven(reordered(48).filter((_, at) => at !== 20))).toBe(true);
});
