import type { Pixels } from '../../types.ts';
import { type Oklab, type Rgb, toOklab } from '../color/oklab.ts';

export type PaletteColour = { readonly rgb: Rgb; readonly lab: Oklab };

/** Pixels of about the same colour: their mean and their number. */
export type Sample = PaletteColour & { readonly count: number };

/** Classes of pixels: not visible; visible at an edge; opaque with neighbours of about the same colour. */
export const CLEAR = 0;
export const EDGE = 1;
export const INNER = 2;

/** Less opaque pixels are not traced. */
export const MIN_VISIBLE_ALPHA = 128;

const MIN_OPAQUE_ALPHA = 250;

/** Largest difference of a channel (0..255) from a neighbour within an area. */
const MAX_CHANNEL_DIFFERENCE = 12;

/** The class of each pixel. */
export function classesOf({ width, height, data }: Pixels): Uint8Array {
  const classes = new Uint8Array(width * height);
  const continues = (at: number, other: number) =>
    data[other + 3]! >= MIN_OPAQUE_ALPHA &&
    Math.abs(data[at]! - data[other]!) <= MAX_CHANNEL_DIFFERENCE &&
    Math.abs(data[at + 1]! - data[other + 1]!) <= MAX_CHANNEL_DIFFERENCE &&
    Math.abs(data[at + 2]! - data[other + 2]!) <= MAX_CHANNEL_DIFFERENCE;
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const at = 4 * i;
      if (data[at + 3]! < MIN_VISIBLE_ALPHA) continue;
      const isInner =
        data[at + 3]! >= MIN_OPAQUE_ALPHA &&
        x > 0 &&
        y > 0 &&
        x < width - 1 &&
        y < height - 1 &&
        continues(at, at - 4) &&
        continues(at, at + 4) &&
        continues(at, at - 4 * width) &&
        continues(at, at + 4 * width);
      classes[i] = isInner ? INNER : EDGE;
    }
  return classes;
}

/** The bin of a pixel's colour, of five bits per channel. */
const binOf = (data: Uint8ClampedArray, i: number): number =>
  ((data[4 * i]! >> 3) << 10) | ((data[4 * i + 1]! >> 3) << 5) | (data[4 * i + 2]! >> 3);

/** The colours of the pixels that `isCounted` accepts, in bins. */
export function samplesOf({ data }: Pixels, isCounted: (i: number) => boolean): readonly Sample[] {
  const sums = new Map<number, { count: number; red: number; green: number; blue: number }>();
  for (let i = 0; 4 * i < data.length; i++) {
    if (!isCounted(i)) continue;
    const bin = binOf(data, i);
    const sum = sums.get(bin) ?? { count: 0, red: 0, green: 0, blue: 0 };
    sum.count++;
    sum.red += data[4 * i]!;
    sum.green += data[4 * i + 1]!;
    sum.blue += data[4 * i + 2]!;
    sums.set(bin, sum);
  }
  return [...sums.values()].map(({ count, red, green, blue }) => {
    const rgb: Rgb = [red / count / 255, green / count / 255, blue / count / 255];
    return { rgb, lab: toOklab(rgb), count };
  });
}
