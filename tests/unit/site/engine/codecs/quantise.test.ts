import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { concatBytes } from '../../../../../site/engine/codecs/bytes.ts';
import { pngChunks } from '../../../../../site/engine/codecs/containers.ts';
import { encodeIndexedPng } from '../../../../../site/engine/codecs/png-indexed.ts';
import { type IndexedPicture, quantise } from '../../../../../site/engine/codecs/quantise.ts';
import { pixelsOf } from '../../../../../site/engine/ops/planes.ts';
import type { Pixels } from '../../../../../site/engine/types.ts';
import { deadLeaves } from '../../../../quality/scenes.ts';

const SIZE = { width: 96, height: 64 } as const;
const scene = pixelsOf(deadLeaves(SIZE, 4));
/** Three flat colours, one of them translucent, beside clear pixels of random colours. */
const flat: Pixels = {
  ...SIZE,
  data: Uint8ClampedArray.from({ length: 96 * 64 * 4 }, (_, i) => {
    const column = Math.floor((i % (96 * 4)) / 96);
    return [
      [200, 30, 30, 255],
      [10, 90, 200, 255],
      [0, 0, 0, 120],
      [250, 250, 250, 255],
    ][column]![i % 4]!;
  }),
};

const coloursOf = ({ indices, palette }: IndexedPicture): Uint8ClampedArray =>
  Uint8ClampedArray.from([...indices].flatMap((index) => palette[index]!));

/** Mean absolute difference of 8 × 8 means, 0..255: what remains of an error that dithering spreads. */
function meanError(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let sum = 0;
  let cells = 0;
  for (let top = 0; top < 64; top += 8)
    for (let left = 0; left < 96; left += 8)
      for (let c = 0; c < 3; c++) {
        let difference = 0;
        for (let i = 0; i < 64; i++) {
          const at = 4 * ((top + (i >> 3)) * 96 + left + (i & 7)) + c;
          difference += a[at]! - b[at]!;
        }
        sum += Math.abs(difference / 64);
        cells++;
      }
  return sum / cells;
}

describe('quantise', () => {
  it('keeps pictures of few colours exactly, also translucent ones', () => {
    const reduced = quantise(flat, 4);
    expect(reduced.palette).toHaveLength(4);
    expect(coloursOf(reduced)).toEqual(flat.data);
  });

  it.each([256, 64, 16])('keeps the mean colours of a picture in %i colours', (count) => {
    const reduced = quantise(scene, count);
    expect(reduced.palette.length).toBeLessThanOrEqual(count);
    expect(Math.max(...reduced.indices)).toBeLessThan(reduced.palette.length);
    expect(meanError(coloursOf(reduced), scene.data)).toBeLessThan(4);
  });

  it('is closer with more colours', () => {
    const errors = [8, 64, 256].map((count) => {
      const colours = coloursOf(quantise(scene, count));
      return colours.reduce((sum, value, i) => sum + (value - scene.data[i]!) ** 2, 0);
    });
    expect(errors).toEqual(errors.toSorted((a, b) => b - a));
  });
});

describe('encodeIndexedPng', () => {
  it('writes a palette, its transparency, and an index for each pixel', async () => {
    const bytes = new Uint8Array(await (await encodeIndexedPng(flat, 16)).arrayBuffer());
    const content = (name: string) =>
      concatBytes(
        pngChunks(bytes)
          .filter((chunk) => chunk.name === name)
          .map(({ from, to }) => bytes.subarray(from, to)),
      );
    expect([...content('IHDR').subarray(8, 10)]).toEqual([8, 3]);
    const [palette, alpha] = [content('PLTE'), content('tRNS')];
    const rows = inflateSync(content('IDAT'));
    expect(rows).toHaveLength(64 * 97);
    const pixel = (x: number, y: number) => {
      const index = rows[y * 97 + 1 + x]!;
      return [...palette.subarray(3 * index, 3 * index + 3), alpha[index]];
    };
    expect([pixel(0, 0), pixel(30, 9), pixel(50, 63), pixel(95, 1)]).toEqual([
      [200, 30, 30, 255],
      [10, 90, 200, 255],
      [0, 0, 0, 120],
      [250, 250, 250, 255],
    ]);
  });
});
