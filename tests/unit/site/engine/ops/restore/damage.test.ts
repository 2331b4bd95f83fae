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
const luma = plane(() => 0.5);
/** A light thing before the sky, that may be a scratch. */
const isFinger = (x: number, y: number) => x >= 50 && x < 53 && y >= 40 && y < 60;
const isScratch = (x: number, y: number) => x >= 120 && x < 122 && y >= 30 && y < 120;
const marked = (likely: Plane, oneTone: boolean, sensitivity = 0.5) => {
  const { data } = damageMask({ likely, luma }, { sensitivity, oneTone });
  return { finger: data[50 * 200 + 51]! > 0, scratch: data[70 * 200 + 121]! > 0 };
};

describe('what may be damage', () => {
  const doubtful = plane((x, y) => (isFinger(x, y) ? 4 : -6));
  const sure = plane((x, y) => (isFinger(x, y) ? 4 : isScratch(x, y) ? 6 : -6));

  it('is none in a photograph in colours where nothing is for sure', () => {
    expect(marked(doubtful, false).finger).toBe(false);
  });

  it('is some in a print in one tone, and beside what is for sure', () => {
    expect(marked(doubtful, true).finger).toBe(true);
    expect(marked(sure, false)).toEqual({ finger: true, scratch: true });
  });

  it('is some wherever it is looked for with more sensitivity', () => {
    expect(marked(doubtful, false, 1).finger).toBe(true);
  });
});

describe('a picture in one tone', () => {
  const colours: Planes = {
    ...SIZE,
    planes: [0.9, 1.7, 2.9].map((pace) => plane((x, y) => 0.5 + 0.4 * Math.sin((pace * x) / 30 + y / 40)).data),
  };

  it('is a grey or brown one, not one in colours', () => {
    expect(isOneTone(toned(colours))).toBe(true);
    expect(isOneTone({ ...SIZE, planes: [luma.data, luma.data, luma.data] })).toBe(true);
    expect(isOneTone(colours)).toBe(false);
  });
});
