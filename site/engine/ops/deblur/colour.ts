import type { Planes } from '../../types.ts';
import { emptyPlanes } from '../planes.ts';

/** Converts RGB planes (0..1) to full-range YCbCr as in JPEG; Cb and Cr in -0.5..0.5. */
export function rgbToYcc({ width, height, planes }: Planes): Planes {
  const out = emptyPlanes({ width, height }, 3);
  const [red, green, blue] = planes as [Float32Array, Float32Array, Float32Array];
  const [luma, cb, cr] = out.planes as [Float32Array, Float32Array, Float32Array];
  for (let i = 0; i < luma.length; i++) {
    const y = 0.299 * red[i]! + 0.587 * green[i]! + 0.114 * blue[i]!;
    luma[i] = y;
    cb[i] = (blue[i]! - y) / 1.772;
    cr[i] = (red[i]! - y) / 1.402;
  }
  return out;
}

/** Inverse of `rgbToYcc`. */
export function yccToRgb({ width, height, planes }: Planes): Planes {
  const out = emptyPlanes({ width, height }, 3);
  const [luma, cb, cr] = planes as [Float32Array, Float32Array, Float32Array];
  const [red, green, blue] = out.planes as [Float32Array, Float32Array, Float32Array];
  for (let i = 0; i < luma.length; i++) {
    const y = luma[i]!;
    red[i] = y + 1.402 * cr[i]!;
    blue[i] = y + 1.772 * cb[i]!;
    green[i] = y - (0.114 * 1.772 * cb[i]! + 0.299 * 1.402 * cr[i]!) / 0.587;
  }
  return out;
}
