import type { Mask, Pixels, Plane, Planes, Size } from '../../site/engine/types.ts';

/** A synthetic watermark. */
export type Mark = {
  /** Coverage of each pixel, 0..1. */
  readonly cover: Plane;
  readonly colour: readonly [number, number, number];
  readonly opacity: number;
};

/** Coverage 0..1 of each pixel by a shape, by 4 × 4 samples. */
export function coverOf(size: Size, isInside: (x: number, y: number) => boolean): Plane {
  const data = new Float32Array(size.width * size.height);
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    let hits = 0;
    for (let k = 0; k < 16; k++) if (isInside(x + ((k & 3) + 0.5) / 4, y + ((k >> 2) + 0.5) / 4)) hits++;
    data[i] = hits / 16;
  }
  return { ...size, data };
}

type Segment = readonly [x: number, y: number, toX: number, toY: number];

/** Letters as line segments in the unit square. */
const LETTERS: { readonly [letter: string]: readonly Segment[] } = {
  A: [
    [0, 1, 0.4, 0],
    [0.4, 0, 0.8, 1],
    [0.15, 0.62, 0.65, 0.62],
  ],
  E: [
    [0, 0, 0, 1],
    [0, 0, 0.6, 0],
    [0, 0.5, 0.5, 0.5],
    [0, 1, 0.6, 1],
  ],
  M: [
    [0, 1, 0, 0],
    [0, 0, 0.4, 0.6],
    [0.4, 0.6, 0.8, 0],
    [0.8, 0, 0.8, 1],
  ],
  P: [
    [0, 1, 0, 0],
    [0, 0, 0.5, 0.1],
    [0.5, 0.1, 0.5, 0.45],
    [0.5, 0.45, 0, 0.55],
  ],
  L: [
    [0, 0, 0, 1],
    [0, 1, 0.6, 1],
  ],
};

export type Lettering = { readonly x: number; readonly y: number; readonly height: number; readonly stroke: number };

/** Coverage of a word of the letters A, E, L, M and P; `height` and `stroke` (thickness) are pixels. */
export function word(size: Size, text: string, { x, y, height, stroke }: Lettering): Plane {
  const lines = [...text].flatMap((letter, index) =>
    (LETTERS[letter] ?? []).map((line) =>
      line.map((value, i) => value * height + (i % 2 === 0 ? x + index * height : y)),
    ),
  );
  return coverOf(size, (px, py) => lines.some((line) => distance(line, px, py) < stroke / 2));
}

/** Distance of a point from a line segment. */
function distance(line: readonly number[], px: number, py: number): number {
  const [x, y, toX, toY] = line as unknown as Segment;
  const [dx, dy] = [toX - x, toY - y];
  const along = Math.min(1, Math.max(0, ((px - x) * dx + (py - y) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(px - x - along * dx, py - y - along * dy);
}

/** The picture with a translucent watermark, in 8 bits. */
export function marked(picture: Planes, { cover, colour, opacity }: Mark): Pixels {
  const data = new Uint8ClampedArray(4 * cover.data.length);
  for (let i = 0; i < cover.data.length; i++) {
    const alpha = opacity * cover.data[i]!;
    for (let channel = 0; channel < 3; channel++)
      data[4 * i + channel] = Math.round(255 * ((1 - alpha) * picture.planes[channel]![i]! + alpha * colour[channel]!));
    data[4 * i + 3] = 255;
  }
  return { width: cover.width, height: cover.height, data };
}

/** The mask of all pixels that a watermark touches. */
export const maskOfCover = ({ width, height, data }: Plane): Mask => ({
  width,
  height,
  data: Uint8Array.from(data, (value) => (value > 0 ? 255 : 0)),
});

/** PSNR in dB of a picture against the true one, over the pixels that a watermark touches. */
export function psnrWithin(picture: Pixels, truth: Planes, cover: Plane): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < cover.data.length; i++) {
    if (cover.data[i] === 0) continue;
    for (let channel = 0; channel < 3; channel++)
      sum += (picture.data[4 * i + channel]! / 255 - truth.planes[channel]![i]!) ** 2;
    count += 3;
  }
  return -10 * Math.log10(sum / count);
}
