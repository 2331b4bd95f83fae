import { type MaskedPlane, sampleBicubic } from '../../../../../../site/engine/ops/video/sample.ts';
import { emptyYuv, type Yuv, yuvPlanes } from '../../../../../../site/engine/ops/video/yuv.ts';
import type { Planes, Size } from '../../../../../../site/engine/types.ts';
import { deadLeaves } from '../../../../../quality/scenes.ts';

/** A camera that pans over a large picture: returns the frame at a position, with luma and chroma. */
export function cameraOver(size: Size, seed: number): (x: number, y: number) => Yuv {
  const scene = deadLeaves({ width: size.width * 3, height: size.height * 3 }, seed);
  const planes = lumaAndChroma(scene);
  return (x, y) => {
    const frame = emptyYuv(size);
    for (const [index, channel] of yuvPlanes(frame).entries()) {
      const scale = index === 0 ? 1 : 2;
      const plane = planes[index] as MaskedPlane;
      for (let row = 0; row < channel.height; row++)
        for (let column = 0; column < channel.width; column++) {
          const value = sampleBicubic(plane, (size.width + x) / scale + column, (size.height + y) / scale + row);
          channel.data[row * channel.width + column] = Number.isNaN(value) ? 128 : Math.round(value);
        }
    }
    return frame;
  };
}

/** Vertical bars of 75 % white, yellow, cyan, green, magenta, red and blue, as Y, Cb, Cr of BT.709. */
const BARS = [
  [180, 128, 128],
  [168, 44, 136],
  [145, 147, 44],
  [133, 63, 52],
  [63, 193, 204],
  [51, 109, 212],
  [28, 212, 120],
] as const;

/** A frame of colour bars above the same in reverse order, as the rows of test pictures differ. */
export function colourBars(size: Size): Yuv {
  const frame = emptyYuv(size);
  for (const [plane, { width, height, data }] of yuvPlanes(frame).entries())
    for (let at = 0; at < data.length; at++) {
      const bar = Math.floor(((at % width) * BARS.length) / width);
      const upper = at < (width * height) / 2;
      data[at] = BARS[upper ? bar : BARS.length - 1 - bar]?.[plane] ?? 128;
    }
  return frame;
}

function lumaAndChroma({ width, height, planes: [r, g, b] }: Planes): readonly MaskedPlane[] {
  const [red, green, blue] = [r, g, b] as [Float32Array, Float32Array, Float32Array];
  const full = [new Float32Array(red.length), new Float32Array(red.length), new Float32Array(red.length)] as const;
  for (let i = 0; i < red.length; i++) {
    const luma = 0.2126 * red[i]! + 0.7152 * green[i]! + 0.0722 * blue[i]!;
    full[0][i] = 16 + 219 * luma;
    full[1][i] = 128 + (224 * (blue[i]! - luma)) / 1.8556;
    full[2][i] = 128 + (224 * (red[i]! - luma)) / 1.5748;
  }
  return full.map((plane, index) => {
    const scale = index === 0 ? 1 : 2;
    const [w, h] = [width / scale, height / scale];
    const data = new Uint8Array(w * h);
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) data[y * w + x] = Math.round(plane[y * scale * width + x * scale]!);
    return { width: w, height: h, data, valid: new Uint8Array(w * h).fill(1) };
  });
}

/** A watermark by its opacity at each luma pixel and its colour as Y, Cb, Cr. */
export type Mark = { readonly alpha: Float32Array; readonly colour: readonly [number, number, number] };

/** Blends the watermark over a frame. */
export function marked(frame: Yuv, { alpha, colour }: Mark): Yuv {
  const out = { ...frame, data: frame.data.slice() };
  for (const [index, { data, width, height }] of yuvPlanes(out).entries()) {
    const scale = index === 0 ? 1 : 2;
    for (let i = 0; i < width * height; i++) {
      const [x, y] = [i % width, Math.floor(i / width)];
      let a = 0;
      for (let dy = 0; dy < scale; dy++)
        for (let dx = 0; dx < scale; dx++) a += alpha[(y * scale + dy) * frame.width + x * scale + dx]! / scale ** 2;
      data[i] = Math.round(data[i]! * (1 - a) + a * colour[index]!);
    }
  }
  return out;
}

/** Peak signal-to-noise ratio in dB of luma at the selected pixels. */
export function psnrAt(a: Yuv, b: Yuv, chosen: (at: number) => boolean): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < a.width * a.height; i++)
    if (chosen(i)) [sum, count] = [sum + (a.data[i]! - b.data[i]!) ** 2, count + 1];
  return 10 * Math.log10((255 ** 2 * count) / Math.max(1e-9, sum));
}
