import { describe, expect, it } from 'vitest';
import { eachPixelOf, splitIntoRegions } from '../../../../../../site/engine/ops/fill/regions.ts';
import { maskOf } from './holes.ts';

describe('splitIntoRegions', () => {
  it('groups holes that are close and separates distant ones', () => {
    const size = { width: 400, height: 300 };
    const near = maskOf(size, (x, y) => y >= 100 && y < 110 && ((x >= 50 && x < 60) || (x >= 70 && x < 80)));
    expect(splitIntoRegions(near).map(({ hole, depth }) => ({ hole, depth }))).toEqual([
      { hole: { x: 50, y: 100, width: 30, height: 10 }, depth: 5 },
    ]);
    const far = maskOf(size, (x, y) => (x < 5 && y < 5) || (x > 390 && y > 290));
    expect(splitIntoRegions(far).map(({ hole }) => hole)).toEqual([
      { x: 0, y: 0, width: 5, height: 5 },
      { x: 391, y: 291, width: 9, height: 9 },
    ]);
  });
  it('leaves a hole that lies in the bounding box of another one to itself', () => {
    const size = { width: 500, height: 400 };
    const isScratch = (x: number, y: number) => x < 2 || y > 397;
    const isDisc = (x: number, y: number) => Math.hypot(x - 300, y - 150) < 80;
    const mask = maskOf(size, (x, y) => isScratch(x, y) || isDisc(x, y));
    const owners = new Uint8Array(mask.data.length);
    for (const region of splitIntoRegions(mask)) {
      const isOfDisc = region.depth > 70;
      expect(region.depth).toBeLessThan(isOfDisc ? 82 : 3);
      eachPixelOf(region, (x, y) => {
        if (mask.data[y * size.width + x] === 0) return;
        expect(isOfDisc).toBe(isDisc(x, y));
        owners[y * size.width + x]! += 1;
      });
    }
    expect([...owners]).toEqual([...mask.data].map((value) => value / 255));
  });
  it('splits long thin holes into blocks and keeps thick ones whole', () => {
    const size = { width: 900, height: 400 };
    const covered = (pieces: ReturnType<typeof splitIntoRegions>) =>
      pieces.reduce((sum, { hole }) => sum + hole.width * hole.height, 0);
    const cable = splitIntoRegions(maskOf(size, (_, y) => y >= 200 && y < 210));
    expect(cable.length).toBe(5);
    expect(covered(cable)).toBe(9000);
    expect(splitIntoRegions(maskOf(size, (x, y) => x > 100 && x < 700 && y > 50 && y < 350))).toHaveLength(1);
  });
});
