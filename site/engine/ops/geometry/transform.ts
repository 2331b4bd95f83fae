import type { Box, Geometry, Pixels } from '../../types.ts';
import { cropPixels } from '../crop.ts';
import { scaleProgress } from '../progress.ts';
import { resizePixels } from '../resize/resize.ts';
import { cubicWeight } from '../resize/weights.ts';
import { cropBox, resultSize, turnedSize } from './geometry.ts';

/** Rows between two reports of progress. */
const ROWS_PER_STEP = 32;

/**
 * Mirrors, turns, straightens, crops and resizes a picture. Quarter turns and crops copy pixels; straightening samples
 * by a cubic kernel; resizing is that of `resize.ts`, in linear light when it shrinks.
 */
export function* transformPixels(pixels: Pixels, geometry: Geometry): Generator<number, Pixels> {
  const upright = yield* scaleProgress(turn(pixels, geometry.flipped, geometry.turns), 0, 0.2);
  const box = cropBox(pixels, geometry);
  const part =
    geometry.angle === 0 ? cropTo(upright, box) : yield* scaleProgress(straighten(upright, box, geometry), 0.2, 0.7);
  const size = resultSize(pixels, geometry);
  return resizePixels(part, { ...size, kernel: 'lanczos', linear: geometry.scale < 1 });
}

const cropTo = (pixels: Pixels, box: Box): Pixels =>
  box.width === pixels.width && box.height === pixels.height ? pixels : cropPixels(pixels, box);

/** Mirrors left to right, then turns clockwise by quarters. */
function* turn(pixels: Pixels, flipped: boolean, turns: Geometry['turns']): Generator<number, Pixels> {
  if (!flipped && turns === 0) return pixels;
  const { width, height } = turnedSize(pixels, turns);
  const source = new Uint32Array(pixels.data.buffer, pixels.data.byteOffset, pixels.width * pixels.height);
  const out = new Uint32Array(width * height);
  // Index of the source of the first pixel, and its steps along a row and a column of the result.
  const at = (x: number, y: number): number => {
    const [u, v] = unturned(x, y, { turns, width: pixels.width, height: pixels.height });
    return v * pixels.width + (flipped ? pixels.width - 1 - u : u);
  };
  const first = at(0, 0);
  const across = width > 1 ? at(1, 0) - first : 0;
  const down = height > 1 ? at(0, 1) - first : 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0, from = first + y * down, to = y * width; x < width; x++, from += across, to++)
      out[to] = source[from]!;
    if (y % ROWS_PER_STEP === 0) yield y / height;
  }
  return { width, height, data: new Uint8ClampedArray(out.buffer) };
}

type Turned = { readonly turns: Geometry['turns']; readonly width: number; readonly height: number };

/** The position before clockwise quarter turns; `width` and `height` of the picture before. */
function unturned(x: number, y: number, { turns, width, height }: Turned): readonly [number, number] {
  switch (turns) {
    case 0:
      return [x, y];
    case 1:
      return [y, height - 1 - x];
    case 2:
      return [width - 1 - x, height - 1 - y];
    case 3:
      return [width - 1 - y, x];
  }
}

/** Samples a box of a picture that is turned about its centre by `angle` degrees clockwise. */
function* straighten(picture: Pixels, box: Box, geometry: Geometry): Generator<number, Pixels> {
  const frame = cropBox(picture, { ...geometry, turns: 0, crop: { x: 0, y: 0, width: 1, height: 1 } });
  const radians = (geometry.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const out = new Uint8ClampedArray(box.width * box.height * 4);
  const sample = cubicSampler(picture);
  for (let y = 0; y < box.height; y++) {
    const v = box.y + y + 0.5 - frame.height / 2;
    for (let x = 0; x < box.width; x++) {
      const u = box.x + x + 0.5 - frame.width / 2;
      const sourceX = picture.width / 2 + cos * u + sin * v - 0.5;
      const sourceY = picture.height / 2 - sin * u + cos * v - 0.5;
      out.set(sample(sourceX, sourceY), 4 * (y * box.width + x));
    }
    if (y % ROWS_PER_STEP === 0) yield y / box.height;
  }
  return { width: box.width, height: box.height, data: out };
}

/** Returns RGBA between pixels, by the cubic kernel of `weights.ts`; colours are weighted by alpha. The array is reused. */
function cubicSampler({ width, height, data }: Pixels): (x: number, y: number) => Float32Array {
  const [wx, wy] = [new Float32Array(4), new Float32Array(4)];
  const colour = new Float32Array(4);
  return (x, y) => {
    const [left, top] = [Math.floor(x) - 1, Math.floor(y) - 1];
    for (let i = 0; i < 4; i++) {
      wx[i] = cubicWeight(left + i - x);
      wy[i] = cubicWeight(top + i - y);
    }
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (let j = 0; j < 4; j++) {
      const row = Math.min(Math.max(top + j, 0), height - 1) * width;
      for (let i = 0; i < 4; i++) {
        const at = 4 * (row + Math.min(Math.max(left + i, 0), width - 1));
        const weight = wx[i]! * wy[j]! * data[at + 3]!;
        red += weight * data[at]!;
        green += weight * data[at + 1]!;
        blue += weight * data[at + 2]!;
        alpha += weight;
      }
    }
    const scale = alpha > 0 ? 1 / alpha : 0;
    colour[0] = red * scale;
    colour[1] = green * scale;
    colour[2] = blue * scale;
    colour[3] = alpha;
    return colour;
  };
}
