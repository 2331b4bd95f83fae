import type { Pixels, Planes, Size } from '../../types.ts';
import { rgbPlanes } from '../planes.ts';
import { resizePixels } from '../resize/resize.ts';

/** Resizes a picture and composites it on white: RGB planes in 0..1. */
export function compositeOnWhite(picture: Pixels, { width, height }: Size): Planes {
  const kernel = width > picture.width ? 'cubic' : 'area';
  const resized = resizePixels(picture, { width, height, kernel, linear: false });
  const planes = rgbPlanes(resized);
  for (const plane of planes.planes)
    for (let i = 0; i < plane.length; i++) plane[i] = 1 + (plane[i]! - 1) * (resized.data[4 * i + 3]! / 255);
  return planes;
}
