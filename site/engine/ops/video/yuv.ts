import type { Box, Size } from '../../types.ts';

/**
 * A frame or a crop in I420: 8 bits, luma first, then Cb and Cr at half the width and height (rounded up). Watermarks are
 * removed in this format, so that all other pixels stay exactly as decoded.
 */
export type Yuv = Size & { readonly data: Uint8Array<ArrayBuffer> };

/** One of the three planes of a `Yuv`; a view, not a copy. */
export type YuvPlane = Size & { readonly data: Uint8Array<ArrayBuffer> };

/** Length of a side in the chroma planes. */
export const chromaSide = (side: number): number => (side + 1) >> 1;

/** Number of bytes of a frame. */
export const yuvBytes = ({ width, height }: Size): number =>
  width * height + 2 * chromaSide(width) * chromaSide(height);

/** A frame of zeros. */
export function emptyYuv({ width, height }: Size): Yuv {
  return { width, height, data: new Uint8Array(yuvBytes({ width, height })) };
}

/** The planes Y, Cb and Cr of a frame, sharing its memory. */
export function yuvPlanes({ width, height, data }: Yuv): readonly [YuvPlane, YuvPlane, YuvPlane] {
  const [w, h] = [chromaSide(width), chromaSide(height)];
  const luma = width * height;
  const chroma = w * h;
  return [
    { width, height, data: data.subarray(0, luma) },
    { width: w, height: h, data: data.subarray(luma, luma + chroma) },
    { width: w, height: h, data: data.subarray(luma + chroma, luma + 2 * chroma) },
  ];
}

/** A crop of a frame. `valid` (luma size) is 0 where the box reached beyond the frame. */
export type Crop = { readonly yuv: Yuv; readonly valid: Uint8Array<ArrayBuffer> };

/** Crops a box whose `x` and `y` are even; beyond the frame the border is repeated. */
export function cropYuv(frame: Yuv, box: Box): Crop {
  const yuv = emptyYuv(box);
  const [from, to] = [yuvPlanes(frame), yuvPlanes(yuv)];
  for (const [index, target] of to.entries()) {
    const source = from[index] as YuvPlane;
    const scale = index === 0 ? 1 : 2;
    const [left, top] = [box.x / scale, box.y / scale];
    for (let y = 0; y < target.height; y++) {
      const row = clampIndex(top + y, source.height) * source.width;
      for (let x = 0; x < target.width; x++)
        target.data[y * target.width + x] = source.data[row + clampIndex(left + x, source.width)] as number;
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

/** Copies a part of a frame: a box inside it whose `x` and `y` are even. Null is the frame itself. */
export function partOfYuv(frame: Yuv, box: Box | null): Yuv {
  if (!box) return frame;
  const { x, y, width, height } = box;
  const part = emptyYuv({ width, height });
  const [from, to] = [yuvPlanes(frame), yuvPlanes(part)];
  for (const [index, target] of to.entries()) {
    const source = from[index] as YuvPlane;
    const scale = index === 0 ? 1 : 2;
    for (let row = 0; row < target.height; row++) {
      const begin = (y / scale + row) * source.width + x / scale;
      target.data.set(source.data.subarray(begin, begin + target.width), row * target.width);
    }
  }
  return part;
}

/** How a frame is turned clockwise by quarters, and then mirrored left to right. */
type YuvTurn = { readonly turns: 0 | 1 | 2 | 3; readonly flip: boolean };

/** Turns and mirrors a frame. */
export function turnYuv(frame: Yuv, { turns, flip }: YuvTurn): Yuv {
  if (turns === 0 && !flip) return frame;
  const turned = emptyYuv(turns % 2 === 0 ? frame : { width: frame.height, height: frame.width });
  const to = yuvPlanes(turned);
  for (const [index, { width, height, data }] of yuvPlanes(frame).entries()) {
    const target = to[index] as YuvPlane;
    // Index of the source of the first sample, and its steps along a row and a column of the result.
    const across = [1, -width, -1, width][turns] as number;
    const down = [width, 1, -width, -1][turns] as number;
    const corner = [0, (height - 1) * width, width * height - 1, width - 1][turns] as number;
    const first = flip ? corner + (target.width - 1) * across : corner;
    const step = flip ? -across : across;
    for (let y = 0; y < target.height; y++)
      for (let x = 0, from = first + y * down, at = y * target.width; x < target.width; x++, from += step)
        target.data[at + x] = data[from] as number;
  }
  return turned;
}

/** Writes the selected pixels of a crop back to its frame. `selected` has luma size; chroma follows any of its four pixels. */
export function pasteYuv(
  frame: Yuv,
  crop: Yuv,
  { box, selected }: { readonly box: Box; readonly selected: Uint8Array },
) {
  const [to, from] = [yuvPlanes(frame), yuvPlanes(crop)];
  for (const [index, source] of from.entries()) {
    const target = to[index] as YuvPlane;
    const scale = index === 0 ? 1 : 2;
    const map = index === 0 ? selected : toChromaMap(selected, crop);
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

/** Downsamples a map to chroma size by the maximum of each four pixels. */
export function toChromaMap(map: Uint8Array, { width, height }: Size): Uint8Array<ArrayBuffer> {
  const [w, h] = [chromaSide(width), chromaSide(height)];
  const out = new Uint8Array(w * h);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y >> 1) * w + (x >> 1);
      out[at] = Math.max(out[at] as number, map[y * width + x] as number);
    }
  return out;
}

const clampIndex = (value: number, length: number): number => Math.min(length - 1, Math.max(0, value));
