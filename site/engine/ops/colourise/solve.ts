import type { Size } from '../../types.ts';

/** Linear system on a pixel grid: links pull each value to its neighbours, `anchor` pulls it to 0; fixed values stay. */
export type Grid = Size & {
  /** Weight of the link to the right neighbour; 0 in the last column. */
  readonly right: Float32Array;
  /** Weight of the link to the neighbour below; 0 in the last row. */
  readonly down: Float32Array;
  readonly anchor: number;
  /** Non-zero where a value is fixed. */
  readonly fixed: Uint16Array;
};

/** Reduction of the residual at which iterations stop. */
const TOLERANCE = 1e-3;

/**
 * Solves the system for several right-hand sides, each in place: conjugate gradients (Hestenes and Stiefel 1952),
 * preconditioned by an incomplete Cholesky factor of the five-point grid (Meijerink and van der Vorst 1977). `sets` hold the
 * fixed values, and an initial guess elsewhere; at most `maxIterations` for each. Yields the fraction done.
 */
export function* solve(grid: Grid, sets: readonly Float32Array[], maxIterations: number): Generator<number, void> {
  const factor = factorOf(grid);
  for (const [index, values] of sets.entries()) {
    const { length } = values;
    const residual = new Float32Array(length);
    const preconditioned = new Float32Array(length);
    const step = new Float32Array(length);
    const image = new Float32Array(length);
    multiply(grid, values, residual);
    for (let i = 0; i < length; i++) residual[i] = grid.fixed[i] ? 0 : -residual[i]!;
    precondition(grid, factor, { from: residual, to: preconditioned });
    step.set(preconditioned);
    let energy = dot(residual, preconditioned);
    const target = Math.max(1e-9, TOLERANCE * TOLERANCE * energy);
    for (let round = 0; round < maxIterations && energy > target; round++) {
      multiply(grid, step, image);
      const along = energy / dot(step, image);
      for (let i = 0; i < length; i++) {
        if (grid.fixed[i]) continue;
        values[i] = values[i]! + along * step[i]!;
        residual[i] = residual[i]! - along * image[i]!;
      }
      precondition(grid, factor, { from: residual, to: preconditioned });
      const next = dot(residual, preconditioned);
      const turn = next / energy;
      energy = next;
      for (let i = 0; i < length; i++) step[i] = preconditioned[i]! + turn * step[i]!;
      yield (index + round / maxIterations) / sets.length;
    }
  }
}

/** Multiplies the system matrix by `from`. */
function multiply({ width, height, right, down, anchor }: Grid, from: Float32Array, to: Float32Array): void {
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const value = from[i]!;
      let sum = anchor * value;
      if (x > 0) sum += right[i - 1]! * (value - from[i - 1]!);
      if (x + 1 < width) sum += right[i]! * (value - from[i + 1]!);
      if (y > 0) sum += down[i - width]! * (value - from[i - width]!);
      if (y + 1 < height) sum += down[i]! * (value - from[i + width]!);
      to[i] = sum;
    }
}

/** Inverse diagonal of the incomplete Cholesky factor; links to fixed values are excluded. */
function factorOf({ width, height, right, down, anchor, fixed }: Grid): Float32Array {
  const inverse = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (fixed[i]) continue;
      const left = x > 0 ? right[i - 1]! : 0;
      const up = y > 0 ? down[i - width]! : 0;
      let pivot = anchor + left + up + right[i]! + down[i]!;
      // `inverse` is 0 for fixed neighbours, which excludes them from the sums.
      if (x > 0) pivot -= left * left * inverse[i - 1]!;
      if (y > 0) pivot -= up * up * inverse[i - width]!;
      inverse[i] = 1 / Math.max(1e-12, pivot);
    }
  return inverse;
}

type Move = { readonly from: Float32Array; readonly to: Float32Array };

/** Applies the preconditioner: forward, then backward substitution. */
function precondition({ width, height, right, down }: Grid, inverse: Float32Array, { from, to }: Move): void {
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      let sum = from[i]!;
      if (x > 0) sum += right[i - 1]! * to[i - 1]!;
      if (y > 0) sum += down[i - width]! * to[i - width]!;
      to[i] = sum * inverse[i]!;
    }
  for (let y = height - 1, i = width * height - 1; y >= 0; y--)
    for (let x = width - 1; x >= 0; x--, i--) {
      let sum = 0;
      if (x + 1 < width) sum += right[i]! * to[i + 1]!;
      if (y + 1 < height) sum += down[i]! * to[i + width]!;
      to[i] = to[i]! + sum * inverse[i]!;
    }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
