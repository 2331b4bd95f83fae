import type { Plane, Planes } from '../../types.ts';
import { type ComplexField, createFourier } from './fft.ts';
import { kernelToField, planWindows, processWindows } from './windows.ts';

export type WienerOptions = {
  readonly kernel: Plane;
  /** Noise power over the power of the sharp picture's gradients; 1e-4 for a clean picture, 1e-2 for a grainy one. */
  readonly noiseToSignal: number;
};

/**
 * Wiener deconvolution with a known kernel: `conj(H) / (|H|² + ratio · |D|²)`, where D is the gradient, since the power
 * spectrum of natural pictures falls with the square of the frequency. Returns planes in about the range of the input, with
 * overshoot at edges. Yields the fraction done.
 */
export function* wiener(picture: Planes, { kernel, noiseToSignal }: WienerOptions): Generator<number, Planes> {
  const plan = planWindows(picture, (kernel.width - 1) / 2);
  const transform = createFourier(plan.field);
  const spectrum = kernelToField(kernel, plan.field);
  transform.forward(spectrum);
  const filter = { ...spectrum, real: spectrum.real.slice(), imag: spectrum.imag.slice() };
  toWienerFilter(filter, noiseToSignal);
  const convolution = (response: ComplexField) => (field: ComplexField) => {
    transform.forward(field);
    multiply(field, response);
    transform.inverse(field);
  };
  return yield* processWindows(picture, plan, { blur: convolution(spectrum), restore: convolution(filter) });
}

/** Replaces a kernel's spectrum by the response of the Wiener filter, in place. */
function toWienerFilter({ width, height, real, imag }: ComplexField, ratio: number): void {
  const across = gradientPower(width);
  const down = gradientPower(height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const power = real[i]! ** 2 + imag[i]! ** 2;
      // The constant keeps the filter finite at frequency 0, where the gradient is 0.
      const scale = 1 / (power + ratio * (across[x]! + down[y]!) + 1e-9);
      real[i] = real[i]! * scale;
      imag[i] = -imag[i]! * scale;
    }
}

/** Power response of the difference of neighbouring pixels at each frequency of a transform of this length. */
export const gradientPower = (length: number): Float64Array =>
  Float64Array.from({ length }, (_, i) => 2 - 2 * Math.cos((2 * Math.PI * i) / length));

/** Element-wise complex `field *= other`. */
export function multiply(field: ComplexField, other: ComplexField): void {
  const { real, imag } = field;
  for (let i = 0; i < real.length; i++) {
    const re = real[i]! * other.real[i]! - imag[i]! * other.imag[i]!;
    imag[i] = real[i]! * other.imag[i]! + imag[i]! * other.real[i]!;
    real[i] = re;
  }
}

/** Element-wise complex `field *= conj(other)`. */
export function multiplyConjugate(field: ComplexField, other: ComplexField): void {
  const { real, imag } = field;
  for (let i = 0; i < real.length; i++) {
    const re = real[i]! * other.real[i]! + imag[i]! * other.imag[i]!;
    imag[i] = imag[i]! * other.real[i]! - real[i]! * other.imag[i]!;
    real[i] = re;
  }
}
