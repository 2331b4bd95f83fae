import type { Box, Mask, Pixels, Plane, Size } from '../types.ts';

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
export const cropMask = (mask: Mask, box: Box): Mask => ({ ...sizeOf(box), data: cropValues(mask, box) });

/** Crops a plane to a box inside it. */
export const cropPlane = (plane: Plane, box: Box): Plane => ({ ...sizeOf(box), data: cropValues(plane, box) });

const sizeOf = ({ width, height }: Size): Size => ({ width, height });

function cropValues<Values extends Uint8Array<ArrayBuffer> | Float32Array<ArrayBuffer>>(
  { data, width }: Size & { readonly data: Values },
  box: Box,
): Values {
  const out = new (data.constructor as new (length: number) => Values)(box.width * box.height);
  for (let y = 0; y < box.height; y++) {
    const from = (box.y + y) * width + box.x;
    out.set(data.subarray(from, from + box.width), y * box.width);
  }
  return out;
}
