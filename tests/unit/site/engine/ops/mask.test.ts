import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gaussianBlur } from '../../../../../site/engine/ops/filter/gaussian.ts';
import { maskOps } from '../../../../../site/engine/ops/groups/mask.ts';
import {
  boundsOf,
  complementMask,
  growMask,
  resizeSoftMask,
  shrinkMask,
} from '../../../../../site/engine/ops/mask/change.ts';
import { coverage, drawLine, drawOutline } from '../../../../../site/engine/ops/mask/draw.ts';
import { featherMask } from '../../../../../site/engine/ops/mask/feather.ts';
import { pictureToMask, removeIslands } from '../../../../../site/engine/ops/mask/read.ts';
import type { Mask, Pixels } from '../../../../../site/engine/types.ts';

const SIZE = { width: 40, height: 30 };
const empty = (): Mask => ({ ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) });
const at = ({ data, width }: Mask, x: number, y: number) => data[y * width + x];
const area = ({ data }: Mask) => data.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0);

/** A mask with these pixels selected. */
const dotted = (...points: readonly (readonly [number, number])[]): Mask => {
  const mask = empty();
  for (const [x, y] of points) mask.data[y * SIZE.width + x] = 255;
  return mask;
};
const pointLists = fc.array(fc.tuple(fc.nat(SIZE.width - 1), fc.nat(SIZE.height - 1)), { minLength: 1, maxLength: 12 });

describe('drawLine and drawOutline', () => {
  it('set every pixel whose centre is within the radius of a line, and those that contain its points', () => {
    const fractionalPoint = fc.tuple(
      fc.double({ min: -9, max: 49, noNaN: true }),
      fc.double({ min: -9, max: 39, noNaN: true }),
    );
    const wholePoint = fc.tuple(fc.integer({ min: -9, max: 49 }), fc.integer({ min: -9, max: 39 }));
    const ends = fc.oneof(fractionalPoint, wholePoint);
    fc.assert(
      fc.property(
        ends,
        ends,
        fc.oneof(fc.constant(4), fc.double({ min: 0.5, max: 14, noNaN: true })),
        (a, b, radius) => {
          const mask = empty();
          drawLine(mask, { points: [...a, ...b], radius }, 255);
          const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
          const expected = Uint8Array.from(mask.data, (_, i) => {
            const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
            const [px, py] = [x + 0.5 - a[0], y + 0.5 - a[1]];
            const along = Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy || 1)));
            const pointed = [a, b].some(([u, v]) => Math.floor(u) === x && Math.floor(v) === y);
            return pointed || (px - along * dx) ** 2 + (py - along * dy) ** 2 <= radius * radius ? 255 : 0;
          });
          expect(mask.data).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
  });
  it('set the pixel that was pointed at with the thinnest brush', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 39.99, noNaN: true }),
        fc.double({ min: 0, max: 29.99, noNaN: true }),
        (x, y) => {
          const mask = empty();
          drawLine(mask, { points: [x, y], radius: 0.5 }, 255);
          expect(at(mask, Math.floor(x), Math.floor(y))).toBe(255);
        },
      ),
    );
  });
  it('ignore parts outside the picture', () => {
    const mask = empty();
    drawLine(mask, { points: [-50, -50, -20, -9], radius: 5 }, 255);
    drawOutline(mask, [-9, -9, -1, -9, -1, -1], 255);
    expect(area(mask)).toBe(0);
  });
  it('fill a box of whole pixels exactly', () => {
    const mask = empty();
    drawOutline(mask, [3, 4, 10, 4, 10, 9, 3, 9], 255);
    expect(area(mask)).toBe(35);
    expect(boundsOf(mask)).toEqual({ x: 3, y: 4, width: 7, height: 5 });
  });
  it('fill a self-intersecting outline by its winding number', () => {
    const mask = empty();
    drawOutline(mask, [5, 5, 30, 5, 30, 25, 5, 25, 5, 5, 12, 10, 22, 10, 22, 20, 12, 20, 12, 10], 255);
    expect(at(mask, 17, 15)).toBe(255);
    expect(area(mask)).toBe(25 * 20);
  });
});

