import { describe, expect, test } from 'vitest';
import {
  cropBox,
  flipSideways,
  flipUpright,
  isUnchanged,
  resultSize,
  turnLeft,
  turnRight,
  UNCHANGED,
} from '../../../../../../site/engine/ops/geometry/geometry.ts';
import { transformPixels } from '../../../../../../site/engine/ops/geometry/transform.ts';
import { runToEnd } from '../../../../../../site/engine/ops/progress.ts';
import type { Geometry, Pixels, Size } from '../../../../../../site/engine/types.ts';

/** Red is 10 × column, green is 10 × row. */
const grid = ({ width, height }: Size): Pixels => {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i++) data.set([10 * (i % width), 10 * Math.floor(i / width), 0, 255], 4 * i);
  return { width, height, data };
};
/** Columns and rows of the original, as they are seen in the result. */
const seen = ({ width, height, data }: Pixels) =>
  Array.from({ length: height }, (_, y) =>
    Array.from(
      { length: width },
      (_, x) => `${data[4 * (y * width + x)]! / 10}${data[4 * (y * width + x) + 1]! / 10}`,
    ).join(' '),
  );
const changed = (geometry: Geometry, size = { width: 3, height: 2 }) =>
  seen(runToEnd(transformPixels(grid(size), geometry)));

test.each([
  ['nothing', UNCHANGED, ['00 10 20', '01 11 21']],
  ['a turn to the right', turnRight(UNCHANGED), ['01 00', '11 10', '21 20']],
  ['a turn to the left', turnLeft(UNCHANGED), ['20 21', '10 11', '00 01']],
  ['half a turn', turnRight(turnRight(UNCHANGED)), ['21 11 01', '20 10 00']],
  ['left to right', flipSideways(UNCHANGED), ['20 10 00', '21 11 01']],
  ['top to bottom', flipUpright(UNCHANGED), ['01 11 21', '00 10 20']],
  ['a turn, then left to right', flipSideways(turnRight(UNCHANGED)), ['00 01', '10 11', '20 21']],
  ['left to right, then a turn', turnRight(flipSideways(UNCHANGED)), ['21 20', '11 10', '01 00']],
])('%s moves every pixel to its place', (_, geometry, expected) => {
  expect(changed(geometry)).toEqual(expected);
});

describe('a crop', () => {
  const geometry: Geometry = { ...UNCHANGED, crop: { x: 0.25, y: 0, width: 0.5, height: 0.5 } };
  test('keeps its pixels', () => {
    expect(changed(geometry, { width: 4, height: 4 })).toEqual(['10 20', '11 21']);
  });
  test.each([turnRight, turnLeft, flipSideways, flipUpright])('stays on its part of the picture (%#)', (change) => {
    const part = runToEnd(transformPixels(grid({ width: 4, height: 4 }), geometry));
    const expected = seen(runToEnd(transformPixels(part, change(UNCHANGED))));
    expect(changed(change(geometry), { width: 4, height: 4 })).toEqual(expected);
  });
  test('keeps at least one pixel', () => {
    const tiny = { ...UNCHANGED, crop: { x: 1, y: 0.999, width: 0, height: 0 } };
    expect(changed(tiny)).toEqual(['21']);
  });
});

describe('straightening', () => {
  const size = { width: 120, height: 80 };
  const slope = (x: number, y: number) => 60 + x + 0.5 * y;
  const picture: Pixels = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4) };
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++)
      picture.data.fill(slope(x, y), 4 * (y * size.width + x), 4 * (y * size.width + x) + 3);
  for (let i = 3; i < picture.data.length; i += 4) picture.data[i] = 255;

  test.each([-45, -7.3, 4, 30])('by %d degrees shows the picture turned, without empty corners', (angle) => {
    const geometry = { ...UNCHANGED, angle };
    const { width, height, data } = runToEnd(transformPixels(picture, geometry));
    expect({ width, height }).toEqual(resultSize(size, geometry));
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    let worst = 0;
    for (let y = 2; y < height - 2; y++)
      for (let x = 2; x < width - 2; x++) {
        const [u, v] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
        const expected = slope(cos * u + sin * v + 59.5, -sin * u + cos * v + 39.5);
        worst = Math.max(worst, Math.abs(data[4 * (y * width + x)]! - expected));
      }
    expect(worst).toBeLessThanOrEqual(1);
    expect(data.filter((value, i) => i % 4 === 3 && value !== 255)).toHaveLength(0);
  });
  test('keeps the size of the pixels: the frame is as large as fits into the turned picture', () => {
    const { width, height } = cropBox(size, { ...UNCHANGED, angle: 45 });
    // A 3 : 2 frame inside a 3 : 2 picture at 45 degrees.
    expect(width).toBe(Math.floor(120 / (Math.SQRT1_2 * 2.5)));
    expect(height).toBe(Math.floor(80 / (Math.SQRT1_2 * 2.5)));
  });
});

test('clear pixels lend no colour to their neighbours', () => {
  const data = new Uint8ClampedArray(20 * 20 * 4);
  for (let i = 0; i < 400; i++) data.set(i % 20 < 10 ? [200, 100, 50, 255] : [0, 0, 0, 0], 4 * i);
  const turned = runToEnd(transformPixels({ width: 20, height: 20, data }, { ...UNCHANGED, angle: 10 }));
  for (let i = 0; i < turned.data.length; i += 4)
    if (turned.data[i + 3]! > 8) expect(Math.abs(turned.data[i]! - 200)).toBeLessThanOrEqual(1);
});

test('a square part stays square at every angle and place', () => {
  for (const angle of [0, 3.5, 5, -12.5, 45])
    for (const x of [0, 0.1, 1 / 6, 0.27, 1 / 3]) {
      const geometry = { ...UNCHANGED, angle, crop: { x, y: 0, width: 2 / 3, height: 1 } };
      const { width, height } = cropBox({ width: 240, height: 160 }, geometry);
      expect(width).toBe(height);
    }
});

test('resizing scales the kept part', () => {
  const geometry = { ...UNCHANGED, crop: { x: 0, y: 0, width: 0.5, height: 1 }, scale: 0.5 };
  expect(resultSize({ width: 80, height: 30 }, geometry)).toEqual({ width: 20, height: 15 });
  const { width, height } = runToEnd(transformPixels(grid({ width: 80, height: 30 }), geometry));
  expect({ width, height }).toEqual({ width: 20, height: 15 });
});

test('changes that cancel each other out are none', () => {
  expect(isUnchanged(turnLeft(turnRight(UNCHANGED)))).toBe(true);
  expect(isUnchanged(flipUpright(flipUpright(UNCHANGED)))).toBe(true);
  expect(isUnchanged(flipSideways(UNCHANGED))).toBe(false);
});
