import { describe, expect, it } from 'vitest';
import { codedBox, markOfMask, placementOf, positionAt } from '../../../../../site/engine/video/marks.ts';
import type { Mark, View } from '../../../../../site/engine/video/types.ts';

const STRAIGHT: View = {
  coded: { width: 320, height: 180 },
  upright: { width: 320, height: 180 },
  rotation: 0,
  flip: false,
};
const TURNED: View = { ...STRAIGHT, upright: { width: 180, height: 320 }, rotation: 90 };
const markAt = (x: number, y: number, more: Partial<Mark> = {}): Mark => ({
  id: 'a',
  width: 40,
  height: 20,
  shape: null,
  moves: false,
  path: [{ time: 0, x, y }],
  ...more,
});

describe('the position of a watermark', () => {
  it('is interpolated linearly between its keyframes', () => {
    const mark = markAt(0, 0, {
      path: [
        { time: 1, x: 10, y: 50 },
        { time: 3, x: 30, y: 10 },
      ],
    });
    expect(positionAt(mark, 0)).toMatchObject({ x: 10, y: 50 });
    expect(positionAt(mark, 2)).toMatchObject({ x: 20, y: 30 });
    expect(positionAt(mark, 9)).toMatchObject({ x: 30, y: 10 });
  });

  it('is mapped to rotated and mirrored frames', () => {
    const box = { x: 10, y: 40, width: 30, height: 20 };
    expect(codedBox(box, STRAIGHT)).toEqual(box);
    // Displayed with a clockwise rotation of 90 degrees: the left of the screen is the bottom of the frame.
    expect(codedBox(box, TURNED)).toEqual({ x: 40, y: 140, width: 20, height: 30 });
    expect(codedBox(box, { ...TURNED, rotation: 270 })).toEqual({ x: 260, y: 10, width: 20, height: 30 });
    expect(codedBox(box, { ...STRAIGHT, flip: true })).toEqual({ x: 280, y: 40, width: 30, height: 20 });
  });

  it('is mapped to frames with non-square pixels', () => {
    const wide: View = { ...STRAIGHT, coded: { width: 160, height: 180 } };
    expect(codedBox({ x: 100, y: 10, width: 50, height: 20 }, wide)).toEqual({ x: 50, y: 10, width: 25, height: 20 });
  });

  it('is cropped with its surroundings, at even pixels, within the frame', () => {
    const { hole, size, at } = placementOf(markAt(271, 3), STRAIGHT);
    const box = at(5);
    expect([box.x % 2, box.y, box.width % 2, box.height % 2]).toEqual([0, 0, 0, 0]);
    expect(box.x + box.width).toBe(320);
    expect(hole.reduce((sum, one) => sum + one, 0)).toBe(40 * 20);
    expect(hole[(3 - box.y) * size.width + 271 - box.x]).toBe(1);
    expect(hole[(3 - box.y) * size.width + 270 - box.x]).toBe(0);
  });

  it('is covered at every time', () => {
    const mark = markAt(0, 0, {
      path: [
        { time: 0, x: 20, y: 20 },
        { time: 10, x: 201, y: 133 },
      ],
    });
    const { hole, size, at, covers } = placementOf(mark, STRAIGHT);
    for (let time = 0; time <= 10; time += 0.37) {
      const [crop, box] = [at(time), covers(time)];
      for (const [x, y] of [
        [box.x, box.y],
        [box.x + box.width - 1, box.y + box.height - 1],
      ] as const)
        expect(hole[(y - crop.y) * size.width + x - crop.x]).toBe(1);
    }
  });
});

describe('a loaded mask', () => {
  it('becomes a watermark of its white pixels, also in rotated frames', () => {
    const data = new Uint8Array(180 * 320);
    for (let y = 100; y < 110; y++) for (let x = 50; x < 60; x++) data[y * 180 + x] = x - 50 <= y - 100 ? 255 : 0;
    const mark = markOfMask({ width: 180, height: 320, data }, 'm') as Mark;
    expect(mark).toMatchObject({ width: 10, height: 10, path: [{ x: 50, y: 100 }] });
    const { hole, size, at } = placementOf(mark, TURNED);
    const crop = at(0);
    // Upright (50, 109) is the lower left corner of the triangle; in the frame it is at (109, 179 - 50).
    expect(hole[(129 - crop.y) * size.width + 109 - crop.x]).toBe(1);
    expect(hole[(120 - crop.y) * size.width + 100 - crop.x]).toBe(0);
    expect(hole.reduce((sum, one) => sum + one, 0)).toBe(55);
  });

  it('is rejected without white pixels', () => {
    expect(markOfMask({ width: 4, height: 4, data: new Uint8Array(16) }, 'm')).toBeNull();
  });
});
