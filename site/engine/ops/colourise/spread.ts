import type { Plane, Planes, Size } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { planeOf } from '../planes.ts';
import { resizePlane } from '../resize/resize.ts';
import { solve } from './solve.ts';
import { type InkMap, inkMap, type Strokes } from './strokes.ts';

/** How far colour spreads over even ground, as a share of the picture's longer side, before it fades. */
const REACH = 0.7;

/** Differences of brightness, 0..1, that colour passes: at least this, and as much as the picture's own grain. */
const LEAST_STEP = 0.012;

/** A link is never quite closed, so that every place has a solution that can be reached. */
const LEAST_LINK = 1e-6;

/** The coarsest grid that a first guess is made on. */
const COARSE = 48;

/** Rounds on the finest grid, which is slow and has a good guess, and on the others. */
const ROUNDS = { fine: 60, coarse: 150 } as const;

/** What strokes ask of a picture: how much of its colours they replace (0..1), and by that much the two of `Chroma`. */
export type Spread = Planes;

/** Red minus luma and blue minus luma of a colour, by the weights of Rec. 601; in 0..1 of sRGB. */
export type Chroma = readonly [red: number, blue: number];

/**
 * Colours that spread from strokes to where the brightness is alike: Levin, Lischinski and Weiss 2004, "Colorization
 * using optimization". Neighbours of like luma want the same colour, and the strokes stay. A weak pull to nothing, which
 * is not in the paper, lets colours fade out far from all strokes and behind edges; so one stroke colours one thing.
 * Solved on grids from coarse to fine. `luma` in 0..1 is of the finest grid, and so is what is given. Yields its share
 * done.
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
    lay(map, planes);
    const reach = REACH * Math.max(size.width, size.height);
    const grid = { ...size, ...linksOf(grey), anchor: 1 / (reach * reach), fixed: map.data };
    const work = solve(grid, planes, index === sizes.length - 1 ? ROUNDS.fine : ROUNDS.coarse);
    for (let step = work.next(); !step.done; step = work.next()) yield (index + step.value) / sizes.length;
    found = { ...size, planes };
  }
  return found as Planes;
}

/** From the coarsest, each about twice as fine as the one before. */
function gridSizes({ width, height }: Size): readonly Size[] {
  const sizes: Size[] = [{ width, height }];
  for (let by = 2; Math.min(width, height) / by >= COARSE; by *= 2)
    sizes.unshift({ width: Math.ceil(width / by), height: Math.ceil(height / by) });
  return sizes;
}

/** Writes what the strokes fix. */
function lay({ data, inks }: InkMap, [share, red, blue]: readonly Float32Array[]): void {
  const chromas = inks.map(chromaOf);
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue;
    const chroma = chromas[data[i]! - 1];
    share![i] = chroma ? 1 : 0;
    red![i] = chroma?.[0] ?? 0;
    blue![i] = chroma?.[1] ?? 0;
  }
}

/** Null for an ink that leaves the picture as it is. */
export function chromaOf(ink: string): Chroma | null {
  const digits = /^#([0-9a-f]{6})$/i.exec(ink)?.[1];
  if (digits === undefined) return null;
  const value = Number.parseInt(digits, 16);
  const [red, green, blue] = [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
  const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
  return [red - luma, blue - luma];
}

/** Neighbours are linked as far as their brightness is alike, measured by the picture's own grain. */
function linksOf(luma: Plane): { readonly right: Float32Array; readonly down: Float32Array } {
  const { width, height, data } = luma;
  const step = Math.max(LEAST_STEP, 1.5 * grainOf(luma));
  const scale = -1 / (2 * step * step);
  const [right, down] = [new Float32Array(data.length), new Float32Array(data.length)];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (x + 1 < width) right[i] = LEAST_LINK + Math.exp(scale * (data[i + 1]! - data[i]!) ** 2);
      if (y + 1 < height) down[i] = LEAST_LINK + Math.exp(scale * (data[i + width]! - data[i]!) ** 2);
    }
  return { right, down };
}

/** The usual deviation within windows of three pixels: half of all windows have less. */
function grainOf(luma: Plane): number {
  const mean = boxBlur(luma, 1).data;
  const squares = boxBlur({ ...luma, data: luma.data.map((value) => value * value) }, 1).data;
  const variances = squares.map((square, i) => Math.max(0, square - mean[i]! * mean[i]!)).sort();
  return Math.sqrt(variances[variances.length >> 1]!);
}