describe('growMask, shrinkMask, featherMask and resizing', () => {
  it('growMask dilates by a disc', () => {
    fc.assert(
      fc.property(pointLists, fc.integer({ min: 1, max: 6 }), (chosen, by) => {
        const near = Uint8Array.from(empty().data, (_, i) => {
          const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
          return chosen.some(([cx, cy]) => (cx - x) ** 2 + (cy - y) ** 2 <= by * by) ? 255 : 0;
        });
        expect(growMask(dotted(...chosen), by).data).toEqual(near);
      }),
    );
  });
  it('mask.visible selects nothing where most of the selection is clear, and else leaves it', () => {
    const mask = dotted([3, 4], [5, 6], [9, 9]);
    const pictureWith = (...clear: readonly number[]) => {
      const data = new Uint8ClampedArray(4 * mask.data.length).fill(255);
      const selected = [...mask.data.keys()].filter((i) => mask.data[i] === 255);
      for (const index of clear) data[4 * selected[index]! + 3] = 0;
      return { width: mask.width, height: mask.height, data };
    };
    const select = (picture: Pixels) => maskOps['mask.visible']({ picture, mask });
    expect(select(pictureWith(0)).data).toEqual(mask.data);
    expect(select(pictureWith(0, 2)).data.every((value) => value === 0)).toBe(true);
  });

  it('mask.widen grows by a fraction of the longer side', () => {
    const wide = maskOps['mask.widen']({ mask: dotted([20, 15]) }, { fraction: 0.1 });
    expect(wide).toEqual(growMask(dotted([20, 15]), 4));
    expect(at(wide, 24, 15)).toBe(255);
  });
  it('give the same result in tiles as for the whole mask', () => {
    const large = { width: 700, height: 300, data: new Uint8Array(210_000) };
    drawLine(large, { points: [90, 60, 610, 210, 300, 20], radius: 30 }, 255);
    drawLine(large, { points: [650, 280], radius: 9 }, 90);
    const disc = Array.from({ length: 49 }, (_, i) => [(i % 7) - 3, Math.floor(i / 7) - 3] as const);
    const reach = disc.filter(([x, y]) => Math.hypot(x, y) <= 3).map(([x, y]) => y * large.width + x);
    expect(growMask(large, 3).data).toEqual(
      large.data.map((value, i) => (reach.some((by) => large.data[i + by]! >= 128) ? 255 : value)),
    );
    const plane = { ...large, data: Float32Array.from(large.data, (value) => value / 255) };
    for (const by of [5, 18]) {
      const whole = gaussianBlur(plane, by / 2).data;
      const found = featherMask(large, by).data;
      expect(found.every((value, i) => Math.abs(value - 255 * whole[i]!) <= 1)).toBe(true);
    }
  });
  it('shrinkMask reverses growMask away from the border', () => {
    const box = empty();
    drawOutline(box, [10, 10, 25, 10, 25, 20, 10, 20], 255);
    expect(shrinkMask(growMask(box, 3), 3).data).toEqual(box.data);
    expect(area(shrinkMask(box, 6))).toBe(0);
  });
  it('featherMask softens the edge and leaves distant pixels unchanged', () => {
    const box = empty();
    drawOutline(box, [10, 0, 40, 0, 40, 30, 10, 30], 255);
    const soft = featherMask(box, 4);
    expect(at(soft, 1, 15)).toBe(0);
    expect(at(soft, 39, 15)).toBe(255);
    expect(at(soft, 9, 15)! + at(soft, 10, 15)!).toBeCloseTo(255, -1);
    const row = Array.from({ length: 20 }, (_, x) => at(soft, x, 15)!);
    expect([...row].sort((a, b) => a - b)).toEqual(row);
  });
  it('complementMask is its own inverse', () => {
    const soft = featherMask(dotted([4, 5], [20, 9]), 3);
    expect(complementMask(complementMask(soft))).toEqual(soft);
    expect(coverage(soft) + coverage(complementMask(soft))).toBeCloseTo(1, 10);
  });
  it('resizeSoftMask keeps the selected fraction', () => {
    const box = empty();
    drawOutline(box, [4, 3, 31, 3, 31, 22, 4, 22], 255);
    for (const size of [
      { width: 20, height: 15 },
      { width: 13, height: 11 },
      { width: 95, height: 61 },
    ])
      expect(coverage(resizeSoftMask(box, size))).toBeCloseTo(coverage(box), 1);
  });
  it('resizeSoftMask holds no copy of a large mask', () => {
    const large = { width: 4000, height: 3000, data: new Uint8Array(12e6) };
    const before = process.memoryUsage().arrayBuffers;
    resizeSoftMask(large, { width: 400, height: 300 });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(12e6);
  });
});

describe('pictureToMask and removeIslands', () => {
  const pictureOf = (mask: Mask, alpha = 255) => {
    const data = new Uint8ClampedArray(4 * mask.data.length);
    for (const [i, value] of mask.data.entries()) data.set([value, value, value, alpha], 4 * i);
    return { width: mask.width, height: mask.height, data };
  };
  it('pictureToMask keeps every value of a grey picture', () => {
    const mask = { ...SIZE, data: Uint8Array.from({ length: 1200 }, (_, i) => i % 256) };
    expect(pictureToMask(pictureOf(mask), SIZE).data).toEqual(mask.data);
  });
  it('pictureToMask does not select transparent pixels', () => {
    const white = { ...SIZE, data: new Uint8Array(1200).fill(255) };
    expect(area(pictureToMask(pictureOf(white, 0), SIZE))).toBe(0);
  });
  it('pictureToMask keeps a binary picture binary at another size', () => {
    const mask = dotted([20, 15], [21, 15], [20, 16], [21, 16]);
    const larger = pictureToMask(pictureOf(mask), { width: 80, height: 60 });
    expect([...new Set(larger.data)].sort((a, b) => a - b)).toEqual([0, 255]);
    expect(area(larger)).toBe(16);
  });
  it('removeIslands removes small components', () => {
    const mask = empty();
    drawOutline(mask, [2, 2, 32, 2, 32, 22, 2, 22], 255);
    mask.data[28 * SIZE.width + 38] = 255;
    const clean = removeIslands(mask, 0.01);
    expect(area(clean)).toBe(600);
    expect(removeIslands(empty(), 0.01).data).toEqual(empty().data);
  });
});
