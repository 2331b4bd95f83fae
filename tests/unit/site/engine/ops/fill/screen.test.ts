import { describe, expect, it } from 'vitest';
import { isScreen } from '../../../../../../site/engine/ops/fill/screen.ts';
import { pixelsOf } from '../../../../../../site/engine/ops/planes.ts';
import type { Pixels } from '../../../../../../site/engine/types.ts';
import { randomOf } from '../../../../../quality/scenes.ts';
import { drawTone } from '../../../../../quality/tones.ts';
import { maskOf, planesOf } from './holes.ts';

const SIZE = { width: 200, height: 160 } as const;
const HOLE = maskOf(SIZE, (x, y) => ((x - 100) / 40) ** 2 + ((y - 80) / 26) ** 2 < 1);

const grey = (at: (x: number, y: number) => number): Pixels =>
  pixelsOf(planesOf(SIZE, (x, y) => Array(3).fill(at(x, y))));
/** Distance of a position from the middle of its period, in periods. */
const phase = (value: number, period: number): number => Math.abs(((((value / period) % 1) + 1) % 1) - 0.5);

const dots = pixelsOf(drawTone(SIZE, { period: 7, angle: 45, radius: 0.31, kind: 'even' }));
const lines = grey((x, y) => (phase(0.8 * x + 0.6 * y, 5) < 0.2 ? 0.1 : 0.95));

describe('isScreen', () => {
  it('recognises dots and lines', () => {
    expect(isScreen(dots, HOLE, HOLE)).toBe(true);
    expect(isScreen(lines, HOLE, HOLE)).toBe(true);
  });

  it('recognises neither noise, slopes, wide stripes nor one line', () => {
    const random = randomOf(3);
    for (const other of [
      grey(() => random()),
      grey((x, y) => 0.1 + 0.004 * x + 0.001 * y),
      grey((x) => (phase(x, 60) < 0.25 ? 0.2 : 0.8)),
      grey((x, y) => (Math.abs(x - y - 20) < 3 ? 0 : 1)),
      grey(() => 0.5),
    ])
      expect(isScreen(other, HOLE, HOLE)).toBe(false);
  });
});
