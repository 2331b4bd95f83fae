import type { Plane } from '../../types.ts';

/** Length of the line along which a scratch must be seen, and in how many directions. */
const LENGTH = 24;
export const DIRECTIONS = 16;

/** Pixels that are repeated beyond the border. */
const RIM = 16;

/** What lines through each pixel say. */
export type Lines = {
  /** The greatest of the means along short lines in all directions. */
  readonly means: Float32Array;
  /** Where that line goes: multiples of 180° / `directions`. */
  readonly turns: Uint8Array;
};

/** Unit vector of a direction of `alongLines`. */
export function directionOf(turn: number): readonly [number, number] {
  const angle = (Math.PI * turn) / DIRECTIONS;
  return [Math.cos(angle), Math.sin(angle)];
}

/** Means along short lines through each pixel, of which the greatest counts. Yields its share done. */
export function* alongLines(plane: Plane): Generator<number, Lines> {
  const { width, height } = plane;
  const wide = width + 2 * RIM;
  const padded = repeated(plane);
  const means = new Float32Array(width * height).fill(Number.NEGATIVE_INFINITY);
  const turns = new Uint8Array(means.length);
  let [sums, next] = [new Float32Array(padded.length), new Float32Array(padded.length)];
  for (let turn = 0; turn < DIRECTIONS; turn++) {
    yield turn / DIRECTIONS;
    const [dx, dy] = directionOf(turn);
    const shift = (steps: number) => Math.round(steps * dy) * wide + Math.round(steps * dx);
    // Sums of 8 and of 16 pixels in a row grow out of sums of half as many.
    sums.set(padded);
    for (let count = 1; count < 8; count *= 2) {
      addShifted(next, sums, shift(count));
      [sums, next] = [next, sums];
    }
    addShifted(next, sums, shift(8));
    const [first, last] = [shift(-LENGTH / 2), shift(16 - LENGTH / 2)];
    for (let y = 0; y < height; y++) {
      const row = (y + RIM) * wide + RIM;
      for (let x = 0; x < width; x++) {
        const at = row + x;
        const mean = (next[at + first]! + sums[at + last]!) / LENGTH;
        const i = y * width + x;
        if (mean <= means[i]!) continue;
        means[i] = mean;
        turns[i] = turn;
      }
    }
  }
  return { means, turns };
}

function addShifted(out: Float32Array, values: Float32Array, shift: number): void {
  for (let i = Math.max(0, -shift); i < Math.min(out.length, out.length - shift); i++)
    out[i] = values[i]! + values[i + shift]!;
}

/** The plane with its border repeated around it. */
function repeated({ width, height, data }: Plane): Float32Array {
  const wide = width + 2 * RIM;
  const out = new Float32Array(wide * (height + 2 * RIM));
  for (let y = 0; y < height + 2 * RIM; y++) {
    const from = Math.min(height - 1, Math.max(0, y - RIM)) * width;
    out.set(data.subarray(from, from + width), y * wide + RIM);
    out.fill(data[from]!, y * wide, y * wide + RIM);
    out.fill(data[from + width - 1]!, y * wide + RIM + width, (y + 1) * wide);
  }
  return out;
}
