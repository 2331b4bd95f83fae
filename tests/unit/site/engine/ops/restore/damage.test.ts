import { describe, expect, it } from 'vitest';
import { damageMask } from '../../../../../../site/engine/ops/restore/damage.ts';
import { huesOf } from '../../../../../../site/engine/ops/restore/monochrome.ts';
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
/** An object that resembles a scratch, and a scratch. */
const isObject = (x: number, y: number) => x >= 50 && x < 53 && y >= 40 && y < 60;
const isScratch = (x: number, y: number) => x >= 120 && x < 122 && y >= 30 && y < 120;
const logitsOf = (object: number, scratch: number): Plane =>
  plane((x, y) => (isObject(x, y) ? object : isScratch(x, y) ? scratch : -6));
/** Draws the object in a colour. */
const withObject = (picture: Planes, colour: readonly number[]): Planes => ({
  ...picture,
  planes: picture.planes.map((data, k) =>
    data.map((value, i) => (isObject(i % 200, Math.floor(i / 200)) ? value + 0.6 * (colour[k]! - value) : value)),
  ),
});
const white = [1, 1, 1];
const inGrey = ({ planes, ...size }: Planes): Planes => ({ ...size, planes: planes.map(() => planes[0]!) });
const detect = (logits: Plane, picture: Planes, sensitivity = 0.5) => {
  const { data } = damageMask(logits, picture, { sensitivity });
  return { object: data[50 * 200 + 51]! > 0, scratch: data[70 * 200 + 121]! > 0 };
};

describe('damageMask', () => {
  it('ignores uncertain components in a colour photograph without certain damage', () => {
    expect(detect(logitsOf(4, -6), withObject(colours, white)).object).toBe(false);
  });

  it('marks uncertain components of a grey picture only beside certain damage: it may be a new one', () => {
    const picture = inGrey(withObject(colours, white));
    expect(detect(logitsOf(4, -6), picture).object).toBe(false);
    expect(detect(logitsOf(4, 6), picture)).toEqual({ object: true, scratch: true });
    expect(detect(logitsOf(4, -6), picture, 1).object).toBe(true);
  });

  it('marks uncertain components in a toned print, and beside certain damage', () => {
    expect(detect(logitsOf(4, -6), toned(withObject(colours, white))).object).toBe(true);
    expect(detect(logitsOf(4, 6), withObject(colours, white))).toEqual({ object: true, scratch: true });
  });

  it('ignores a certain component in a colour photograph if it is attached to the scene', () => {
    // A post that stands on a pavement, and nothing else that looks like damage.
    const isPavement = (x: number, y: number) => y >= 60 && x >= 30 && x < 80;
    const scene = withObject(colours, white);
    const standing = {
      ...scene,
      planes: scene.planes.map((data) =>
        data.map((value, i) => (isPavement(i % 200, Math.floor(i / 200)) ? value + 0.6 * (1 - value) : value)),
      ),
    };
    const certainAtTop = plane((x, y) => (isObject(x, y) ? (y < 43 ? 6 : 4) : -6));
    expect(detect(certainAtTop, standing).object).toBe(false);
    expect(detect(certainAtTop, standing, 1).object).toBe(true);
  });

  it('marks nothing where the network takes most of a picture for damage', () => {
    const certain = plane((x, y) => (isScratch(x, y) || y > 60 ? 8 : -6));
    expect(damageMask(certain, colours, { sensitivity: 0.5 }).data.some((value) => value > 0)).toBe(false);
    expect(detect(logitsOf(-6, 8), colours).scratch).toBe(true);
  });

  it('marks uncertain components at full sensitivity', () => {
    expect(detect(logitsOf(4, -6), withObject(colours, white), 1).object).toBe(true);
  });

  it('ignores components with a colour of their own unless they are certain', () => {
    for (const skin of [
      [0.95, 0.7, 0.45],
      [0.3, 0.9, 0.2],
    ]) {
      expect(detect(logitsOf(4, 6), withObject(colours, skin))).toEqual({ object: false, scratch: true });
      expect(detect(logitsOf(6, 6), withObject(colours, skin))).toEqual({ object: true, scratch: true });
    }
    expect(detect(logitsOf(4, 6), withObject(colours, [0, 0, 0])).object).toBe(true);
  });
});

describe('huesOf', () => {
  it('distinguishes grey, brown and colour pictures', () => {
    expect(huesOf(toned(colours))).toBe('toned');
    expect(huesOf(inGrey(colours))).toBe('grey');
    expect(huesOf(colours)).toBe('colour');
  });
});
