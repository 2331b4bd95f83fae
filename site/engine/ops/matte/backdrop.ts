import type { Pixels, Size } from '../../types.ts';
import { membrane } from '../fill/membrane.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { mapTo } from '../map-to.ts';
import { alphaPlane, mapPlanes, pixelsOf, rgbPlanes } from '../planes.ts';
import { fitInside, resizePixels } from '../resize/resize.ts';

/** Red, green, blue, 0..255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** A picture of one colour. */
export function solidColour(size: Size, [red, green, blue]: Colour): Pixels {
  const data = new Uint8ClampedArray(size.width * size.height * 4);
  for (let at = 0; at < data.length; at += 4) data.set([red, green, blue, 255], at);
  return { width: size.width, height: size.height, data };
}

export type Gradient = {
  readonly from: Colour;
  readonly to: Colour;
  /** Degrees as in CSS: 0 runs up, 90 to the right. */
  readonly angle: number;
};

/** A linear gradient that ends in the corners, as in CSS Images 3. */
export function gradient({ width, height }: Size, { from, to, angle }: Gradient): Pixels {
  const turn = (angle * Math.PI) / 180;
  const [x, y] = [Math.sin(turn), -Math.cos(turn)];
  const length = Math.abs(width * x) + Math.abs(height * y);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at += 4) {
      const fraction = 0.5 + ((column + 0.5 - width / 2) * x + (row + 0.5 - height / 2) * y) / length;
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = from[channel]! + (to[channel]! - from[channel]!) * fraction;
      data[at + 3] = 255;
    }
  return { width, height, data };
}

/** Fraction of the highest alpha from which on the colour of a pixel counts. */
const MIN_SEEN = 0.5;

/**
 * An opaque picture of the colours blurred by a Gaussian of `sigma` pixels, computed at a reduced size if `sigma` is large.
 * Colours of transparent pixels do not count: they are interpolated from their surroundings.
 */
export function blurPicture(picture: Pixels, sigma: number): Pixels {
  const factor = Math.max(1, sigma / 4);
  const small = fitInside(picture, Math.max(picture.width, picture.height) / factor);
  const shrunk = resizePixels(picture, { ...small, kernel: 'area', linear: true });
  const alpha = alphaPlane(shrunk).data;
  const minAlpha = MIN_SEEN * alpha.reduce((max, value) => Math.max(max, value), 0);
  const seen = mapTo(Uint8Array, alpha, (value) => (value >= minAlpha ? 1 : 0));
  const blurred = mapPlanes(rgbPlanes(shrunk), (plane) => gaussianBlur(membrane(plane, seen), sigma / factor));
  return resizePixels(pixelsOf(blurred), {
    width: picture.width,
    height: picture.height,
    kernel: 'cubic',
    linear: false,
  });
}

/** Scales a picture to cover `size`, and crops the excess evenly. */
export function scaleToCover(picture: Pixels, size: Size): Pixels {
  const scale = Math.max(size.width / picture.width, size.height / picture.height);
  const width = Math.max(size.width, Math.round(picture.width * scale));
  const height = Math.max(size.height, Math.round(picture.height * scale));
  const scaled = resizePixels(picture, { width, height, kernel: 'lanczos', linear: scale < 1 });
  const out = new Uint8ClampedArray(size.width * size.height * 4);
  const left = (width - size.width) >> 1;
  const top = (height - size.height) >> 1;
  for (let y = 0; y < size.height; y++) {
    const from = ((y + top) * width + left) * 4;
    out.set(scaled.data.subarray(from, from + size.width * 4), y * size.width * 4);
  }
  return { width: size.width, height: size.height, data: out };
}
