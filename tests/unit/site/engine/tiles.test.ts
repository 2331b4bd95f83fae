import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeTile, planTiles } from '../../../../site/engine/tiles.ts';

const shapes = fc.record({
  width: fc.integer({ min: 1, max: 160 }),
  height: fc.integer({ min: 1, max: 90 }),
  side: fc.integer({ min: 1, max: 60 }),
  overlap: fc.integer({ min: 0, max: 9 }),
  scale: fc.constantFrom(1, 2, 4),
});

describe('tiles', () => {
  it('reproduce the input exactly if nothing is changed', () => {
    fc.assert(
      fc.property(shapes, ({ width, height, side, overlap, scale }) => {
        const picture = Float32Array.from({ length: width * height }, (_, i) => Math.fround(Math.sin(i * 1.7)));
        const whole = new Float32Array(width * height * scale * scale).fill(Number.NaN);
        for (const tile of planTiles({ width, height }, { side, overlap })) {
          const { fed } = tile;
          const result = new Float32Array(fed.width * fed.height * scale * scale);
          for (let i = 0; i < result.length; i++) {
            const x = fed.x + Math.floor((i % (fed.width * scale)) / scale);
            const y = fed.y + Math.floor(Math.floor(i / (fed.width * scale)) / scale);
            result[i] = picture[y * width + x] as number;
          }
          placeTile(
            { data: whole, width: width * scale, stride: 1, offset: 0 },
            { data: result, width: fed.width * scale, stride: 1, offset: 0 },
            { tile, scale },
          );
        }
        return whole.every((value, i) => {
          const x = Math.floor((i % (width * scale)) / scale);
          const y = Math.floor(Math.floor(i / (width * scale)) / scale);
          return value === picture[y * width + x];
        });
      }),
      { numRuns: 60 },
    );
  });

  it('ignore pixels near the borders of tiles, where a network lacks context', () => {
    fc.assert(
      fc.property(shapes, ({ width, height, side, overlap }) => {
        const minOverlap = Math.floor((3 * overlap) / 4);
        return planTiles({ width, height }, { side, overlap }).every(({ fed, used }) => {
          const left = fed.x === 0 || used.x - fed.x >= minOverlap;
          const right = fed.x + fed.width === width || fed.x + fed.width - used.x - used.width >= minOverlap;
          const top = fed.y === 0 || used.y - fed.y >= minOverlap;
          const bottom = fed.y + fed.height === height || fed.y + fed.height - used.y - used.height >= minOverlap;
          return left && right && top && bottom;
        });
      }),
    );
  });

  it('have one size', () => {
    const tiles = planTiles({ width: 1000, height: 700 }, { side: 192, overlap: 12 });
    expect(new Set(tiles.map(({ fed }) => `${fed.width} × ${fed.height}`))).toEqual(new Set(['192 × 192']));
    expect(tiles).toHaveLength(6 * 5);
  });

  it('are blended without a step where they differ', () => {
    const width = 200;
    const whole = new Float32Array(width);
    const tiles = planTiles({ width, height: 1 }, { side: 64, overlap: 16 });
    for (const [index, tile] of tiles.entries()) {
      const result = new Float32Array(tile.fed.width).fill(index);
      placeTile(
        { data: whole, width, stride: 1, offset: 0 },
        { data: result, width: tile.fed.width, stride: 1, offset: 0 },
        { tile, scale: 1 },
      );
    }
    const steps = whole.slice(1).map((value, i) => value - (whole[i] as number));
    expect(Math.max(...steps)).toBeLessThan(0.13);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
    expect(whole[width - 1]).toBe(tiles.length - 1);
  });

  it('write one channel of interleaved bytes and leave the others', () => {
    const [tile] = planTiles({ width: 2, height: 1 }, { side: 8, overlap: 2 });
    const whole = new Uint8ClampedArray(8);
    const target = { data: whole, width: 2, stride: 4, offset: 2 };
    if (tile)
      placeTile(target, { data: Float32Array.of(300, 9.6), width: 2, stride: 1, offset: 0 }, { tile, scale: 1 });
    expect([...whole]).toEqual([0, 0, 255, 0, 0, 0, 10, 0]);
  });
});
