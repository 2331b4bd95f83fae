import { describe, expect, it } from 'vitest';
import { solidMatte } from '../../../../../site/engine/ops/matte/solid.ts';
import type { Plane } from '../../../../../site/engine/types.ts';

/** A matte of 200 × 100 by the column. */
const columns = (at: (x: number) => number): Plane => ({
  width: 200,
  height: 100,
  data: Float32Array.from({ length: 200 * 100 }, (_, i) => at(i % 200)),
});
const rowOf = ({ data, width }: Plane) => [...data.subarray(50 * width, 51 * width)];

describe('solidMatte', () => {
  it('makes wide areas opaque or clear where the network was unsure', () => {
    const row = rowOf(solidMatte(columns((x) => (x < 100 ? 0.7 : 0.3))));
    expect(row.slice(0, 96)).toEqual(new Array(96).fill(1));
    expect(row.slice(104)).toEqual(new Array(96).fill(0));
  });

  it('keeps soft edges, and their order', () => {
    const edge = (x: number) => Math.min(1, Math.max(0, (102 - x) / 4));
    const row = rowOf(solidMatte(columns(edge)));
    expect(row[100]).toBeCloseTo(0.5, 1);
    for (const [x, value] of row.entries()) {
      expect(Math.abs(value - edge(x))).toBeLessThan(0.2);
      if (x > 0) expect(value).toBeLessThanOrEqual(row[x - 1]!);
    }
  });

  it('leaves what is 0 or 1 as it is', () => {
    const matte = columns((x) => (x % 50 < 20 ? 1 : 0));
    expect(rowOf(solidMatte(matte))).toEqual(rowOf(matte));
  });
});
