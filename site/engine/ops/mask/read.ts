import type { Mask, Pixels, Size } from '../../types.ts';
import { labelComponents } from '../matte/components.ts';
import { fittedMask } from './change.ts';

/** A mask from a picture: white chooses, black and clear do not. A picture of two values stays one at any size. */
export function maskOfPicture({ width, height, data }: Pixels, size: Size): Mask {
  const grey = new Uint8Array(width * height);
  let between = false;
  for (let i = 0, at = 0; i < grey.length; i++, at += 4) {
    const light = 0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!;
    const value = Math.round((light * data[at + 3]!) / 255);
    grey[i] = value;
    between ||= value > 0 && value < 255;
  }
  const fitted = fittedMask({ width, height, data: grey }, size);
  return between ? fitted : halved(fitted);
}

const halved = (mask: Mask): Mask => ({ ...mask, data: mask.data.map((value) => (value >= 128 ? 255 : 0)) });

/** A mask of 0 and 255 at another size, its edge where it was. */
export const resizedMask = (mask: Mask, size: Size): Mask => halved(fittedMask(mask, size));

/** A mask without parts that are smaller than `share` of its largest one. */
export function withoutIslands(mask: Mask, share: number): Mask {
  const { labels, areas } = labelComponents(mask);
  const least = share * areas.reduce((most, area) => Math.max(most, area), 0);
  return { ...mask, data: mask.data.map((value, i) => (areas[labels[i]!]! < least ? 0 : value)) };
}
