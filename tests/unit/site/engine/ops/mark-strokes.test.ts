import { describe, expect, it } from 'vitest';
import { paletteCosts } from '../../../../../site/engine/ops/marks/label-costs.ts';
import { contourContinuation } from '../../../../../site/engine/ops/marks/labelling.ts';

describe('paletteCosts', () => {
  const size = { width: 30, height: 30 };
  const mask = Uint8Array.from({ length: 900 }, (_, i) => (i % 30 < 10 ? 1 : 0));
  const costOf = (seen: number, opacity: number, beside: (row: number) => number) => {
    const plane = Float32Array.from(mask, (chosen, i) => (chosen ? seen : beside(Math.floor(i / 30))));
    const patch = { ...size, planes: [plane, plane, plane], mask };
    return paletteCosts(patch, { colour: [1, 1, 1], opacity })[0]!;
  };
  it('is 0 for a pale overlay if both colours occur beside the mask, one more often', () => {
    expect(costOf(0.6, 0.2, (row) => (row < 9 ? 0.6 : 0.5))).toBeCloseTo(0);
  });
  it('is negative if only the un-blended colour occurs, or for a dense overlay if it occurs more often', () => {
    expect(costOf(0.6, 0.2, () => 0.5)).toBeLessThan(-0.5);
    expect(costOf(0.64, 0.6, (row) => (row < 13 ? 0.64 : 0.1))).toBeLessThan(-0.05);
  });
});

describe('contourContinuation', () => {
  it('follows the borders of strokes, across a nick too', () => {
    const size = { width: 40, height: 40 };
    const isIn = (x: number, y: number) => x >= 19 && x <= 21 && y >= 4 && y < 36 && (y < 18 || y >= 20);
    const labels = Uint8Array.from({ length: 1600 }, (_, i) => (isIn(i % 40, Math.floor(i / 40)) ? 1 : 0));
    const [along, across] = contourContinuation(labels, size, {
      directions: [
        [0, 3],
        [3, 0],
      ],
    }) as [Float32Array, Float32Array];
    for (const y of [12, 19, 28]) {
      expect(along[40 * y + 20]).toBeGreaterThan(0.2);
      expect(across[40 * y + 20]).toBe(0);
    }
    expect(along[40 * 20 + 36]).toBe(0);
  });
});
