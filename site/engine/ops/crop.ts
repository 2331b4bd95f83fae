import type { Box, Mask, Pixels } from '../types.ts';

/** Crops a picture to a box inside it. */
export function cropPixels({ data, width }: Pixels, box: Box): Pixels {
  const out = new Uint8ClampedArray(box.width * box.height * 4);
  for (let y = 0; y < box.height; y++) {
    const from = ((box.y + y) * width + box.x) * 4;
    out.set(data.subarray(from, from + box.width * 4), y * box.width * 4);
  }
  return { width: box.width, height: box.height, data: out };
}

/** Crops a mask to a box inside it. */
export function cropMask({ data, width }: Mask, box: Box): Mask {
  const out = new Uint8Array(box.width * box.height);
  for (let y = 0; y < box.height; y++) {
    const from = (box.y + y) * width + box.x;
    out.set(data.subarray(from, from + box.width), y * box.width);
  }
  return { width: box.width, height: box.height, data: out };
}
