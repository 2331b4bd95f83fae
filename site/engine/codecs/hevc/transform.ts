import type { Plane } from './frame.ts';

/** Cosines of multiples of π / 64 as integers (H.265, 8.6.4.2); the first is that of the mean. */
const COSINES = Int8Array.of(
  ...[
    64, 90, 90, 90, 89, 88, 87, 85, 83, 82, 80, 78, 75, 73, 70, 67, 64, 61, 57, 54, 50, 46, 43, 38, 36, 31, 25, 22, 18,
  ],
  ...[13, 9, 4, 0],
);

/** The first half of each basis function of a side of 2^log2, row by row: the second half mirrors it, with a sign if it is odd. */
function halfBasis(log2: number): Int8Array {
  const side = 1 << log2;
  const half = side >> 1;
  const basis = new Int8Array(side * half);
  for (let k = 0; k < side; k++)
    for (let x = 0; x < half; x++) {
      const angle = ((2 * x + 1) * k * (32 / side)) & 127;
      const folded = angle > 64 ? 128 - angle : angle;
      basis[k * half + x] = folded <= 32 ? COSINES[folded]! : -COSINES[64 - folded]!;
    }
  return basis;
}

const BASES: readonly Int8Array[] = [0, 1, 2, 3, 4, 5].map(halfBasis);

/** The sine transform of predicted blocks of luma of 4 × 4. */
const SINES = Int8Array.of(29, 55, 74, 84, 74, 74, 0, -74, 84, -29, -74, 55, 55, -84, 74, -29);

const MAX_SIDE = 32;
const columns = new Int32Array(MAX_SIDE * MAX_SIDE);

/** What is added to the prediction of a block. `kind`: how its coefficients become samples. */
export type Residual = {
  readonly plane: Plane;
  /** Position of the block in samples of the plane. */
  readonly x: number;
  readonly y: number;
  readonly log2: number;
  readonly kind: 'cosines' | 'sines' | 'skipped' | 'lossless';
  /** Row by row; zeros afterwards. */
  readonly coefficients: Int32Array;
  /** The last column and the last row with a coefficient. */
  readonly lastX: number;
  readonly lastY: number;
};

/** Adds a residual to the samples of its plane. */
export function addResidual(residual: Residual): void {
  const { kind, coefficients, log2, plane, lastX, lastY } = residual;
  const shift = 20 - plane.bits;
  switch (kind) {
    case 'cosines':
      if (lastX === 0 && lastY === 0) {
        addConstant(residual, shift);
        return;
      }
      transformColumns(residual);
      transformRows(residual, shift);
      break;
    case 'sines':
      transformSines(coefficients, shift);
      break;
    case 'skipped':
      for (let i = 0; i < 1 << (2 * log2); i++)
        coefficients[i] = ((coefficients[i]! << (5 + log2)) + (1 << (shift - 1))) >> shift;
      break;
    case 'lossless':
      break;
  }
  addSamples(residual);
}

function addConstant({ coefficients, log2, plane, x, y }: Residual, shift: number): void {
  const first = (coefficients[0]! * 64 + 64) >> 7;
  const value = (first * 64 + (1 << (shift - 1))) >> shift;
  coefficients[0] = 0;
  const { data, width, bits } = plane;
  const side = 1 << log2;
  const max = (1 << bits) - 1;
  for (let row = 0; row < side; row++) {
    const start = (y + row) * width + x;
    for (let i = start; i < start + side; i++) {
      const sum = data[i]! + value;
      data[i] = sum < 0 ? 0 : Math.min(sum, max);
    }
  }
}

/** Transforms the columns that are not empty, into `columns`. */
function transformColumns({ coefficients, log2, lastX, lastY }: Residual): void {
  const side = 1 << log2;
  const half = side >> 1;
  const basis = BASES[log2]!;
  for (let x = 0; x <= lastX; x++)
    for (let y = 0; y < half; y++) {
      let even = 0;
      let odd = 0;
      for (let k = 0; k <= lastY; k += 2) even += coefficients[(k << log2) + x]! * basis[k * half + y]!;
      for (let k = 1; k <= lastY; k += 2) odd += coefficients[(k << log2) + x]! * basis[k * half + y]!;
      columns[(y << log2) + x] = limit((even + odd + 64) >> 7);
      columns[((side - 1 - y) << log2) + x] = limit((even - odd + 64) >> 7);
    }
}

function transformRows({ coefficients, log2, lastX }: Residual, shift: number): void {
  const side = 1 << log2;
  const half = side >> 1;
  const basis = BASES[log2]!;
  const rounding = 1 << (shift - 1);
  for (let y = 0; y < side; y++) {
    const row = y << log2;
    for (let x = 0; x < half; x++) {
      let even = rounding;
      let odd = 0;
      for (let k = 0; k <= lastX; k += 2) even += columns[row + k]! * basis[k * half + x]!;
      for (let k = 1; k <= lastX; k += 2) odd += columns[row + k]! * basis[k * half + x]!;
      coefficients[row + x] = (even + odd) >> shift;
      coefficients[row + side - 1 - x] = (even - odd) >> shift;
    }
  }
}

function transformSines(coefficients: Int32Array, shift: number): void {
  for (let x = 0; x < 4; x++)
    for (let y = 0; y < 4; y++) {
      let sum = 64;
      for (let k = 0; k < 4; k++) sum += coefficients[4 * k + x]! * SINES[4 * k + y]!;
      columns[4 * y + x] = limit(sum >> 7);
    }
  for (let y = 0; y < 4; y++)
    for (let x = 0; x < 4; x++) {
      let sum = 1 << (shift - 1);
      for (let k = 0; k < 4; k++) sum += columns[4 * y + k]! * SINES[4 * k + x]!;
      coefficients[4 * y + x] = sum >> shift;
    }
}

const limit = (value: number): number => (value < -32768 ? -32768 : Math.min(value, 32767));

function addSamples({ coefficients, log2, plane, x, y }: Residual): void {
  const { data, width, bits } = plane;
  const side = 1 << log2;
  const max = (1 << bits) - 1;
  for (let row = 0; row < side; row++) {
    const start = (y + row) * width + x;
    const from = row << log2;
    for (let column = 0; column < side; column++) {
      const sum = data[start + column]! + coefficients[from + column]!;
      data[start + column] = sum < 0 ? 0 : Math.min(sum, max);
    }
  }
  coefficients.fill(0, 0, 1 << (2 * log2));
}
