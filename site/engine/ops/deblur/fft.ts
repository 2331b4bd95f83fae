import type { Size } from '../../types.ts';
import { createTables, type FourierTables } from './fourier-tables.ts';
import { createSimdFields } from './simd-fields.ts';

/** A complex two-dimensional field, row by row; `width` and `height` are powers of two. */
export type ComplexField = Size & {
  readonly real: Float32Array<ArrayBuffer>;
  readonly imag: Float32Array<ArrayBuffer>;
};

/** Fourier transforms of one size, with precomputed tables. */
export type Fourier = Size & {
  /** Transforms in place, without scaling. */
  readonly forward: (field: ComplexField) => void;
  /** Inverse transform in place, scaled so that `inverse(forward(x))` is x. */
  readonly inverse: (field: ComplexField) => void;
};

/** A field of zeros. */
export const emptyField = ({ width, height }: Size): ComplexField => ({
  width,
  height,
  real: new Float32Array(width * height),
  imag: new Float32Array(width * height),
});

/** The smallest power of two that is at least `length`. */
export const nextPowerOfTwo = (length: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, length)));

/** Creates a two-dimensional fast Fourier transform, by compiled SIMD routines where the device has them. */
export const createFourier = (size: Size): Fourier => simdFourier(size) ?? referenceFourier(size);

function simdFourier(size: Size): Fourier | null {
  const simd = createSimdFields(size, 1);
  if (!simd) return null;
  const buffer = simd.field();
  const transform = (direction: 'forward' | 'inverse') => (field: ComplexField) => {
    buffer.real.data.set(field.real);
    buffer.imag.data.set(field.imag);
    simd[direction](buffer);
    field.real.set(buffer.real.data);
    field.imag.set(buffer.imag.data);
  };
  return { ...size, forward: transform('forward'), inverse: transform('inverse') };
}

/** The transform in TypeScript (Cooley and Tukey 1965, radix 2, decimation in time), the reference of the compiled routines. */
function referenceFourier({ width, height }: Size): Fourier {
  const across = createTables(width);
  const down = createTables(height);
  const forward = (field: ComplexField) => {
    for (let y = 0; y < height; y++) transformRow(field, y * width, across);
    transformColumns(field, down);
  };
  return {
    width,
    height,
    forward,
    // Swapping real and imaginary parts turns the forward transform into the inverse.
    inverse: (field) => {
      forward({ width, height, real: field.imag, imag: field.real });
      const scale = 1 / (width * height);
      for (let i = 0; i < field.real.length; i++) {
        field.real[i] = field.real[i]! * scale;
        field.imag[i] = field.imag[i]! * scale;
      }
    },
  };
}

/** Transforms one row that starts at index `start`. */
function transformRow({ real, imag }: ComplexField, start: number, { cos, sin, reversed }: FourierTables): void {
  const length = reversed.length;
  for (let i = 0; i < length; i++) {
    const j = reversed[i]!;
    if (j <= i) continue;
    const re = real[start + i]!;
    const im = imag[start + i]!;
    real[start + i] = real[start + j]!;
    imag[start + i] = imag[start + j]!;
    real[start + j] = re;
    imag[start + j] = im;
  }
  for (let half = 1; half < length; half *= 2) {
    const stride = length / (2 * half);
    for (let block = 0; block < length; block += 2 * half) {
      for (let k = 0, twiddle = 0; k < half; k++, twiddle += stride) {
        const top = start + block + k;
        const bottom = top + half;
        const c = cos[twiddle]!;
        const s = sin[twiddle]!;
        const re = real[bottom]! * c - imag[bottom]! * s;
        const im = real[bottom]! * s + imag[bottom]! * c;
        real[bottom] = real[top]! - re;
        imag[bottom] = imag[top]! - im;
        real[top] = real[top]! + re;
        imag[top] = imag[top]! + im;
      }
    }
  }
}

/** Transforms all columns at once: each butterfly combines two whole rows, so that memory is read sequentially. */
function transformColumns({ width, height, real, imag }: ComplexField, { cos, sin, reversed }: FourierTables): void {
  for (let i = 0; i < height; i++) {
    const j = reversed[i]!;
    if (j <= i) continue;
    swapRows(real, { a: i * width, b: j * width, width });
    swapRows(imag, { a: i * width, b: j * width, width });
  }
  for (let half = 1; half < height; half *= 2) {
    const stride = height / (2 * half);
    for (let block = 0; block < height; block += 2 * half) {
      for (let k = 0, twiddle = 0; k < half; k++, twiddle += stride) {
        const c = cos[twiddle]!;
        const s = sin[twiddle]!;
        const end = (block + k + 1) * width;
        for (let top = end - width, bottom = top + half * width; top < end; top++, bottom++) {
          const re = real[bottom]! * c - imag[bottom]! * s;
          const im = real[bottom]! * s + imag[bottom]! * c;
          real[bottom] = real[top]! - re;
          imag[bottom] = imag[top]! - im;
          real[top] = real[top]! + re;
          imag[top] = imag[top]! + im;
        }
      }
    }
  }
}

type RowPair = { readonly a: number; readonly b: number; readonly width: number };

function swapRows(data: Float32Array, { a, b, width }: RowPair): void {
  const kept = data.slice(a, a + width);
  data.copyWithin(a, b, b + width);
  data.set(kept, b);
}
