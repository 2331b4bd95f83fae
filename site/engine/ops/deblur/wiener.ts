import type { Plane, Planes } from '../../types.ts';
import { type ComplexField, createFourier } from './fft.ts';
import { kernelToField, planWindows, processWindows } from './windows.ts';

export type WienerOptions = {
  readonly kernel: Plane;
  /** Noise power over the power of the sharp picture's gradients; 1e-4 for a clean picture, 1e-2 for a grainy one. */
  readonly noiseToSignal: number;
};

/**
 * Takes a known blur back by Wiener's filter: `conj(H) / (|H|² + ratio · |D|²)`, where D is the gradient, because the
 * spectrum of pictures falls like that of an integrated noise. A generator: each `yield` is a share done, 0..1, and a
 * place to stop. Result: planes in about the range of the input, with overshoot at edges.
 */
export function* wiener(picture: Planes, { kernel, noiseToSignal }: WienerOptions): Generator<number, Planes> {
  const plan = planWindows(picture, (kernel.width - 1) / 2);
  const transform = createFourier(plan.field);
  const spectrum = kernelToField(kernel, plan.field);
  transform.forward(spectrum);
  const filter = { ...spectrum, real: spectrum.real.slice(), imag: spectrum.imag.slice() };
  toWienerFilter(filter, noiseToSignal);
  const filtered = (by: ComplexField) => (field: ComplexField) => {
    transform.forward(field);
    multiply(field, by);
    transform.inverse(field);
  };
  return yield* processWindows(picture, plan, { blur: filtered(spectrum), restore: filtered(filter) });
}

/** Turns the kernel's spectrum into the filter's. */
function toWienerFilter({ width, height, real, imag }: ComplexField, ratio: number): void {
  const across = gradientPower(width);
  const down = gradientPower(height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const power = real[i]! ** 2 + imag[i]! ** 2;
      // The constant share keeps the filter finite where a kernel lets the lowest frequencies through unchanged.
      const scale = 1 / (power + ratio * (across[x]! + down[y]!) + 1e-9);
      real[i] = real[i]! * scale;
      imag[i] = -imag[i]! * scale;
    }
}

/** Squared response of the difference of neighbours for each frequency of this length. */
export const gradientPower = (length: number): Float64Array =>
  Float64Array.from({ length }, (_, i) => 2 - 2 * Math.cos((2 * Math.PI * i) / length));

/** `field *= other`, place by place. */
export function multiply(field: ComplexField, other: ComplexField): void {
  const { real, imag } = field;
  for (let i = 0; i < real.length; i++) {
    const re = real[i]! * other.real[i]! - imag[i]! * other.imag[i]!;
    imag[i] = real[i]! * other.imag[i]! + imag[i]! * other.real[i]!;
    real[i] = re;
  }
}

/** `field *= conj(other)`, place by place. */
export function multiplyConjugate(field: ComplexField, other: ComplexField): void {
  const { real, imag } = field;
  for (let i = 0; i < real.length; i++) {
    const re = real[i]! * other.real[i]! + imag[i]! * other.imag[i]!;
    imag[i] = imag[i]! * other.real[i]! - real[i]! * other.imag[i]!;
    real[i] = re;
  }
}
