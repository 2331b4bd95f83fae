import type { Planes } from '../../types.ts';
import { quantile } from '../scalars.ts';

/** Side of the blocks in which noise is measured, in pixels. */
const BLOCK_PX = 16;

/** Fraction of the blocks that is assumed to be flat, so that they contain noise only. */
const FLAT_FRACTION = 0.2;

/**
 * Noise has nearly the same level in all flat blocks. The level at `FLAT_FRACTION` may exceed that of the flattest blocks
 * (`fraction`) by `maxRatio`; beyond it the blocks contain texture, such as gravel or leaves.
 */
const FLATTEST = { fraction: 0.04, maxRatio: 1.2 } as const;

/** Pixels outside this range count as clipped, and a block with a larger fraction of them hides its noise. */
const CLIPPED = { min: 0.004, max: 0.996, maxFraction: 0.1 } as const;

/**
 * Estimates the standard deviation of the noise, 0..255, of a picture (RGB in 0..1): Immerkær 1996, "Fast noise variance
 * estimation", on the flattest blocks. Texture is excluded, and so are clipped blocks unless all of them are. Yields the
 * fraction done.
 */
export function* estimateNoise({ width, height, planes }: Planes): Generator<number, number> {
  let total = 0;
  for (const [index, plane] of planes.entries()) {
    const unclippedLevels: number[] = [];
    const clippedLevels: number[] = [];
    for (let top = 1; top + BLOCK_PX < height; top += BLOCK_PX) {
      yield (index + top / height) / planes.length;
      for (let left = 1; left + BLOCK_PX < width; left += BLOCK_PX) {
        let sum = 0;
        let clipped = 0;
        for (let y = top; y < top + BLOCK_PX; y++)
          for (let x = left; x < left + BLOCK_PX; x++) {
            const i = y * width + x;
            const corners =
              plane[i - width - 1]! + plane[i - width + 1]! + plane[i + width - 1]! + plane[i + width + 1]!;
            const sides = plane[i - width]! + plane[i + width]! + plane[i - 1]! + plane[i + 1]!;
            sum += Math.abs(corners - 2 * sides + 4 * plane[i]!);
            if (plane[i]! <= CLIPPED.min || plane[i]! >= CLIPPED.max) clipped++;
          }
        const level = (Math.sqrt(Math.PI / 2) / 6) * (sum / BLOCK_PX ** 2);
        (clipped < CLIPPED.maxFraction * BLOCK_PX * BLOCK_PX ? unclippedLevels : clippedLevels).push(level);
      }
    }
    // If every block is clipped, as in strong noise on paper, part of the noise is still visible.
    const levels = unclippedLevels.length > 0 ? unclippedLevels : clippedLevels;
    total += Math.min(quantile(levels, FLAT_FRACTION), FLATTEST.maxRatio * quantile(levels, FLATTEST.fraction));
  }
  return (255 * total) / planes.length;
}
