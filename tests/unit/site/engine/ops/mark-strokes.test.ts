import { describe, expect, it } from 'vitest';
import { goingOn } from '../../../../../site/engine/ops/marks/contours.ts';
import { paletteCosts } from '../../../../../site/engine/ops/marks/palette.ts';

describe('colours beside the mask', () => {
  const size = { width: 30, height: 30 };
  const mask = Uint8Array.from({ length: 900 }, (_, i) => (i % 30 < 10 ? 1 : 0));
  const costOf = (seen: number, opacity: number, beside: (row: number) => number) => {
    const plane = Float32Array.from(mask, (chosen, i) => (chosen ? seen : beside(Math.floor(i / 30))));
    const patch = { ...size, planes: [plane, plane, plane], mask };
    return paletteCosts(patch, { colour: [1, 1, 1], opacity })[0]!;
  };
  it('say nothing below a pale mark where both are seen, one more often', () => {
    expect(costOf(0.6, 0.2, (row) => (row < 9 ? 0.6 : 0.5))).toBeCloseTo(0);
  });
  it('tell a mark where only what would be below it is seen, and a dense one where that is seen more often', () => {
    expect(costOf(0.6, 0.2, () => 0.5)).toBeLessThan(-0.5);
    expect(costOf(0.64, 0.6, (row) => (row < 13 ? 0.64 : 0.1))).toBeLessThan(-0.05);
  });
});

describe('strokes that go on', () => {
  it('are told along their borders, and over a nick in them', () => {
    const size = { width: 40, height: 40 };
    const isIn = (x: number, y: number) => x >= 19 && x <= 21 && y >= 4 && y < 36 && (y < 18 || y >= 20);
    const labels = Uint8Array.from({ length: 1600 }, (_, i) => (isIn(i % 40, Math.floor(i / 40)) ? 1 : 0));
    const [along, across] = goingOn(labels, size, [
      [0, 3],
      [3, 0],
    ]) as [Float32Array, Float32Array];
    for (const y of [12, 19, 28]) {
      expect(along[40 * y + 20]).toBeGreaterThan(0.2);
      expect(across[40 * y + 20]).toBe(0);
    }
    expect(along[40 * 20 + 36]).toBe(0);
  });
});
