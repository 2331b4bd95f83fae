import type { Size } from '../../types.ts';
import { median } from '../scalars.ts';
import { type BlockMotion, estimateGlobalShift, matchBlocks } from './match.ts';
import type { MaskedPlane, Vector } from './sample.ts';

/**
 * Motion from one picture to another: the content of pixel p is found at p + (x, y). Vectors belong to the centres of square
 * cells of `step` pixels; between them they are interpolated.
 */
export type MotionField = Size & { readonly step: number; readonly x: Float32Array; readonly y: Float32Array };

/** Shorter vectors become 0, so that a static picture is copied rather than resampled. */
const MIN_MOTION_PX = 0.12;

/**
 * Estimates the motion between two pictures of the same size: a global shift, then block matching with sub-pixel precision.
 * The field interpolates all reliable blocks, weighted by distance. Null if the pictures do not match, as at a cut.
 */
export function estimateMotion(from: MaskedPlane, to: MaskedPlane): MotionField | null {
  const shift = estimateGlobalShift(from, to);
  if (!shift) return null;
  const blocks = matchBlocks(from, to, shift);
  const matched = blocks.blocks.filter((block): block is BlockMotion => block !== null);
  const { width, height, step } = blocks;
  if (matched.length === 0) return uniformField({ width, height, step }, shift);
  const typical = { x: median(matched.map(({ x }) => x)), y: median(matched.map(({ y }) => y)) };
  // Outliers have matched similar content elsewhere.
  const distances = matched.map(({ x, y }) => Math.hypot(x - typical.x, y - typical.y));
  const maxDistance = Math.max(1, 3 * median(distances)) + 2;
  const inliers = matched.filter((_, i) => (distances[i] as number) <= maxDistance);
  const field = uniformField({ width, height, step }, typical);
  const proximity = Float64Array.from({ length: width ** 2 + height ** 2 }, (_, squared) => (1 + squared) ** -1.5);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      let [sx, sy, sum] = [0, 0, 0];
      for (const block of inliers) {
        const squared = (block.column - column) ** 2 + (block.row - row) ** 2;
        const weight = block.weight * (proximity[squared] as number);
        sx += weight * block.x;
        sy += weight * block.y;
        sum += weight;
      }
      if (sum > 0) setVector(field, row * width + column, { x: sx / sum, y: sy / sum });
    }
  return field;
}

/** Inverts a motion field by fixed-point iteration: where the content of the second picture was in the first. */
export function invertMotion(motion: MotionField): MotionField {
  const { width, height, step } = motion;
  const out = uniformField(motion, { x: 0, y: 0 });
  const position = { x: new Float64Array(1), y: new Float64Array(1) };
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const at = { x: (column + 0.5) * step - 0.5, y: (row + 0.5) * step - 0.5 };
      let v = { x: 0, y: 0 };
      for (let iteration = 0; iteration < 3; iteration++) {
        const from = { x: at.x + v.x, y: at.y + v.y };
        position.x[0] = from.x;
        position.y[0] = from.y;
        followMotion(motion, position, 0);
        v = { x: from.x - (position.x[0] as number), y: from.y - (position.y[0] as number) };
      }
      setVector(out, row * width + column, v);
    }
  return out;
}

/** Positions in pixels. */
export type Positions = { readonly x: Float64Array; readonly y: Float64Array };

/** Moves position `i` along a motion field, in place (it runs for every watermarked pixel). */
export function followMotion(motion: MotionField, positions: Positions, i: number): void {
  const { width, height, step } = motion;
  const px = positions.x[i] as number;
  const py = positions.y[i] as number;
  const column = Math.min(width - 1, Math.max(0, (px + 0.5) / step - 0.5));
  const row = Math.min(height - 1, Math.max(0, (py + 0.5) / step - 0.5));
  const left = Math.floor(column);
  const top = Math.floor(row);
  const fx = column - left;
  const fy = row - top;
  const a = top * width + left;
  const b = left + 1 < width ? a + 1 : a;
  const down = top + 1 < height ? width : 0;
  positions.x[i] = px + bilinear(motion.x, { a, b, down, fx, fy });
  positions.y[i] = py + bilinear(motion.y, { a, b, down, fx, fy });
}

type Cell = { readonly a: number; readonly b: number; readonly down: number; readonly fx: number; readonly fy: number };

/** Bilinear interpolation in a grid. */
const bilinear = (grid: Float32Array, { a, b, down, fx, fy }: Cell): number =>
  (1 - fx) * (1 - fy) * (grid[a] as number) +
  fx * (1 - fy) * (grid[b] as number) +
  (1 - fx) * fy * (grid[a + down] as number) +
  fx * fy * (grid[b + down] as number);

/** A field of equal vectors. */
function uniformField({ width, height, step }: Size & { readonly step: number }, { x, y }: Vector): MotionField {
  const motion = { width, height, step, x: new Float32Array(width * height), y: new Float32Array(width * height) };
  for (let i = 0; i < width * height; i++) setVector(motion, i, { x, y });
  return motion;
}

/** Sets one vector; very short ones become 0. */
function setVector(motion: MotionField, at: number, { x, y }: Vector): void {
  const isStill = Math.hypot(x, y) < MIN_MOTION_PX;
  motion.x[at] = isStill ? 0 : x;
  motion.y[at] = isStill ? 0 : y;
}
