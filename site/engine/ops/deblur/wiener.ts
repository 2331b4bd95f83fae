import type { Plane, Planes } from '../../types.ts';
import { type Field, fourier } from './fft.ts';
import { kernelField, overWindows, planWindows } from './windows.ts';

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
  const transform = fourier(plan.field);
  const spectrum = kernelField(kernel, plan.field);
  transform.forward(spectrum);
  const filter = { ...spectrum, real: spectrum.real.slice(), imag: spectrum.imag.slice() };
  invert(filter, noiseToSignal);
  const filtered = (by: Field) => (field: Field) => {
    transform.forward(field);
    multiply(field, by);
    transform.inverse(field);
  };
  return yield* overWindows(picture, plan, { blur: filtered(spectrum), restore: filtered(filter) });
}

/** Turns the kernel's spectrum into the filter's. */
function invert({ width, height, real, imag }: Field, ratio: number): void {
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
export function multiply(field: Field, other: Field): void {
  const { real, imag } = field;
  for (let i = 0; i < real.length; i++) {
    const re = real[i]! * other.real[i]! - imag[i]! * other.imag[i]!;
    imag[i] = real[i]! * other.imag[i]! + imag[i]! * other.real[i]!;
    real[i] = re;
  }
}

/** `field *= conj(other)`, place by place. */
export function multiplyConjugate(field: Field, other: Field): void {
  const { real, imag } = field;
  for (let i = 0; i < real.length; i++) {
    const re = real[i]! * other.real[i]! + imag[i]! * other.imag[i]!;
    imag[i] = imag[i]! * other.real[i]! - real[i]! * other.imag[i]!;
    real[i] = re;
  }
}
