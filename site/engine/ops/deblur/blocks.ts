import type { Plane } from '../../types.ts';

/** Bends of more than this are edges of the picture, and say nothing about its blocks. */
const MAX_JUMP = 0.06;

/**
 * Variance of the error that JPEG's blocks of 8 × 8 left in a plane (0..1), from how much more it jumps at every eighth
 * place than between; 0 where there are no blocks. The grid may begin anywhere.
 */
export function blockNoise(plane: Plane): number {
  const across = excessAtGrid(plane, 1, plane.width);
  const down = excessAtGrid(plane, plane.width, plane.height);
  // Both directions must show a grid; a fence shows only one.
  return Math.min(across, down) === 0 ? 0 : (across + down) / 4;
}

/** Mean square of the jump at the grid minus that far from it; 0 where no place of eight stands out. */
function excessAtGrid({ width, height, data }: Plane, step: number, length: number): number {
  if (length < 24) return 0;
  const sums = new Float64Array(8);
  const counts = new Float64Array(8);
  const stride = Math.max(1, Math.floor((width * height) / 1_000_000));
  for (let y = step === 1 ? 0 : 1; y < (step === 1 ? height : height - 2); y += step === 1 ? stride : 1) {
    for (let x = step === 1 ? 1 : 0; x < (step === 1 ? width - 2 : width); x += step === 1 ? 1 : stride) {
      const i = y * width + x;
      const jump = 1.5 * (data[i + step]! - data[i]!) - 0.5 * (data[i + 2 * step]! - data[i - step]!);
      if (Math.abs(jump) > MAX_JUMP) continue;
      const place = (step === 1 ? x : y) & 7;
      sums[place] = sums[place]! + jump * jump;
      counts[place] = counts[place]! + 1;
    }
  }
  const means = Array.from(sums, (sum, i) => sum / Math.max(1, counts[i]!)).sort((a, b) => b - a);
  // The places beside the grid share in its jump; in a picture without blocks no place leaves the middle by so much.
  const [most, middle] = [means[0]!, means[4]!];
  return most > 1.18 * middle ? most - middle : 0;
}
