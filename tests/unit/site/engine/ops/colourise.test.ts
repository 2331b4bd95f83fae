import { describe, expect, it } from 'vitest';
import { colouredByStrokes } from '../../../../../site/engine/ops/colourise/colour.ts';
import type { ColourStroke } from '../../../../../site/engine/ops/colourise/strokes.ts';
import { runToEnd } from '../../../../../site/engine/ops/progress.ts';
import type { Pixels } from '../../../../../site/engine/types.ts';
import { randomOf } from '../../../../quality/scenes.ts';

const SIZE = { width: 80, height: 48 };
const random = randomOf(4);

/** A dark left and a light right half, grey, with slight grain. */
const picture: Pixels = { ...SIZE, data: new Uint8ClampedArray(4 * 80 * 48).fill(255) };
for (let i = 0; i < 80 * 48; i++) picture.data.fill((i % 80 < 40 ? 90 : 165) + 4 * random(), 4 * i, 4 * i + 3);

const line = (ink: string, ...points: readonly number[]): ColourStroke => ({ kind: 'line', ink, radius: 3, points });
const coloured = (strokes: readonly ColourStroke[], share = 1) =>
  runToEnd(colouredByStrokes(picture, { ...SIZE, strokes }, share));
const at = ({ data, width }: Pixels, x: number, y: number) => [...data.subarray(4 * (y * width + x)).subarray(0, 3)];
const luma = ([r, g, b]: readonly number[]) => 0.299 * r! + 0.587 * g! + 0.114 * b!;

const RED = '#a03c32';
const BLUE = '#5a8cdc';
const both = [line(RED, 10, 10, 26, 38), line(BLUE, 56, 38, 70, 10)];

describe('colouredByStrokes', () => {
  it('fills the area of similar brightness up to its edge', () => {
    const result = coloured(both);
    const far = (x: number, y: number) => {
      const colour = at(result, x, y);
      const [red, blue] = chroma(x < 40 ? RED : BLUE);
      return Math.hypot(colour[0]! - luma(colour) - red, colour[2]! - luma(colour) - blue) / Math.hypot(red, blue);
    };
    for (const x of [2, 20, 37, 42, 60, 77])
      for (const y of [2, 24, 45]) expect(far(x, y), `${x}, ${y}: ${at(result, x, y)}`).toBeLessThan(0.15);
  });

  it('keeps luma', () => {
    const result = coloured(both);
    const off = Array.from(
      { length: 80 * 48 },
      (_, i) => luma(at(result, i % 80, Math.floor(i / 80))) - picture.data[4 * i]!,
    );
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(1);
  });

  it('changes nothing without strokes, and less at a lower strength', () => {
    expect(coloured([]).data).toEqual(picture.data);
    expect(coloured([line('keep', 20, 20)]).data).toEqual(picture.data);
    expect(coloured([both[0]!, { ...line('none', 18, 24), radius: 30 }]).data).toEqual(picture.data);
    const [whole, half] = [coloured(both), coloured(both, 0.5)].map((result) => at(result, 5, 30));
    expect(half![0]! - half![1]!).toBeCloseTo((whole![0]! - whole![1]!) / 2, -1);
  });

  it('stops at a stroke that keeps the original colour', () => {
    const result = coloured([...both, line('keep', 46, 10)]);
    expect(at(result, 46, 10)).toEqual(at(picture, 46, 10));
  });

  it('scales strokes from the size they were painted at', () => {
    const strokes = both.map((stroke) => ({ ...stroke, radius: 6, points: stroke.points.map((value) => 2 * value) }));
    const large = runToEnd(colouredByStrokes(picture, { width: 160, height: 96, strokes }, 1));
    expect(large.data).toEqual(coloured(both).data);
  });
});

function chroma(ink: string): readonly [number, number] {
  const colour = [1, 3, 5].map((from) => Number.parseInt(ink.slice(from, from + 2), 16));
  return [colour[0]! - luma(colour), colour[2]! - luma(colour)];
}
