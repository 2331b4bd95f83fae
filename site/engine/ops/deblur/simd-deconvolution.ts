import type { Plane, Size } from '../../types.ts';
import type { ComplexField } from './fft.ts';
import { createSimdFields, type SimdField, type SimdFields } from './simd-fields.ts';
import { gradientPower } from './wiener.ts';
import { type FieldOperations, kernelToField } from './windows.ts';

type LucySimdOptions = {
  readonly kernel: Plane;
  readonly iterations: number;
  readonly regularisation: number;
  readonly floor: number;
};

/** The operations of `richardsonLucy` by compiled routines; null where SIMD is missing. */
export function lucySimd(size: Size, options: LucySimdOptions): FieldOperations | null {
  const { iterations, regularisation, floor } = options;
  const fields = createSimdFields(size, 8);
  if (!fields) return null;
  const { call } = fields.simd;
  const { forward, inverse } = fields;
  const count = size.width * size.height;
  const spectrum = spectrumOf(options.kernel, size, fields);
  const [observed, ratio, prediction, lastStep] = [fields.field(), fields.field(), fields.field(), fields.field()];
  const { real: across, imag: down } = fields.field();
  const states = [fields.field(), fields.field()] as const;
  const parts = ['real', 'imag'] as const;
  return {
    blur: blurBy(fields, { spectrum, field: ratio, count }),
    restore: (field) => {
      for (const part of parts) {
        const data = observed[part].data;
        for (let i = 0; i < count; i++) data[i] = Math.max(field[part][i]!, 0) + floor;
        for (const state of states) state[part].data.set(data);
        lastStep[part].data.fill(0);
      }
      let [current, previous] = states;
      let acceleration = 0;
      for (let iteration = 0; iteration < iterations; iteration++) {
        for (const part of parts) {
          call.extrapolate(prediction[part].at, current[part].at, previous[part].at, acceleration, floor / 10, count);
          ratio[part].data.set(prediction[part].data);
        }
        forward(ratio);
        call.multiply(ratio.real.at, ratio.imag.at, spectrum.real.at, spectrum.imag.at, count);
        inverse(ratio);
        for (const part of parts) call.divide(ratio[part].at, observed[part].at, floor / 10, count);
        forward(ratio);
        call.multiplyConjugate(ratio.real.at, ratio.imag.at, spectrum.real.at, spectrum.imag.at, count);
        inverse(ratio);
        const next = previous;
        let [similarity, energy] = [0, 0];
        for (const part of parts) {
          const [to, from] = [next[part].at, prediction[part].at];
          const { width, height } = size;
          call.updateLucy(to, from, ratio[part].at, across.at, down.at, width, height, regularisation);
          energy += call.squareSum(lastStep[part].at, count);
          similarity += call.subtractAndCompare(lastStep[part].at, to, from, count);
        }
        acceleration = iteration < 1 ? 0 : Math.min(Math.max(similarity / (energy + 1e-20), 0), 0.98);
        previous = current;
        current = next;
      }
      for (const part of parts) for (let i = 0; i < count; i++) field[part][i] = current[part].data[i]! - floor;
    },
  };
}

type SparseSimdOptions = {
  readonly kernel: Plane;
  readonly weight: number;
  readonly iterations: number;
  readonly penalty: number;
  readonly growth: number;
};

/** The operations of `sparseDeconvolution` by compiled routines; null where SIMD is missing. */
export function sparseSimd(size: Size, options: SparseSimdOptions): FieldOperations | null {
  const { width, height } = size;
  const fields = createSimdFields(size, 6);
  if (!fields) return null;
  const { simd, forward, inverse } = fields;
  const { call } = simd;
  const count = width * height;
  const spectrum = spectrumOf(options.kernel, size, fields);
  const [estimate, observed, sparse] = [fields.field(), fields.field(), fields.field()];
  const scratch = fields.field();
  // The imaginary part of this field has room for the power of the gradients.
  const { real: power, imag: gradients } = fields.field();
  for (let i = 0; i < count; i++) power.data[i] = spectrum.real.data[i]! ** 2 + spectrum.imag.data[i]! ** 2;
  gradients.data.set(gradientPower(width));
  gradients.data.set(gradientPower(height), width);
  const [across, down] = [gradients.at, gradients.at + 4 * width];
  const parts = ['real', 'imag'] as const;
  return {
    blur: blurBy(fields, { spectrum, field: sparse, count }),
    restore: (field) => {
      for (const part of parts) {
        observed[part].data.set(field[part]);
        estimate[part].data.set(field[part]);
      }
      forward(observed);
      call.multiplyConjugate(observed.real.at, observed.imag.at, spectrum.real.at, spectrum.imag.at, count);
      let penalty = options.penalty;
      for (let iteration = 0; iteration < options.iterations; iteration++, penalty *= options.growth) {
        for (const part of parts) {
          const [to, from] = [sparse[part].at, estimate[part].at];
          call.shrinkGradients(to, from, scratch.real.at, scratch.imag.at, width, height, 1 / penalty);
        }
        forward(sparse);
        const ratio = options.weight * penalty;
        for (const part of parts) {
          const [to, a, b] = [estimate[part].at, observed[part].at, sparse[part].at];
          call.solveLeastSquares(to, a, b, power.at, across, down, width, height, ratio);
        }
        inverse(estimate);
      }
      for (const part of parts) field[part].set(estimate[part].data);
    },
  };
}

/** The transform of a blur kernel. */
function spectrumOf(kernel: Plane, size: Size, { field, forward }: SimdFields): SimdField {
  const spectrum = field();
  spectrum.real.data.set(kernelToField(kernel, size).real);
  forward(spectrum);
  return spectrum;
}

type Blur = { readonly spectrum: SimdField; readonly field: SimdField; readonly count: number };

/** Convolves a field with the kernel of a spectrum, by way of a field in the memory of the routines. */
function blurBy({ simd, forward, inverse }: SimdFields, { spectrum, field: frequencies, count }: Blur) {
  return (field: ComplexField): void => {
    frequencies.real.data.set(field.real);
    frequencies.imag.data.set(field.imag);
    forward(frequencies);
    simd.call.multiply(frequencies.real.at, frequencies.imag.at, spectrum.real.at, spectrum.imag.at, count);
    inverse(frequencies);
    field.real.set(frequencies.real.data);
    field.imag.set(frequencies.imag.data);
  };
}
