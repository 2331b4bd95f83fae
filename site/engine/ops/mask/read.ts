import type { Mask, Pixels, Size } from '../../types.ts';
import { labelComponents } from '../matte/components.ts';
import { resizeSoftMask } from './change.ts';

/** Converts a picture to a mask of a given size: white is selected, black and transparent are not. A binary picture stays binary. */
export function pictureToMask({ width, height, data }: Pixels, size: Size): Mask {
  const grey = new Uint8Array(width * height);
  let hasGrey = false;
  for (let i = 0, at = 0; i < grey.length; i++, at += 4) {
    const light = 0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!;
    const value = Math.round((light * data[at + 3]!) / 255);
    grey[i] = value;
    hasGrey ||= value > 0 && value < 255;
  }
  const resized = resizeSoftMask({ width, height, data: grey }, size);
  return hasGrey ? resized : binarise(resized);
}

/** Thresholds a mask at 128. */
const binarise = (mask: Mask): Mask => ({ ...mask, data: mask.data.map((value) => (value >= 128 ? 255 : 0)) });

/** Resizes a binary mask; the result is 0 or 255. */
export const resizeMask = (mask: Mask, size: Size): Mask => binarise(resizeSoftMask(mask, size));

/** Removes components smaller than a fraction (0..1) of the largest one. */
export function removeIslands(mask: Mask, fraction: number): Mask {
  const { labels, areas } = labelComponents(mask);
  const minArea = fraction * areas.reduce((max, area) => Math.max(max, area), 0);
  return { ...mask, data: mask.data.map((value, i) => (areas[labels[i]!]! < minArea ? 0 : value)) };
}
