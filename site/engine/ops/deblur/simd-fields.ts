import { createSimd, type Simd, type SimdArray } from '../../simd/simd.ts';
import type { Size } from '../../types.ts';
import { createTables } from './fourier-tables.ts';

/** A complex field in the memory of the compiled routines. */
export type SimdField = {
  readonly real: SimdArray<Float32Array<ArrayBuffer>>;
  readonly imag: SimdArray<Float32Array<ArrayBuffer>>;
};

/** Compiled routines for complex fields of one size. */
export type SimdFields = {
  readonly simd: Simd;
  /** Reserves a field of zeros. */
  readonly field: () => SimdField;
  readonly forward: (field: SimdField) => void;
  readonly inverse: (field: SimdField) => void;
};

/** Vectors hold four numbers: fields with shorter sides stay with the reference. */
const MIN_SIDE_PX = 4;

/** Creates routines with memory for `fields` complex fields; null where SIMD is missing or the fields are too small. */
export function createSimdFields({ width, height }: Size, fields: number): SimdFields | null {
  if (Math.min(width, height) < MIN_SIDE_PX) return null;
  const scratchCount = 8 * Math.max(width, height);
  const simd = createSimd(8 * width * height * fields + 8 * (width + height) + 4 * scratchCount);
  if (!simd) return null;
  const { call, floats, integers } = simd;
  const lengths = [width, height] as const;
  // The routines expect the tables of both lengths one after the other.
  const [tables] = lengths.map((length) => {
    const { reversed, cos, sin } = createTables(length);
    const { at, data } = integers(length);
    data.set(reversed);
    const twiddles = floats(length).data;
    twiddles.set(cos);
    twiddles.set(sin, length / 2);
    return at;
  });
  const scratch = floats(scratchCount).at;
  const transform = (name: 'fourier' | 'inverseFourier') => (field: SimdField) => {
    call[name](field.real.at, field.imag.at, width, height, tables!, scratch);
  };
  return {
    simd,
    field: () => ({ real: floats(width * height), imag: floats(width * height) }),
    forward: transform('fourier'),
    inverse: transform('inverseFourier'),
  };
}
