import type { Plane } from '../../types.ts';

/** Larger jumps (0..1) are edges of the picture and carry no information about blocks. */
const MAX_JUMP = 0.06;
/** A grid exists if the mean squared jump at one of the eight offsets exceeds the median offset by this factor. */
const MIN_GRID_RATIO = 1.18;
/** Shortest row or column, in pixels, in which a grid is measured. */
const MIN_LENGTH_PX = 24;

/**
 * Variance of the quantisation error of JPEG's 8 × 8 blocks in a plane (0..1), estimated from larger jumps at every eighth
 * pixel; 0 without blocks. The grid may start at any offset.
 */
export function blockNoise(plane: Plane): number {
  const across = excessAtGrid(plane, 1, plane.width);
  const down = excessAtGrid(plane, plane.width, plane.height);
  // Require a grid in both directions; a fence shows only one.
  return Math.min(across, down) === 0 ? 0 : (across + down) / 4;
}

/** Mean squared jump at the grid minus the median over all offsets; 0 if no offset stands out. `step` is 1 or the row length. */
function excessAtGrid({ width, height, data }: Plane, step: number, length: number): number {
  if (length < MIN_LENGTH_PX) return 0;
  const sums = new Float64Array(8);
  const counts = new Float64Array(8);
  const stride = Math.max(1, Math.floor((width * height) / 1_000_000));
  for (let y = step === 1 ? 0 : 1; y < (step === 1 ? height : height - 2); y += step === 1 ? stride : 1) {
    for (let x = step === 1 ? 1 : 0; x < (step === 1 ? width - 2 : width); x += step === 1 ? 1 : stride) {
      const i = y * width + x;
      const jump = 1.5 * (data[i + step]! - data[i]!) - 0.5 * (data[i + 2 * step]! - data[i - step]!);
      if (Math.abs(jump) > MAX_JUMP) continue;
      const offset = (step === 1 ? x : y) & 7;
      sums[offset] = sums[offset]! + jump * jump;
      counts[offset] = counts[offset]! + 1;
    }
  }
  const means = Array.from(sums, (sum, i) => sum / Math.max(1, counts[i]!)).sort((a, b) => b - a);
  const [largest, median] = [means[0]!, means[4]!];
  return largest > MIN_GRID_RATIO * median ? largest - median : 0;
}
