import type { Planes } from '../../types.ts';

/** Side of the blocks in which noise is measured, in pixels. */
const BLOCK = 16;

/** Share of the blocks that are flat enough for noise to be all that is in them. */
const FLAT = 0.2;

/**
 * Noise is about the same in all flat blocks: of noise alone, those of `FLAT` have no more than so many times that of a
 * smaller share. Where they do there is texture in them, as in a picture of gravel and leaves.
 */
const SAME = { share: 0.04, times: 1.2 } as const;

/**
 * Deviation of the noise in RGB of 0..1, in 0..255: Immerkær 1996, "Fast noise variance estimation", whose mask leaves
 * nothing of smooth shading, in the flattest blocks; texture is no noise. Blocks that are clipped to black or white hide
 * their noise. Yields its share done.
 */
export function* measuredNoise({ width, height, planes }: Planes): Generator<number, number> {
  let total = 0;
  for (const [index, plane] of planes.entries()) {
    const levels: number[] = [];
    const hidden: number[] = [];
    for (let top = 1; top + BLOCK < height; top += BLOCK) {
      yield (index + top / height) / planes.length;
      for (let left = 1; left + BLOCK < width; left += BLOCK) {
        let sum = 0;
        let clipped = 0;
        for (let y = top; y < top + BLOCK; y++)
          for (let x = left; x < left + BLOCK; x++) {
            const i = y * width + x;
            const corners =
              plane[i - width - 1]! + plane[i - width + 1]! + plane[i + width - 1]! + plane[i + width + 1]!;
            const sides = plane[i - width]! + plane[i + width]! + plane[i - 1]! + plane[i + 1]!;
            sum += Math.abs(corners - 2 * sides + 4 * plane[i]!);
            if (plane[i]! <= 0.004 || plane[i]! >= 0.996) clipped++;
          }
        (clipped < 0.1 * BLOCK * BLOCK ? levels : hidden).push((Math.sqrt(Math.PI / 2) / 6) * (sum / BLOCK ** 2));
      }
    }
    // Where every block is clipped, as in strong noise on paper, a part of the noise is still seen.
    const seen = (levels.length > 0 ? levels : hidden).sort((a, b) => a - b);
    const level = (share: number) => seen[Math.floor(share * (seen.length - 1))] ?? 0;
    total += Math.min(level(FLAT), SAME.times * level(SAME.share));
  }
  return (255 * total) / planes.length;
}
