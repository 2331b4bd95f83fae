import type { Pixels, Plane, Size } from '../../types.ts';
import { guidedModel } from '../filter/guided.ts';
import { lumaPlane, planeOf, rgbPlanes, stackPlanes } from '../planes.ts';
import { resizePixels } from '../resize/resize.ts';
import { spreadStrokes } from './spread.ts';
import type { Strokes } from './strokes.ts';

/** Pixels of the grid on which colours are spread; brightness stays at full size. */
const MAX_GRID_PIXELS = 360_000;

/** Guided filter by which colours follow the full-size brightness within a grid pixel. */
const FINE = { radius: 1, epsilon: 1e-4 } as const;

/** A smaller fraction of a colour is invisible. */
const MIN_VISIBLE_FRACTION = 1 / 512;

/** Rows between two yields. */
const ROWS_PER_YIELD = 64;

/**
 * Colours a picture by strokes whose colours spread over it, computed on a grid and upscaled by their relation to luma (He
 * and Sun 2015, "Fast guided filter"). The luma (Rec. 601 of sRGB values) stays; colours outside the gamut at a luma are
 * desaturated until they fit. `strength` is 0..1. Pixels that no colour reaches stay identical. Yields the fraction done.
 */
export function* colouredByStrokes(picture: Pixels, strokes: Strokes, strength: number): Generator<number, Pixels> {
  const { width, height } = picture;
  const factor = Math.min(1, Math.sqrt(MAX_GRID_PIXELS / (width * height)));
  const size = { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
  const luma = lumaPlane(rgbPlanes(resizePixels(picture, { ...size, kernel: 'area', linear: false })));
  const work = spreadStrokes(luma, strokes);
  let step = work.next();
  for (; !step.done; step = work.next()) yield 0.8 * step.value;
  const spread = step.value;
  const planes = [0, 1, 2].flatMap((index) => {
    const { slopes, offset } = guidedModel(stackPlanes([luma]), planeOf(spread, index), FINE);
    return [planeOf(slopes, 0), offset];
  });
  const data = new Uint8ClampedArray(picture.data);
  const rows = planes.map(() => new Float32Array(width));
  for (let y = 0; y < height; y++) {
    if (y % ROWS_PER_YIELD === 0) yield 0.8 + (0.2 * y) / height;
    for (const [index, plane] of planes.entries()) readRow(plane, { width, height, y }, rows[index]!);
    colourRow(data.subarray(4 * y * width, 4 * (y + 1) * width), rows, strength);
  }
  return { width, height, data };
}

type Row = Size & { readonly y: number };

/** Reads row `y` of a plane as if it were upscaled linearly to a size. */
function readRow({ data, ...from }: Plane, { width, height, y }: Row, to: Float32Array): void {
  const v = sourcePosition(y, height, from.height);
  const [upper, lower] = [Math.floor(v) * from.width, Math.ceil(v) * from.width];
  const fall = v - Math.floor(v);
  for (let x = 0; x < width; x++) {
    const u = sourcePosition(x, width, from.width);
    const [left, right] = [Math.floor(u), Math.ceil(u)];
    const above = data[upper + left]! + (data[upper + right]! - data[upper + left]!) * (u - left);
    const below = data[lower + left]! + (data[lower + right]! - data[lower + left]!) * (u - left);
    to[x] = above + (below - above) * fall;
  }
}

/** Position of a pixel's centre among the centres of a smaller number of pixels. */
const sourcePosition = (index: number, length: number, fewer: number): number =>
  Math.min(fewer - 1, Math.max(0, ((index + 0.5) * fewer) / length - 0.5));

/** Colours one row. `rows` holds slope and offset over luma of the replaced fraction and of the two chromas. */
function colourRow(data: Uint8ClampedArray, rows: readonly Float32Array[], strength: number): void {
  const [slope, offset, redSlope, redOffset, blueSlope, blueOffset] = rows as [F, F, F, F, F, F];
  for (let x = 0, at = 0; at < data.length; x++, at += 4) {
    const luma = (0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!) / 255;
    const replaced = Math.min(1, strength * (slope[x]! * luma + offset[x]!));
    if (replaced < MIN_VISIBLE_FRACTION) continue;
    const red = (data[at]! / 255 - luma) * (1 - replaced) + strength * (redSlope[x]! * luma + redOffset[x]!);
    const blue = (data[at + 2]! / 255 - luma) * (1 - replaced) + strength * (blueSlope[x]! * luma + blueOffset[x]!);
    const green = -(0.299 * red + 0.114 * blue) / 0.587;
    const scale = Math.min(gamutScale(red, luma), gamutScale(green, luma), gamutScale(blue, luma));
    data[at] = 255 * (luma + red * scale);
    data[at + 1] = 255 * (luma + green * scale);
    data[at + 2] = 255 * (luma + blue * scale);
  }
}

type F = Float32Array;

/** Largest factor (at most 1) that keeps luma plus the scaled difference within 0..1. */
function gamutScale(difference: number, luma: number): number {
  const max = difference > 0 ? 1 - luma : luma;
  return Math.abs(difference) > max ? max / Math.abs(difference) : 1;
}
