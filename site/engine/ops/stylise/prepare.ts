import type { Pixels, Planes, Size } from '../../types.ts';
import { rgbPlanes } from '../planes.ts';
import { resizePixels } from '../resize/resize.ts';

/** RGB 0..1 of a picture at another size, on white where it is transparent: paper, as it were. */
export function onWhite(picture: Pixels, { width, height }: Size): Planes {
  const kernel = width > picture.width ? 'cubic' : 'area';
  const sized = resizePixels(picture, { width, height, kernel, linear: false });
  const planes = rgbPlanes(sized);
  for (const plane of planes.planes)
    for (let i = 0; i < plane.length; i++) plane[i] = 1 + (plane[i]! - 1) * (sized.data[4 * i + 3]! / 255);
  return planes;
}

/** The pixels with the transparency of a picture of the same size. */
export function withAlphaOf(pixels: Pixels, picture: Pixels): Pixels {
  const data = new Uint8ClampedArray(pixels.data);
  for (let at = 3; at < data.length; at += 4) data[at] = picture.data[at]!;
  return { ...pixels, data };
}
