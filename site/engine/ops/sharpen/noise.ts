import type { Plane } from '../../types.ts';

/**
 * Standard deviation of the noise of a plane, in its own range: Immerkær 1996, "Fast noise variance estimation", with
 * the median instead of the mean, so that edges and texture count little. Pictures under 3 × 3 give 0.
 */
export function noiseOf({ width, height, data }: Plane): number {
  if (width < 3 || height < 3) return 0;
  // At most about 200,000 places are looked at; evenly spread ones tell the same.
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 200_000)));
  const found: number[] = [];
  for (let y = 1; y < height - 1; y += step) {
    for (let x = 1; x < width - 1; x += step) {
      const i = y * width + x;
      const corners = data[i - width - 1]! + data[i - width + 1]! + data[i + width - 1]! + data[i + width + 1]!;
      const sides = data[i - 1]! + data[i + 1]! + data[i - width]! + data[i + width]!;
      found.push(Math.abs(corners - 2 * sides + 4 * data[i]!));
    }
  }
  found.sort((a, b) => a - b);
  // The operator multiplies the deviation by 6; the median of an absolute normal number is 0.6745 deviations.
  return found[found.length >> 1]! / (6 * 0.6745);
}
