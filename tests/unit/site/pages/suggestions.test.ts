import { describe, expect, it } from 'vitest';
import { gaussianBlur } from '../../../../site/engine/ops/filter/gaussian.ts';
import { mapPlanes, pixelsOf, planeOf } from '../../../../site/engine/ops/planes.ts';
import type { Pixels, Planes, Size } from '../../../../site/engine/types.ts';
import { suggestionsFor } from '../../../../site/pages/home/suggest/suggestions.ts';
import { measureTraits } from '../../../../site/pages/home/suggest/traits.ts';
import { badge } from '../../../quality/badges.ts';
import { noisy } from '../../../quality/degrade.ts';
import { deadLeaves, lettering } from '../../../quality/scenes.ts';
import { toned } from '../../../quality/wear.ts';

const LARGE = { width: 1200, height: 900 } as const;

/** A part of a picture at a size, of the nearest pixels. */
function part({ width, data }: Pixels, box: Size & { readonly x: number; readonly y: number }, to: Size): Pixels {
  const out = new Uint8ClampedArray(4 * to.width * to.height);
  for (let i = 0; i < to.width * to.height; i++) {
    const x = box.x + Math.floor((((i % to.width) + 0.5) * box.width) / to.width);
    const y = box.y + Math.floor(((Math.floor(i / to.width) + 0.5) * box.height) / to.height);
    out.set(data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4), 4 * i);
  }
  return { ...to, data: out };
}

function reasonsFor(picture: Pixels, isPng = false): readonly string[] {
  const { width, height } = picture;
  const scale = Math.min(1, 256 / Math.max(width, height));
  const to = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const side = Math.min(192, width, height);
  const crop = { x: (width - side) >> 1, y: (height - side) >> 1, width: side, height: side };
  const small = part(picture, { x: 0, y: 0, width, height }, to);
  return suggestionsFor(measureTraits({ width, height, isPng }, small, [part(picture, crop, crop)])).map(
    ({ reason }) => reason,
  );
}

const blurred = (picture: Planes, sigma: number): Planes => ({
  ...picture,
  planes: picture.planes.map((_, index) => gaussianBlur(planeOf(picture, index), sigma).data),
});

describe('suggestions for a picture', () => {
  // Grain of a camera: without it flat areas would be those of a drawing.
  const photo = noisy(deadLeaves(LARGE, 3), 0.012, 5);

  it('are the common requests for a large sharp photo', () => {
    expect(reasonsFor(pixelsOf(photo))).toEqual(['object', 'background', 'drawing']);
  });

  it('name what is wrong with it: small, blurred, or soft', () => {
    expect(reasonsFor(pixelsOf(noisy(deadLeaves({ width: 480, height: 360 }, 3), 0.012, 5)))[0]).toBe('small');
    expect(reasonsFor(pixelsOf(blurred(photo, 5)))[0]).toBe('blurred');
    expect(reasonsFor(pixelsOf(blurred(photo, 2)))[0]).toBe('soft');
  });

  it('recognise old prints, brown or grey, and no photo that has colours', () => {
    expect(reasonsFor(pixelsOf(noisy(toned(photo), 0.012, 6)))[0]).toBe('old');
    expect(
      reasonsFor(pixelsOf(mapPlanes({ ...photo, planes: [0, 0, 0].map(() => photo.planes[0]!) }, (v) => v)))[0],
    ).toBe('old');
  });

  it('recognise a colour print that has faded', () => {
    const veiled = (value: number, channel: number) => 0.25 + [0.55, 0.5, 0.35][channel]! * value;
    const planes = photo.planes.map((plane, channel) => plane.map((value) => veiled(value, channel)));
    expect(reasonsFor(pixelsOf({ ...photo, planes }))[0]).toBe('old');
  });

  it('recognise a logo and a screenshot', () => {
    expect(reasonsFor(badge({ width: 640, height: 480 }, 4))[0]).toBe('logo');
    const text = pixelsOf(lettering(LARGE, 2));
    // A bar at the upper edge, as windows have it.
    text.data.fill(60, 0, 4 * 1200 * 60);
    for (let i = 3; i < 4 * 1200 * 60; i += 4) text.data[i] = 255;
    expect(reasonsFor(text, true)[0]).toBe('screenshot');
  });

  it('recognise a page of text, which has flat colours and an even border as a logo has', () => {
    const page = { ...LARGE, data: new Uint8ClampedArray(4 * LARGE.width * LARGE.height).fill(255) };
    for (let y = 60; y < 840; y++)
      for (let x = 80; x < 1120; x++)
        if (y % 30 < 14 && (x >> 3) % 3 > 0) page.data.set([30, 30, 30], 4 * (y * LARGE.width + x));
    expect(reasonsFor(page, true)[0]).toBe('screenshot');
  });

  it('recognise a portrait, and no sand of the same colour', () => {
    const size = { width: 900, height: 1000 };
    /** Skin where a test says so, on a blue wall. */
    const painted = (isSkin: (u: number, v: number) => boolean): Planes => {
      const inside = (i: number) => isSkin((i % size.width) / size.width, Math.floor(i / size.width) / size.height);
      const plane = (skin: number, wall: number) =>
        Float32Array.from({ length: size.width * size.height }, (_, i) => (inside(i) ? skin : wall));
      return noisy({ ...size, planes: [plane(0.82, 0.3), plane(0.6, 0.4), plane(0.48, 0.62)] }, 0.02, 7);
    };
    const face = painted((u, v) => Math.hypot((u - 0.5) / 0.22, (v - 0.4) / 0.3) < 1);
    expect(reasonsFor(pixelsOf(face))).toContain('portrait');
    const beach = painted((_, v) => v > 0.55);
    expect(reasonsFor(pixelsOf(beach))).not.toContain('portrait');
  });

  it('suggest each tool once, and three of them', () => {
    for (const picture of [photo, noisy(toned(photo), 0.012, 6), blurred(photo, 5)]) {
      const found = reasonsFor(pixelsOf(picture));
      expect(new Set(found).size).toBe(3);
    }
  });
});
