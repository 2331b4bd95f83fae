import type { Mask, Pixels } from '../../types.ts';

/** Axes at which a variant of a filling mirrors its view. */
type Axes = { readonly horizontal: boolean; readonly vertical: boolean };

/** The axes of variant 0, 1, 2 …: none, one, the other, both; every fourth variant is the same. */
export const axesOf = (variant: number): Axes => ({
  horizontal: (variant & 1) !== 0,
  vertical: (variant & 2) !== 0,
});

/** The picture, mirrored at the axes; mirroring it again restores it. Unchanged without axes. */
export function mirrorPixels(picture: Pixels, axes: Axes): Pixels {
  if (!axes.horizontal && !axes.vertical) return picture;
  const { width, height, data } = picture;
  const words = new Uint32Array(data.slice().buffer);
  return { width, height, data: new Uint8ClampedArray(mirrored(words, width, axes).buffer) };
}

/** The mask, mirrored at the axes. */
export const mirrorMask = (mask: Mask, axes: Axes): Mask =>
  axes.horizontal || axes.vertical ? { ...mask, data: mirrored(mask.data, mask.width, axes) } : mask;

/** Reverses the order of rows, and of the values within each. */
function mirrored<Values extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  values: Values,
  width: number,
  { horizontal, vertical }: Axes,
): Values {
  const out = values.slice() as Values;
  const height = values.length / width;
  for (let y = 0; y < height; y++) {
    const row = values.subarray(y * width, (y + 1) * width);
    const target = (vertical ? height - 1 - y : y) * width;
    out.set(row, target);
    if (horizontal) out.subarray(target, target + width).reverse();
  }
  return out;
}
