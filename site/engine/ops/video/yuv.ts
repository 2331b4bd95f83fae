import type { Box, Size } from '../../types.ts';

/**
 * A frame or a part of one: 8 bits, luma first, then Cb and Cr at half the width and height (rounded up), as I420.
 * Marks are taken out in these numbers, so that what is not marked stays bit for bit what was decoded.
 */
export type Yuv = Size & { readonly data: Uint8Array<ArrayBuffer> };

/** One of the three planes of a `Yuv`; a view, not a copy. */
export type Channel = Size & { readonly data: Uint8Array<ArrayBuffer> };

/** Half of a side, as chroma has it. */
export const half = (side: number): number => (side + 1) >> 1;

export const yuvBytes = ({ width, height }: Size): number => width * height + 2 * half(width) * half(height);

export function emptyYuv({ width, height }: Size): Yuv {
  return { width, height, data: new Uint8Array(yuvBytes({ width, height })) };
}

/** The planes of a frame: Y, Cb, Cr. */
export function channelsOf({ width, height, data }: Yuv): readonly [Channel, Channel, Channel] {
  const [w, h] = [half(width), half(height)];
  const luma = width * height;
  const chroma = w * h;
  return [
    { width, height, data: data.subarray(0, luma) },
    { width: w, height: h, data: data.subarray(luma, luma + chroma) },
    { width: w, height: h, data: data.subarray(luma + chroma, luma + 2 * chroma) },
  ];
}

/** What is cut out of a frame. `valid` (luma's size) is 0 where the box reached beyond the frame. */
export type Crop = { readonly yuv: Yuv; readonly valid: Uint8Array<ArrayBuffer> };

/** Cuts out a box whose `x` and `y` are even; beyond the frame its border is repeated. */
export function cropYuv(frame: Yuv, box: Box): Crop {
  const yuv = emptyYuv(box);
  const [from, to] = [channelsOf(frame), channelsOf(yuv)];
  for (const [index, target] of to.entries()) {
    const source = from[index] as Channel;
    const scale = index === 0 ? 1 : 2;
    const [left, top] = [box.x / scale, box.y / scale];
    for (let y = 0; y < target.height; y++) {
      const row = clamp(top + y, source.height) * source.width;
      for (let x = 0; x < target.width; x++)
        target.data[y * target.width + x] = source.data[row + clamp(left + x, source.width)] as number;
    }
  }
  const valid = new Uint8Array(box.width * box.height);
  for (let y = 0; y < box.height; y++) {
    if (box.y + y < 0 || box.y + y >= frame.height) continue;
    const begin = Math.max(0, -box.x);
    const end = Math.min(box.width, frame.width - box.x);
    if (end > begin) valid.fill(1, y * box.width + begin, y * box.width + end);
  }
  return { yuv, valid };
}

/** Writes the chosen pixels of a crop back into its frame. `chosen` is of luma's size; chroma follows any of its four. */
export function pasteYuv(frame: Yuv, crop: Yuv, { box, chosen }: { readonly box: Box; readonly chosen: Uint8Array }) {
  const [to, from] = [channelsOf(frame), channelsOf(crop)];
  for (const [index, source] of from.entries()) {
    const target = to[index] as Channel;
    const scale = index === 0 ? 1 : 2;
    const map = index === 0 ? chosen : halved(chosen, crop);
    for (let y = 0; y < source.height; y++) {
      const row = box.y / scale + y;
      if (row < 0 || row >= target.height) continue;
      for (let x = 0; x < source.width; x++) {
        const column = box.x / scale + x;
        if (column < 0 || column >= target.width || !map[y * source.width + x]) continue;
        target.data[row * target.width + column] = source.data[y * source.width + x] as number;
      }
    }
  }
}

/** A map at chroma's size: the greatest of each four. */
export function halved(map: Uint8Array, { width, height }: Size): Uint8Array<ArrayBuffer> {
  const [w, h] = [half(width), half(height)];
  const out = new Uint8Array(w * h);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y >> 1) * w + (x >> 1);
      out[at] = Math.max(out[at] as number, map[y * width + x] as number);
    }
  return out;
}

const clamp = (value: number, length: number): number => Math.min(length - 1, Math.max(0, value));
