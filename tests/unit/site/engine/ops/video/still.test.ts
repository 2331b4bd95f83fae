import { describe, expect, it } from 'vitest';
import { runToEnd } from '../../../../../../site/engine/ops/progress.ts';
import { boxesOf, findStaticAreas } from '../../../../../../site/engine/ops/video/still.ts';
import type { Yuv } from '../../../../../../site/engine/ops/video/yuv.ts';
import { cameraOver, marked } from './clips.ts';

const SIZE = { width: 160, height: 96 };
const camera = cameraOver(SIZE, 12);
const planeOf = ({ width, height, data }: Yuv) => ({
  width,
  height,
  data: Float32Array.from(data.subarray(0, width * height)),
});
/** A translucent logo with strokes, at the lower right. */
const alpha = Float32Array.from({ length: SIZE.width * SIZE.height }, (_, at) => {
  const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
  return x >= 110 && x < 146 && y >= 70 && y < 86 && (x % 6 < 3 || y % 8 < 2) ? 0.4 : 0;
});

describe('findStaticAreas', () => {
  it('finds a logo over a moving picture', () => {
    const frames = Array.from({ length: 24 }, (_, t) =>
      marked(camera(5 * t - 60, 2 * t), { alpha, colour: [220, 128, 128] }),
    );
    const mask = runToEnd(findStaticAreas(frames.map(planeOf)));
    const boxes = mask ? boxesOf(mask) : [];
    expect(boxes).toHaveLength(1);
    const box = boxes[0]!;
    expect(box.x).toBeGreaterThanOrEqual(104);
    expect(box.x).toBeLessThanOrEqual(110);
    expect(box.x + box.width).toBeGreaterThanOrEqual(146);
    expect(box.x + box.width).toBeLessThanOrEqual(152);
    expect(box.y + box.height).toBeGreaterThanOrEqual(86);
  });

  it('finds a logo in spite of a long static shot', () => {
    const frames = Array.from({ length: 12 }, (_, t) => camera(5 * t - 60, 2 * t));
    const shot = Array.from({ length: 30 }, () => camera(0, 0));
    const shown = [...shot, ...frames].map((one) => planeOf(marked(one, { alpha, colour: [220, 128, 128] })));
    const mask = runToEnd(findStaticAreas(shown));
    expect(mask && boxesOf(mask)).toHaveLength(1);
  });

  it('finds nothing in a picture without a watermark', () => {
    const mask = runToEnd(findStaticAreas(Array.from({ length: 24 }, (_, t) => planeOf(camera(5 * t - 60, 2 * t)))));
    expect(mask && boxesOf(mask)).toEqual([]);
  });

  it.each([36, 50])('returns null with a static camera and a moving object of radius %i', (radius) => {
    const frames = Array.from({ length: 24 }, (_, t) => {
      const behind = marked(camera(0, 0), { alpha, colour: [220, 128, 128] });
      const people = camera(37 * t - 60, 11 * t);
      const data = behind.data.slice();
      for (let at = 0; at < SIZE.width * SIZE.height; at++)
        if (Math.hypot((at % SIZE.width) - 60, Math.floor(at / SIZE.width) - 55) < radius) data[at] = people.data[at]!;
      return planeOf({ ...behind, data });
    });
    const mask = runToEnd(findStaticAreas(frames));
    expect(mask && boxesOf(mask)).toBeNull();
  });

  it('returns null for a static picture', () => {
    expect(runToEnd(findStaticAreas(Array.from({ length: 24 }, () => planeOf(camera(0, 0)))))).toBeNull();
  });
});
