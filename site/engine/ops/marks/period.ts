import type { Mask, Plane, Size } from '../../types.ts';
import { localMax } from '../filter/range.ts';
import { labelComponents } from '../matte/components.ts';
import { gradients, repeatedSteps, sumsOf } from './lattice.ts';

/** Deviations that a mean over all repetitions must be from nothing. */
const APART = 4;

/** Least area of a mark in pixels, and gaps in it that are closed. */
const LEAST_AREA = 12;
const GAP = 2;

/**
 * Marks that repeat across a picture (luma, 0..1), as a mask; null where none do: gradients averaged over all sums of
 * their steps keep the marks and lose the picture. Yields its share done.
 */
export function* findRepeated(luma: Plane): Generator<number, Mask | null> {
  const steps = yield* repeatedSteps(luma);
  if (!steps) return null;
  const [across, down] = [gradients(luma, 1), gradients(luma, luma.width)];
  const shifts = sumsOf(steps, luma);
  const chosen = new Uint8Array(luma.data.length);
  let squares = 0;
  for (let i = 0; i < across.length; i++) squares += across[i]! ** 2 + down[i]! ** 2;
  const deviation = Math.sqrt(squares / (2 * across.length));
  const { width, height } = luma;
  for (let y = 0; y < height; y++) {
    if (y % 64 === 0) yield 0.5 + (0.5 * y) / height;
    for (let x = 0; x < width; x++) {
      let sumAcross = 0;
      let sumDown = 0;
      let count = 0;
      for (const { dx, dy } of shifts) {
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
        sumAcross += across[(y + dy) * width + x + dx]!;
        sumDown += down[(y + dy) * width + x + dx]!;
        count++;
      }
      if (count >= 4 && Math.hypot(sumAcross, sumDown) > APART * deviation * Math.sqrt(count))
        chosen[y * width + x] = 1;
    }
  }
  return cleaned(chosen, luma);
}

function cleaned(chosen: Uint8Array, { width, height }: Size): Mask | null {
  const plane = { width, height, data: Float32Array.from(chosen) };
  const wide = localMax(plane, GAP).data;
  const mask: Mask = { width, height, data: Uint8Array.from(wide, (value) => (value > 0 ? 255 : 0)) };
  const { labels, areas } = labelComponents(mask);
  const least = LEAST_AREA + (2 * GAP + 1) ** 2;
  for (let i = 0; i < mask.data.length; i++) if (areas[labels[i]!]! < least) mask.data[i] = 0;
  return mask.data.includes(255) ? mask : null;
}
