import type { Plane, Planes, Size } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { planeOf } from '../planes.ts';
import { resizePlane } from '../resize/resize.ts';
import { solve } from './solve.ts';
import { type InkMap, inkMap, type Strokes } from './strokes.ts';

/** Distance over which colour spreads on an even area before it fades, as a fraction of the longer side. */
const SPREAD_FRACTION = 0.7;

/** Smallest brightness scale (0..1) of a link; the picture's own grain raises it. */
const MIN_STEP = 0.012;

/** Smallest weight of a link, which keeps the system well-conditioned. */
const MIN_LINK = 1e-6;

/** Shorter side of the coarsest grid. */
const MIN_GRID_SIDE = 48;

/** Iterations on the finest grid, which is slow but has a good initial guess, and on the others. */
const MAX_ITERATIONS = { fine: 60, coarse: 150 } as const;

/** The fraction of a picture's colours that strokes replace (0..1), and the two values of `Chroma` weighted by it. */
export type Spread = Planes;

/** Red minus luma and blue minus luma of a colour, by the weights of Rec. 601; in 0..1 of sRGB. */
export type Chroma = readonly [red: number, blue: number];

/**
 * Spreads colours from strokes over areas of similar brightness: Levin, Lischinski and Weiss 2004, "Colorization using
 * optimization". Neighbours of similar luma get similar colours, and strokes stay fixed. A weak pull towards no colour,
 * which is not in the paper, fades colours far from all strokes and behind edges, so that one stroke colours one object.
 * Solved from coarse to fine. `luma` (0..1) and the result have the size of the finest grid. Yields the fraction done.
 */
export function* spreadStrokes(luma: Plane, strokes: Strokes): Generator<number, Spread> {
  const sizes = gridSizes(luma);
  let found: Planes | null = null;
  for (const [index, size] of sizes.entries()) {
    const grey = resizePlane(luma, size, 'area');
    const map = inkMap(strokes, size);
    const before: Planes | null = found;
    const planes: Float32Array<ArrayBuffer>[] = [0, 1, 2].map((at) =>
      before ? resizePlane(planeOf(before, at), size, 'linear').data.slice() : new Float32Array(grey.data.length),
    );
    writeInks(map, planes);
    const reach = SPREAD_FRACTION * Math.max(size.width, size.height);
    const grid = { ...size, ...linksOf(grey), anchor: 1 / (reach * reach), fixed: map.data };
    const work = solve(grid, planes, index === sizes.length - 1 ? MAX_ITERATIONS.fine : MAX_ITERATIONS.coarse);
    for (let step = work.next(); !step.done; step = work.next()) yield (index + step.value) / sizes.length;
    found = { ...size, planes };
  }
  return found as Planes;
}

/** From the coarsest, each about twice as fine as the one before. */
function gridSizes({ width, height }: Size): readonly Size[] {
  const sizes: Size[] = [{ width, height }];
  for (let by = 2; Math.min(width, height) / by >= MIN_GRID_SIDE; by *= 2)
    sizes.unshift({ width: Math.ceil(width / by), height: Math.ceil(height / by) });
  return sizes;
}

/** Writes what the strokes fix. */
function writeInks({ data, inks }: InkMap, [fraction, red, blue]: readonly Float32Array[]): void {
  const chromas = inks.map(chromaOf);
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue;
    const chroma = chromas[data[i]! - 1];
    fraction![i] = chroma ? 1 : 0;
    red![i] = chroma?.[0] ?? 0;
    blue![i] = chroma?.[1] ?? 0;
  }
}

/** Chroma of an ink; null for an ink that keeps the picture's own colour. */
export function chromaOf(ink: string): Chroma | null {
  const digits = /^#([0-9a-f]{6})$/i.exec(ink)?.[1];
  if (digits === undefined) return null;
  const value = Number.parseInt(digits, 16);
  const [red, green, blue] = [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
  const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
  return [red - luma, blue - luma];
}

/** Weights of the links between neighbours, by the similarity of their brightness relative to the picture's grain. */
function linksOf(luma: Plane): { readonly right: Float32Array; readonly down: Float32Array } {
  const { width, height, data } = luma;
  const step = Math.max(MIN_STEP, 1.5 * grainOf(luma));
  const scale = -1 / (2 * step * step);
  const [right, down] = [new Float32Array(data.length), new Float32Array(data.length)];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (x + 1 < width) right[i] = MIN_LINK + Math.exp(scale * (data[i + 1]! - data[i]!) ** 2);
      if (y + 1 < height) down[i] = MIN_LINK + Math.exp(scale * (data[i + width]! - data[i]!) ** 2);
    }
  return { right, down };
}

/** Median standard deviation within windows of three pixels. */
function grainOf(luma: Plane): number {
  const mean = boxBlur(luma, 1).data;
  const squares = boxBlur({ ...luma, data: luma.data.map((value) => value * value) }, 1).data;
  const variances = squares.map((square, i) => Math.max(0, square - mean[i]! * mean[i]!)).sort();
  return Math.sqrt(variances[variances.length >> 1]!);
}
