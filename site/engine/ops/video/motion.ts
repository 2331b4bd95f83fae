import type { Size } from '../../types.ts';
import { type Block, blockVectors } from './blocks.ts';
import { globalShift } from './shift.ts';
import type { Channel } from './yuv.ts';

/** Luma with a map of the pixels that may be compared: those of the picture itself, not of a mark. */
export type Seen = Channel & { readonly valid: Uint8Array };

/**
 * Where a picture's content is found in another one: at p + (x, y) for a pixel p. Vectors lie on a grid of `step`
 * pixels, in its middle; between them they are interpolated.
 */
export type Motion = Size & { readonly step: number; readonly x: Float32Array; readonly y: Float32Array };

/** Vectors nearer to nothing than this are nothing: a picture that stands still is copied, not resampled. */
const STILL = 0.12;

/**
 * Motion from one picture to another of the same size: the best common shift by search over a pyramid, then blocks of
 * 16 pixels around it with parts of a pixel by a parabola; where nothing can be compared, what blocks around say,
 * weighted by their nearness. Null where the pictures have nothing in common, as at a cut.
 */
export function motionBetween(from: Seen, to: Seen): Motion | null {
  const shift = globalShift(from, to);
  if (!shift) return null;
  const blocks = blockVectors(from, to, shift);
  const known = blocks.blocks.filter((block): block is Block => block !== null);
  const { width, height, step } = blocks;
  if (known.length === 0) return uniform({ width, height, step }, shift);
  const middle = { x: median(known.map(({ x }) => x)), y: median(known.map(({ y }) => y)) };
  // A block far from all others has found another thing that looks alike.
  const spread = Math.max(1, 3 * median(known.map(({ x, y }) => Math.hypot(x - middle.x, y - middle.y))));
  const good = known.filter(({ x, y }) => Math.hypot(x - middle.x, y - middle.y) <= spread + 2);
  const field = uniform({ width, height, step }, middle);
  const nearness = Float64Array.from({ length: width ** 2 + height ** 2 }, (_, square) => (1 + square) ** -1.5);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      let [sx, sy, sum] = [0, 0, 0];
      for (const block of good) {
        const square = (block.column - column) ** 2 + (block.row - row) ** 2;
        const weight = block.weight * (nearness[square] as number);
        sx += weight * block.x;
        sy += weight * block.y;
        sum += weight;
      }
      if (sum > 0) set(field, row * width + column, { x: sx / sum, y: sy / sum });
    }
  return field;
}

/** The way back: where the content of the second picture was in the first. */
export function inverse(motion: Motion): Motion {
  const { width, height, step } = motion;
  const out = uniform(motion, { x: 0, y: 0 });
  const place = { x: new Float64Array(1), y: new Float64Array(1) };
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const at = { x: (column + 0.5) * step - 0.5, y: (row + 0.5) * step - 0.5 };
      let v = { x: 0, y: 0 };
      for (let turn = 0; turn < 3; turn++) {
        const from = { x: at.x + v.x, y: at.y + v.y };
        place.x[0] = from.x;
        place.y[0] = from.y;
        advance(motion, place, 0);
        v = { x: from.x - (place.x[0] as number), y: from.y - (place.y[0] as number) };
      }
      set(out, row * width + column, v);
    }
  return out;
}

/** Places in pixels. */
export type Places = { readonly x: Float64Array; readonly y: Float64Array };

/** Moves one of the places to where its content is found: in place, as that is done for every pixel of a mark. */
export function advance(motion: Motion, places: Places, i: number): void {
  const { width, height, step } = motion;
  const px = places.x[i] as number;
  const py = places.y[i] as number;
  const column = Math.min(width - 1, Math.max(0, (px + 0.5) / step - 0.5));
  const row = Math.min(height - 1, Math.max(0, (py + 0.5) / step - 0.5));
  const left = Math.floor(column);
  const top = Math.floor(row);
  const fx = column - left;
  const fy = row - top;
  const a = top * width + left;
  const b = left + 1 < width ? a + 1 : a;
  const down = top + 1 < height ? width : 0;
  places.x[i] = px + between(motion.x, { a, b, down, fx, fy });
  places.y[i] = py + between(motion.y, { a, b, down, fx, fy });
}

type Cell = { readonly a: number; readonly b: number; readonly down: number; readonly fx: number; readonly fy: number };

const between = (grid: Float32Array, { a, b, down, fx, fy }: Cell): number =>
  (1 - fx) * (1 - fy) * (grid[a] as number) +
  fx * (1 - fy) * (grid[b] as number) +
  (1 - fx) * fy * (grid[a + down] as number) +
  fx * fy * (grid[b + down] as number);

export type Vector = { readonly x: number; readonly y: number };

function uniform({ width, height, step }: Size & { readonly step: number }, { x, y }: Vector): Motion {
  const motion = { width, height, step, x: new Float32Array(width * height), y: new Float32Array(width * height) };
  for (let i = 0; i < width * height; i++) set(motion, i, { x, y });
  return motion;
}

function set(motion: Motion, at: number, { x, y }: Vector): void {
  const still = Math.hypot(x, y) < STILL;
  motion.x[at] = still ? 0 : x;
  motion.y[at] = still ? 0 : y;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
