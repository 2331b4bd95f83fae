import { describe, expect, it } from 'vitest';
import { damageMask } from '../../../../../../site/engine/ops/restore/damage.ts';
import { isOneTone } from '../../../../../../site/engine/ops/restore/shades.ts';
import type { Plane, Planes } from '../../../../../../site/engine/types.ts';
import { toned } from '../../../../../quality/wear.ts';

const SIZE = { width: 200, height: 150 };
const plane = (value: (x: number, y: number) => number): Plane => ({
  ...SIZE,
  data: Float32Array.from({ length: 200 * 150 }, (_, i) => value(i % 200, Math.floor(i / 200))),
});
const colours: Planes = {
  ...SIZE,
  planes: [0.9, 1.7, 2.9].map((pace) => plane((x, y) => 0.5 + 0.2 * Math.sin((pace * x) / 30 + y / 40)).data),
};
/** A thing before the sky that may be a scratch, and a scratch. */
const isThing = (x: number, y: number) => x >= 50 && x < 53 && y >= 40 && y < 60;
const isScratch = (x: number, y: number) => x >= 120 && x < 122 && y >= 30 && y < 120;
const logits = (thing: number, scratch: number): Plane =>
  plane((x, y) => (isThing(x, y) ? thing : isScratch(x, y) ? scratch : -6));
/** The thing drawn in a colour. */
const painted = (picture: Planes, colour: readonly number[]): Planes => ({
  ...picture,
  planes: picture.planes.map((data, k) =>
    data.map((value, i) => (isThing(i % 200, Math.floor(i / 200)) ? value + 0.6 * (colour[k]! - value) : value)),
  ),
});
const white = [1, 1, 1];
const marked = (likely: Plane, picture: Planes, sensitivity = 0.5) => {
  const { data } = damageMask(likely, picture, sensitivity);
  return { thing: data[50 * 200 + 51]! > 0, scratch: data[70 * 200 + 121]! > 0 };
};

describe('what may be damage', () => {
  it('is none in a photograph in colours where nothing is for sure', () => {
    expect(marked(logits(4, -6), painted(colours, white)).thing).toBe(false);
  });

  it('is some in a print in one tone, and beside what is for sure', () => {
    expect(marked(logits(4, -6), toned(painted(colours, white))).thing).toBe(true);
    expect(marked(logits(4, 6), painted(colours, white))).toEqual({ thing: true, scratch: true });
  });

  it('is some wherever it is looked for with more sensitivity', () => {
    expect(marked(logits(4, -6), painted(colours, white), 1).thing).toBe(true);
  });

  it('is none that has a colour of its own, unless it is for sure', () => {
    for (const skin of [
      [0.95, 0.7, 0.45],
      [0.3, 0.9, 0.2],
    ]) {
      expect(marked(logits(4, 6), painted(colours, skin))).toEqual({ thing: false, scratch: true });
      expect(marked(logits(6, 6), painted(colours, skin))).toEqual({ thing: true, scratch: true });
    }
    expect(marked(logits(4, 6), painted(colours, [0, 0, 0])).thing).toBe(true);
  });
});

describe('a picture in one tone', () => {
  it('is a grey or brown one, not one in colours', () => {
    expect(isOneTone(toned(colours))).toBe(true);
    const grey = colours.planes[0]!;
    expect(isOneTone({ ...SIZE, planes: [grey, grey, grey] })).toBe(true);
    expect(isOneTone(colours)).toBe(false);
  });
});
