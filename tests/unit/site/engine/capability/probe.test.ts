import { expect, test } from 'vitest';
import { lowestPace } from '../../../../../site/engine/capability/probe.ts';

test('a device counts as fast as its fastest of five measurements', () => {
  const measured: number[] = [];
  const paces = [2.8, 1.4, 2, 1.5, 1.6, 0.5];
  const pace = lowestPace(() => {
    const next = paces[measured.length] as number;
    measured.push(next);
    return next;
  });
  expect(paces.map(pace)).toEqual([2.8, 1.4, 1.4, 1.4, 1.4, 1.4]);
  expect(measured).toHaveLength(5);
});
