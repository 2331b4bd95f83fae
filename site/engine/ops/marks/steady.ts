import type { Mask, Plane, Size } from '../../types.ts';
import { emptyField, fourier, powerOfTwo } from '../deblur/fft.ts';
import { partsOf } from '../matte/components.ts';
import { changeOf, closed, distinct, MOVES, middle, quantile, stillEdges } from '../video/still.ts';

/** Fewer pictures have too much in common by chance. */
export const LEAST_PICTURES = 3;

/** Least edge that counts, in 0..255 for a pixel. */
const FAINT = 3;

/** Of edges by chance, that share is stronger than what counts. */
const CHANCE = 0.002;

/** Edges of a mark, in pixels: more than that, and that many times as many as chance gives anywhere. */
const LEAST = 24;
const TIMES = 3;

/**
 * Where several pictures (luma, 0..255, of one size) have edges in common, as boxes; null where they have none. What is
 * common by chance is seen from the same pictures moved against each other. After Dekel, Rubinstein, Liu and Freeman
 * 2017, “On the effectiveness of visible watermarks”, eq. 3.
 */
export function* steadyAreas(all: readonly Plane[]): Generator<number, Mask | null> {
  const pictures = distinct(all);
  const [size] = pictures;
  if (!size || pictures.length < LEAST_PICTURES || changeOf(pictures) < MOVES) return null;
  const edges = yield* stillEdges(pictures);
  const chance = yield* stillEdges(pictures.map(moved));
  const level = Math.max(FAINT, quantile(chance, 1 - CHANCE));
  const byChance = Math.max(0, ...areasAbove(chance, level, size).map(({ edgePixels }) => edgePixels));
  const found = areasAbove(edges, level, size).filter(({ edgePixels }) => edgePixels > Math.max(LEAST, byChance));
  if (!found.some(({ edgePixels }) => edgePixels > TIMES * byChance)) return null;
  const data = new Uint8Array(edges.length);
  for (const { left, top, right, bottom } of found)
    for (let y = top; y <= bottom; y++) data.fill(255, y * size.width + left, y * size.width + right + 1);
  return { width: size.width, height: size.height, data };
}

/** The picture moved around its borders, each by another way. */
function moved({ width, height, data }: Plane, index: number): Plane {
  const by = Math.round(((0.19 + 0.37 * index) % 1) * height) * width + Math.round(((0.31 * index) % 1) * width);
  return { width, height, data: data.map((_, i) => data[(i + by) % data.length]!) };
}

type Area = { left: number; top: number; right: number; bottom: number; edgePixels: number };

function areasAbove(edges: Float32Array, level: number, { width, height }: Size): readonly Area[] {
  const map = Uint8Array.from(edges, (edge) => (edge > level ? 1 : 0));
  const reach = Math.max(2, Math.round(Math.max(width, height) / 60));
  const { labels, areas } = partsOf({
    width,
    height,
    data: closed({ width, height, map }, reach).map((one) => 255 * one),
  });
  const found = areas.map((): Area => ({ left: width, top: height, right: 0, bottom: 0, edgePixels: 0 }));
  for (let i = 0; i < labels.length; i++) {
    const area = found[labels[i]!]!;
    const [x, y] = [i % width, Math.floor(i / width)];
    area.left = Math.min(area.left, x);
    area.top = Math.min(area.top, y);
    area.right = Math.max(area.right, x);
    area.bottom = Math.max(area.bottom, y);
    if (map[i]) area.edgePixels++;
  }
  return found.slice(1);
}

/**
 * The mark itself, up to its scale: the plane whose gradients are those that all pictures (luma, 0..1) have in common,
 * by Poisson's equation, solved with a Fourier transform; nothing at the border.
 */
export function steadyPlane(pictures: readonly Plane[]): Plane {
  const { width, height } = pictures[0]!;
  const field = emptyField({ width: powerOfTwo(width + 2), height: powerOfTwo(height + 2) });
  const values = new Float32Array(pictures.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (const [inside, step, to] of [
        [x + 1 < width, 1, 1],
        [y + 1 < height, width, field.width],
      ] as const) {
        if (!inside) continue;
        const i = y * width + x;
        for (const [k, { data }] of pictures.entries()) values[k] = data[i + step]! - data[i]!;
        const gradient = middle(values);
        const at = y * field.width + x;
        field.real[at] = field.real[at]! + gradient;
        field.real[at + to] = field.real[at + to]! - gradient;
      }
  const transform = fourier(field);
  transform.forward(field);
  for (let i = 0; i < field.real.length; i++) {
    const across = 2 * Math.cos((2 * Math.PI * (i % field.width)) / field.width);
    const down = 2 * Math.cos((2 * Math.PI * Math.floor(i / field.width)) / field.height);
    const scale = i === 0 ? 0 : 1 / (across + down - 4);
    field.real[i] = field.real[i]! * scale;
    field.imag[i] = field.imag[i]! * scale;
  }
  transform.inverse(field);
  const data = new Float32Array(width * height);
  for (let i = 0; i < data.length; i++) data[i] = field.real[Math.floor(i / width) * field.width + (i % width)]!;
  const zero = quantile(
    data.filter((_, i) => i < width || i >= data.length - width),
    0.5,
  );
  return { width, height, data: data.map((value) => value - zero) };
}
