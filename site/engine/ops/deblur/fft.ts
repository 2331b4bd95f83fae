import type { Size } from '../../types.ts';

/** A complex two-dimensional field, row by row; `width` and `height` are powers of two. */
export type ComplexField = Size & {
  readonly real: Float32Array<ArrayBuffer>;
  readonly imag: Float32Array<ArrayBuffer>;
};

/** Twiddle factors and bit-reversed indices for one transform length. */
type FourierTables = { readonly cos: Float64Array; readonly sin: Float64Array; readonly reversed: Uint32Array };

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

/** Creates a two-dimensional fast Fourier transform (Cooley and Tukey 1965, radix 2, decimation in time). */
export function createFourier({ width, height }: Size): Fourier {
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

/** Precomputes the tables for a length. Throws if it is not a power of two. */
function createTables(length: number): FourierTables {
  if (2 ** Math.round(Math.log2(length)) !== length) throw new Error(`${length} is not a power of two`);
  const half = length / 2;
  const bits = Math.log2(length);
  const reversed = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    let value = 0;
    for (let b = 0; b < bits; b++) value |= ((i >> b) & 1) << (bits - 1 - b);
    reversed[i] = value;
  }
  return {
    cos: Float64Array.from({ length: half }, (_, i) => Math.cos((2 * Math.PI * i) / length)),
    sin: Float64Array.from({ length: half }, (_, i) => -Math.sin((2 * Math.PI * i) / length)),
    reversed,
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
