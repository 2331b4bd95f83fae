import type { Pixels, Plane, Size } from '../../types.ts';
import { guidedModel } from '../filter/guided.ts';
import { lumaPlane, planeOf, rgbPlanes, stack } from '../planes.ts';
import { resizePixels } from '../resize/resize.ts';
import { spreadStrokes } from './spread.ts';
import type { Strokes } from './strokes.ts';

/** Pixels of the grid that colours are spread on; they are softer than brightness, which stays at full size. */
const MOST_PIXELS = 360_000;

/** Colours follow the brightness of the full size within a pixel of the grid. */
const FINE = { radius: 1, epsilon: 1e-4 } as const;

/** Less than that share of a colour cannot be seen. */
const LEAST = 1 / 512;

/** Rows between two yields. */
const REST = 64;

/**
 * The picture with colours that spread from strokes, enlarged by their relation to its luma (He and Sun 2015, "Fast
 * guided filter"). Its luma (Rec. 601 of sRGB numbers) stays: colours that do not exist at a luma are paled until they
 * do. `share` of them, 0..1. What no colour reaches stays bit by bit. Yields its share done.
 */
export function* colouredByStrokes(picture: Pixels, strokes: Strokes, share: number): Generator<number, Pixels> {
  const { width, height } = picture;
  const factor = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  const size = { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
  const luma = lumaPlane(rgbPlanes(resizePixels(picture, { ...size, kernel: 'area', linear: false })));
  const work = spreadStrokes(luma, strokes);
  let step = work.next();
  for (; !step.done; step = work.next()) yield 0.8 * step.value;
  const spread = step.value;
  const planes = [0, 1, 2].flatMap((index) => {
    const { slopes, offset } = guidedModel(stack([luma]), planeOf(spread, index), FINE);
    return [planeOf(slopes, 0), offset];
  });
  const data = new Uint8ClampedArray(picture.data);
  const rows = planes.map(() => new Float32Array(width));
  for (let y = 0; y < height; y++) {
    if (y % REST === 0) yield 0.8 + (0.2 * y) / height;
    for (const [index, plane] of planes.entries()) readRow(plane, { width, height, y }, rows[index]!);
    colourRow(data.subarray(4 * y * width, 4 * (y + 1) * width), rows, share);
  }
  return { width, height, data };
}

type Row = Size & { readonly y: number };

/** Row `y` of a plane that is enlarged to a size, linearly. */
function readRow({ data, ...from }: Plane, { width, height, y }: Row, to: Float32Array): void {
  const v = place(y, height, from.height);
  const [upper, lower] = [Math.floor(v) * from.width, Math.ceil(v) * from.width];
  const fall = v - Math.floor(v);
  for (let x = 0; x < width; x++) {
    const u = place(x, width, from.width);
    const [left, right] = [Math.floor(u), Math.ceil(u)];
    const above = data[upper + left]! + (data[upper + right]! - data[upper + left]!) * (u - left);
    const below = data[lower + left]! + (data[lower + right]! - data[lower + left]!) * (u - left);
    to[x] = above + (below - above) * fall;
  }
}

/** Where the middle of a pixel lies among the middles of fewer pixels. */
const place = (index: number, length: number, fewer: number): number =>
  Math.min(fewer - 1, Math.max(0, ((index + 0.5) * fewer) / length - 0.5));

/** `rows`: slope and offset over luma of how much is replaced, and of the two chromas. */
function colourRow(data: Uint8ClampedArray, rows: readonly Float32Array[], share: number): void {
  const [slope, offset, redSlope, redOffset, blueSlope, blueOffset] = rows as [F, F, F, F, F, F];
  for (let x = 0, at = 0; at < data.length; x++, at += 4) {
    const luma = (0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!) / 255;
    const replaced = Math.min(1, share * (slope[x]! * luma + offset[x]!));
    if (replaced < LEAST) continue;
    const red = (data[at]! / 255 - luma) * (1 - replaced) + share * (redSlope[x]! * luma + redOffset[x]!);
    const blue = (data[at + 2]! / 255 - luma) * (1 - replaced) + share * (blueSlope[x]! * luma + blueOffset[x]!);
    const green = -(0.299 * red + 0.114 * blue) / 0.587;
    const room = Math.min(roomFor(red, luma), roomFor(green, luma), roomFor(blue, luma));
    data[at] = 255 * (luma + red * room);
    data[at + 1] = 255 * (luma + green * room);
    data[at + 2] = 255 * (luma + blue * room);
  }
}

type F = Float32Array;

/** The share of a difference from luma that stays within 0..1, at most 1. */
function roomFor(difference: number, luma: number): number {
  const most = difference > 0 ? 1 - luma : luma;
  return Math.abs(difference) > most ? most / Math.abs(difference) : 1;
}
