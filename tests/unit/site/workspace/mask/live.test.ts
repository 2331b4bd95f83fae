import { expect, test } from 'vitest';
import { type Drawing, withPoint } from '../../../../../site/workspace/mask/live.ts';

/** An array that counts how many of its elements are read or written. */
function counted(numbers: readonly number[]) {
  const counts = { touched: 0 };
  const count = (key: string | symbol) => {
    if (typeof key === 'string' && /^\d+$/.test(key)) counts.touched += 1;
  };
  const points = new Proxy([...numbers], {
    get: (target, key) => {
      count(key);
      return Reflect.get(target, key);
    },
    defineProperty: (target, key, property) => {
      count(key);
      return Reflect.defineProperty(target, key, property);
    },
  });
  return { points, counts };
}

const START = { kind: 'stroke', brush: 'mask', mode: 'add', ink: null, radius: 4 } as const;

test('each point of a long stroke is copied once', () => {
  const { points, counts } = counted([0, 0]);
  let drawing: Drawing = { ...START, points };
  for (let i = 1; i <= 5000; i++) drawing = withPoint(drawing, { x: i, y: 2 * i });
  expect(counts.touched).toBe(10_000);
  expect(drawing.points.length).toBe(10_002);
  expect(drawing.points.slice(-2)).toEqual([5000, 10_000]);
});

test('each point creates a new value, so that React renders it', () => {
  const before: Drawing = { ...START, points: [1, 2] };
  const after = withPoint(before, { x: 3, y: 4 });
  expect(after).not.toBe(before);
  expect(after.points).toEqual([1, 2, 3, 4]);
});
