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
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const at = { x: (column + 0.5) * step, y: (row + 0.5) * step };
      let v = { x: 0, y: 0 };
      for (let turn = 0; turn < 3; turn++) {
        const there = vectorAt(motion, at.x + v.x, at.y + v.y);
        v = { x: -there.x, y: -there.y };
      }
      set(out, row * width + column, v);
    }
  return out;
}

export type Vector = { readonly x: number; readonly y: number };

/** The vector at a place in pixels. */
export function vectorAt({ width, height, step, x, y }: Motion, px: number, py: number): Vector {
  const column = Math.min(width - 1, Math.max(0, px / step - 0.5));
  const row = Math.min(height - 1, Math.max(0, py / step - 0.5));
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const [fx, fy] = [column - left, row - top];
  const [a, b, c, d] = [top * width + left, top * width + right, bottom * width + left, bottom * width + right];
  const [wa, wb, wc, wd] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy];
  return {
    x: wa * (x[a] as number) + wb * (x[b] as number) + wc * (x[c] as number) + wd * (x[d] as number),
    y: wa * (y[a] as number) + wb * (y[b] as number) + wc * (y[c] as number) + wd * (y[d] as number),
  };
}

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
