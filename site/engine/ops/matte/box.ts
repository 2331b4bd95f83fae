import { stop } from '../../errors.ts';
import type { Box, Pixels, Plane, Size } from '../../types.ts';
import { mirror } from '../planes.ts';

/** Alpha from which a pixel counts as part of the subject; faint haze does not. */
const MIN_VISIBLE_ALPHA = 0.06;

export type BoxOptions = {
  /** Margin around the box, as a fraction of its longer side. */
  readonly margin: number;
  /** Minimum matte value of the subject, 0..1. Default: everything except haze. */
  readonly level?: number;
};

/** Bounding box of the subject of a matte (0..1); null if the matte is empty. */
export function subjectBox(
  { width, height, data }: Plane,
  { margin, level = MIN_VISIBLE_ALPHA }: BoxOptions,
): Box | null {
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (data[i]! < level) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  if (right < 0) return null;
  const border = Math.round(margin * Math.max(right - left + 1, bottom - top + 1));
  return {
    x: left - border,
    y: top - border,
    width: right - left + 1 + 2 * border,
    height: bottom - top + 1 + 2 * border,
  };
}

/** Clips a box to a picture. */
export function clipBox(box: Box, { width, height }: Size): Box {
  const x = Math.min(Math.max(box.x, 0), width - 1);
  const y = Math.min(Math.max(box.y, 0), height - 1);
  return {
    x,
    y,
    width: Math.max(1, Math.min(box.x + box.width, width) - x),
    height: Math.max(1, Math.min(box.y + box.height, height) - y),
  };
}

/** In square pixels. */
export const areaOf = ({ width, height }: Size): number => width * height;

/** Area of the intersection of two boxes, in square pixels. */
export function intersectionArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** Intersection over union of two boxes, 0..1. */
export function intersectionOverUnion(a: Box, b: Box): number {
  const both = intersectionArea(a, b);
  return both / (areaOf(a) + areaOf(b) - both);
}

/** Cuts a box out of a picture; beyond the border it is transparent or mirrored. */
export function cutBox(picture: Pixels, box: Box, beyond: 'clear' | 'mirror'): Pixels {
  const { width, height } = box;
  const out = new Uint8ClampedArray(width * height * 4);
  const source = new Uint32Array(picture.data.buffer, picture.data.byteOffset, picture.width * picture.height);
  const target = new Uint32Array(out.buffer);
  for (let y = 0; y < height; y++) {
    const row = beyond === 'mirror' ? mirror(box.y + y, picture.height) : box.y + y;
    if (row < 0 || row >= picture.height) continue;
    for (let x = 0; x < width; x++) {
      const column = beyond === 'mirror' ? mirror(box.x + x, picture.width) : box.x + x;
      if (column >= 0 && column < picture.width) target[y * width + x] = source[row * picture.width + column]!;
    }
  }
  return { width, height, data: out };
}

/** Bounding box of a subject; stops the job with `job.nothingFound` if there is none. */
export const boxOrStop = (matte: Plane, options: BoxOptions): Box =>
  subjectBox(matte, options) ?? stop({ code: 'job.nothingFound' });
