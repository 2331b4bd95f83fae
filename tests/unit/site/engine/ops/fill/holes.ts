import type { Mask, Pixels, Planes, Size } from '../../../../../../site/engine/types.ts';

export function maskOf({ width, height }: Size, chosen: (x: number, y: number) => boolean): Mask {
  const data = Uint8Array.from({ length: width * height }, (_, i) =>
    chosen(i % width, Math.floor(i / width)) ? 255 : 0,
  );
  return { width, height, data };
}

/** Draws a picture from a function of position that returns red, green and blue in 0..1. */
export function planesOf({ width, height }: Size, at: (x: number, y: number) => readonly number[]): Planes {
  const colours = Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width)));
  return { width, height, planes: [0, 1, 2].map((c) => Float32Array.from(colours, (colour) => colour[c]!)) };
}

/** Peak signal-to-noise ratio in dB over the colours of the masked pixels. */
export function psnrIn(mask: Mask, a: Pixels, b: Pixels): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < mask.data.length; i++)
    for (let c = 0; mask.data[i] !== 0 && c < 3; c++, count++) sum += (a.data[4 * i + c]! - b.data[4 * i + c]!) ** 2;
  return 10 * Math.log10((255 * 255 * count) / sum);
}
