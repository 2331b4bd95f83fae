import type { Size } from '../../types.ts';

/**
 * Equations on a grid of pixels: each value is drawn to its neighbours by the weights of the links to them, and to 0 by
 * `anchor`; fixed values stay.
 */
export type Grid = Size & {
  /** Weight of the link to the right neighbour; 0 in the last column. */
  readonly right: Float32Array;
  /** Weight of the link to the neighbour below; 0 in the last row. */
  readonly down: Float32Array;
  readonly anchor: number;
  /** Not 0 where a value is fixed. */
  readonly fixed: Uint16Array;
};

/** The residual falls by this factor, or the rounds come to their end. */
const FALL = 1e-3;

/**
 * Solves the equations for several sets of values, each in place: conjugate gradients (Hestenes and Stiefel 1952) with
 * an incomplete Cholesky factor of the five-point grid (Meijerink and van der Vorst 1977). Values hold what is fixed, and
 * a first guess elsewhere; at most `rounds` for each set. Yields its share done.
 */
export function* solve(grid: Grid, sets: readonly Float32Array[], rounds: number): Generator<number, void> {
  const factor = factorOf(grid);
  for (const [index, values] of sets.entries()) {
    const { length } = values;
    const residual = new Float32Array(length);
    const guided = new Float32Array(length);
    const step = new Float32Array(length);
    const image = new Float32Array(length);
    multiply(grid, values, residual);
    for (let i = 0; i < length; i++) residual[i] = grid.fixed[i] ? 0 : -residual[i]!;
    precondition(grid, factor, { from: residual, to: guided });
    step.set(guided);
    let energy = dot(residual, guided);
    const enough = Math.max(1e-9, FALL * FALL * energy);
    for (let round = 0; round < rounds && energy > enough; round++) {
      multiply(grid, step, image);
      const along = energy / dot(step, image);
      for (let i = 0; i < length; i++) {
        if (grid.fixed[i]) continue;
        values[i] = values[i]! + along * step[i]!;
        residual[i] = residual[i]! - along * image[i]!;
      }
      precondition(grid, factor, { from: residual, to: guided });
      const next = dot(residual, guided);
      const turn = next / energy;
      energy = next;
      for (let i = 0; i < length; i++) step[i] = guided[i]! + turn * step[i]!;
      yield (index + round / rounds) / sets.length;
    }
  }
}

/** `to`: what the values of `from` are out of balance by. */
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

/** One over the diagonal of the factor; links to fixed values are not part of the equations. */
function factorOf({ width, height, right, down, anchor, fixed }: Grid): Float32Array {
  const inverse = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (fixed[i]) continue;
      const left = x > 0 ? right[i - 1]! : 0;
      const up = y > 0 ? down[i - width]! : 0;
      let pivot = anchor + left + up + right[i]! + down[i]!;
      // `inverse` is 0 for fixed neighbours, which takes them out of the sums.
      if (x > 0) pivot -= left * left * inverse[i - 1]!;
      if (y > 0) pivot -= up * up * inverse[i - width]!;
      inverse[i] = 1 / Math.max(1e-12, pivot);
    }
  return inverse;
}

type Move = { readonly from: Float32Array; readonly to: Float32Array };

/** Solves with the factor: forwards, then back. */
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
