import type { Pixels, Plane } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { alphaPlane, emptyPlane } from '../planes.ts';

export type Shadow = {
  /** 0..1 */
  readonly opacity: number;
  /** Pixels to the right and down. */
  readonly x: number;
  readonly y: number;
  /** Standard deviation of its blur, in pixels. */
  readonly softness: number;
};

/** Opacity of a cut-out's shadow at each pixel, 0..1. */
export function castShadow(cutout: Pixels, { opacity, x, y, softness }: Shadow): Plane {
  const alpha = alphaPlane(cutout);
  const { width, height } = cutout;
  const [right, down] = [Math.round(x), Math.round(y)];
  const moved = emptyPlane(cutout);
  for (let row = Math.max(0, down); row < Math.min(height, height + down); row++)
    for (let column = Math.max(0, right); column < Math.min(width, width + right); column++)
      moved.data[row * width + column] = alpha.data[(row - down) * width + column - right]! * opacity;
  return gaussianBlur(moved, softness);
}

/** Composites a cut-out over its black shadow, on a transparent background. */
export function withShadow(cutout: Pixels, shadow: Shadow): Pixels {
  const dark = castShadow(cutout, shadow);
  const data = new Uint8ClampedArray(cutout.data.length);
  for (let i = 0, at = 0; at < data.length; i++, at += 4) {
    const alpha = cutout.data[at + 3]! / 255;
    const below = dark.data[i]! * (1 - alpha);
    const total = alpha + below;
    const weight = total > 0 ? alpha / total : 0;
    data[at] = cutout.data[at]! * weight;
    data[at + 1] = cutout.data[at + 1]! * weight;
    data[at + 2] = cutout.data[at + 2]! * weight;
    data[at + 3] = total * 255;
  }
  return { width: cutout.width, height: cutout.height, data };
}

/** Composites `top` over `background` of the same size (Porter and Duff 1984); alpha is not premultiplied. */
export function compositeOver(top: Pixels, background: Pixels): Pixels {
  const data = new Uint8ClampedArray(top.data.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = top.data[at + 3]! / 255;
    const below = (background.data[at + 3]! / 255) * (1 - alpha);
    const total = alpha + below;
    const weight = total > 0 ? alpha / total : 0;
    for (let channel = at; channel < at + 3; channel++)
      data[channel] = top.data[channel]! * weight + background.data[channel]! * (1 - weight);
    data[at + 3] = total * 255;
  }
  return { width: top.width, height: top.height, data };
}
