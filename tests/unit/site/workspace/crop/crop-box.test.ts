import { expect, test } from 'vitest';
import { dragged, fitted } from '../../../../../site/workspace/crop/crop-box.ts';

const box = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
const free = { ratio: null, min: { width: 0.01, height: 0.01 } };
const square = { ...free, ratio: 1 };

test.each([
  ['nw', { x: 0.35, y: 0.15, width: 0.4, height: 0.6 }],
  ['se', { x: 0.25, y: 0.25, width: 0.6, height: 0.4 }],
  ['n', { x: 0.25, y: 0.15, width: 0.5, height: 0.6 }],
  ['e', { x: 0.25, y: 0.25, width: 0.6, height: 0.5 }],
  ['move', { x: 0.35, y: 0.15, width: 0.5, height: 0.5 }],
] as const)('the handle %s moves its edges alone', (handle, expected) => {
  const now = dragged(box, { handle, dx: 0.1, dy: -0.1 }, free);
  for (const [key, value] of Object.entries(expected)) expect(now[key as keyof typeof now]).toBeCloseTo(value, 9);
});

test.each(['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w', 'move'] as const)(
  'the handle %s stays inside the picture, above the smallest size and at the proportions',
  (handle) => {
    for (const rules of [free, square, { ...free, ratio: 2.5 }, { ...free, ratio: 0.3 }])
      for (const [dx, dy] of [
        [2, 2],
        [-2, -2],
        [2, -2],
        [-2, 2],
        [0.07, -0.31],
      ] as const) {
        const start = rules.ratio === null ? box : fitted(box, rules.ratio);
        const now = dragged(start, { handle, dx, dy }, rules);
        expect(now.x).toBeGreaterThanOrEqual(-1e-9);
        expect(now.y).toBeGreaterThanOrEqual(-1e-9);
        expect(now.x + now.width).toBeLessThanOrEqual(1 + 1e-9);
        expect(now.y + now.height).toBeLessThanOrEqual(1 + 1e-9);
        expect(now.width).toBeGreaterThanOrEqual(0.01 - 1e-9);
        expect(now.height).toBeGreaterThanOrEqual(0.01 - 1e-9);
        if (rules.ratio !== null) expect(now.width / now.height).toBeCloseTo(rules.ratio, 6);
      }
  },
);

test('the corner opposite of the one that is dragged stays', () => {
  const now = dragged(box, { handle: 'nw', dx: 0.1, dy: 0.02 }, square);
  expect(now.x + now.width).toBeCloseTo(0.75, 9);
  expect(now.y + now.height).toBeCloseTo(0.75, 9);
});

test('chosen proportions give the largest part, around the centre of the part before', () => {
  expect(fitted({ x: 0.5, y: 0, width: 0.5, height: 1 }, 0.5)).toEqual({ x: 0.5, y: 0, width: 0.5, height: 1 });
  expect(fitted({ x: 0, y: 0, width: 0.2, height: 0.2 }, 2)).toEqual({ x: 0, y: 0, width: 1, height: 0.5 });
});
