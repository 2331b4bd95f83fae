import type { Box, Mask, Pixels, Plane } from '../../types.ts';
import { labelComponents } from '../matte/components.ts';
import type { Patch } from './overlay.ts';

/** Side of the cells in which marks are looked for: those nearer than that to each other are one. */
const CELL = 32;

/** Longest side of a part that is looked at at once. */
const LONGEST = 384;

/** Picture around a mark that tells what lies below. */
export const MARGIN = 16;

/** A picture, where marks may be, and how likely each pixel is drawn over it (0..1), where a network told. */
export type Marked = { readonly picture: Pixels; readonly mask: Mask; readonly drawn?: Plane | undefined };

/** Groups of chosen pixels, cut into parts that are not too large. */
export function boxesOf({ width, height, data }: Mask, longest = LONGEST): readonly Box[] {
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const cells = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (data[y * width + x]! > 0) cells[Math.floor(y / CELL) * columns + Math.floor(x / CELL)] = 255;
  const { labels, areas } = labelComponents({ width: columns, height: rows, data: cells });
  const bounds = areas.map(() => ({ left: columns, top: rows, right: 0, bottom: 0 }));
  for (let i = 0; i < labels.length; i++) {
    const bound = bounds[labels[i]!]!;
    const [x, y] = [i % columns, Math.floor(i / columns)];
    bound.left = Math.min(bound.left, x);
    bound.top = Math.min(bound.top, y);
    bound.right = Math.max(bound.right, x + 1);
    bound.bottom = Math.max(bound.bottom, y + 1);
  }
  return bounds.slice(1).flatMap(({ left, top, right, bottom }) => {
    const box = { x: left * CELL, y: top * CELL, width: (right - left) * CELL, height: (bottom - top) * CELL };
    const inside = { width: Math.min(box.width, width - box.x), height: Math.min(box.height, height - box.y) };
    return [...tiles({ ...box, ...inside }, longest)];
  });
}

function* tiles(box: Box, longest: number): Generator<Box> {
  for (let y = box.y; y < box.y + box.height; y += longest)
    for (let x = box.x; x < box.x + box.width; x += longest)
      yield {
        x,
        y,
        width: Math.min(longest, box.x + box.width - x),
        height: Math.min(longest, box.y + box.height - y),
      };
}

export function grown(box: Box, size: { readonly width: number; readonly height: number }, by: number): Box {
  const x = Math.max(0, box.x - by);
  const y = Math.max(0, box.y - by);
  return {
    x,
    y,
    width: Math.min(size.width, box.x + box.width + by) - x,
    height: Math.min(size.height, box.y + box.height + by) - y,
  };
}

/** Red, green and blue of the picture in a box, 0..1. */
export function planesIn(picture: Pixels, { x, y, width, height }: Box): Patch['planes'] {
  const planes = [0, 1, 2].map(() => new Float32Array(width * height));
  for (let i = 0; i < width * height; i++) {
    const from = (y + Math.floor(i / width)) * picture.width + x + (i % width);
    for (let channel = 0; channel < 3; channel++) planes[channel]![i] = picture.data[4 * from + channel]! / 255;
  }
  return planes;
}

export function patchOf(picture: Pixels, { width: stride, data }: Mask, box: Box): Patch {
  const { x, y, width, height } = box;
  const mask = new Uint8Array(width * height);
  for (let i = 0; i < mask.length; i++)
    mask[i] = data[(y + Math.floor(i / width)) * stride + x + (i % width)]! > 127 ? 1 : 0;
  return { width, height, planes: planesIn(picture, box), mask };
}

export function cutPlane({ width: stride, data }: Plane, { x, y, width, height }: Box): Float32Array {
  const out = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * stride + x;
    out.set(data.subarray(from, from + width), row * width);
  }
  return out;
}

export function patchIn({ picture, drawn }: Marked, box: Box, mask: Uint8Array): Patch {
  const { width, height } = box;
  return { width, height, planes: planesIn(picture, box), mask, drawn: drawn ? cutPlane(drawn, box) : null };
}
