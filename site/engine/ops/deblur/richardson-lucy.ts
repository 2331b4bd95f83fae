import type { Plane, Planes } from '../../types.ts';
import { type ComplexField, createFourier, emptyField, type Fourier } from './fft.ts';
import { multiply, multiplyConjugate } from './wiener.ts';
import { kernelToField, planWindows, processWindows } from './windows.ts';

export type RichardsonLucyOptions = {
  readonly kernel: Plane;
  /** 10 to 60; more is sharper, and noisier. */
  readonly iterations: number;
  /** Weight of the total variation, 0..0.05; 0.002 suits a clean picture, 0.02 a grainy one. */
  readonly regularisation: number;
};

/** Keeps ratios finite in black. */
const FLOOR = 1e-3;

/**
 * Richardson–Lucy deconvolution (Richardson 1972, Lucy 1974) with total variation (Dey et al. 2006), sped up by the
 * vector extrapolation of Biggs and Andrews 1997. For planes in 0..1. A generator as `wiener` is.
 */
export function* richardsonLucy(picture: Planes, options: RichardsonLucyOptions): Generator<number, Planes> {
  const plan = planWindows(picture, (options.kernel.width - 1) / 2);
  const transform = createFourier(plan.field);
  const spectrum = kernelToField(options.kernel, plan.field);
  transform.forward(spectrum);
  return yield* processWindows(picture, plan, {
    blur: (field) => {
      transform.forward(field);
      multiply(field, spectrum);
      transform.inverse(field);
    },
    restore: (field) => iterate(field, { ...options, transform, spectrum }),
  });
}

type Work = RichardsonLucyOptions & { readonly transform: Fourier; readonly spectrum: ComplexField };

function iterate(field: ComplexField, { iterations, regularisation, transform, spectrum }: Work): void {
  const observed: ComplexField = { ...field, real: lifted(field.real), imag: lifted(field.imag) };
  let current = copy(observed);
  let previous = current;
  let lastStep = emptyField(field);
  const ratio = emptyField(field);
  let speed = 0;
  for (let round = 0; round < iterations; round++) {
    const guess = extrapolate(current, previous, speed);
    ratio.real.set(guess.real);
    ratio.imag.set(guess.imag);
    transform.forward(ratio);
    multiply(ratio, spectrum);
    transform.inverse(ratio);
    divide(ratio, observed);
    transform.forward(ratio);
    multiplyConjugate(ratio, spectrum);
    transform.inverse(ratio);
    const next = emptyField(field);
    update(next.real, { guess: guess.real, factor: ratio.real, width: field.width, regularisation });
    update(next.imag, { guess: guess.imag, factor: ratio.imag, width: field.width, regularisation });
    const step = difference(next, guess);
    speed = round < 1 ? 0 : Math.min(Math.max(inner(step, lastStep) / (inner(lastStep, lastStep) + 1e-20), 0), 0.98);
    lastStep = step;
    previous = current;
    current = next;
  }
  field.real.set(current.real);
  field.imag.set(current.imag);
  lower(field);
}

const lifted = (data: Float32Array): Float32Array<ArrayBuffer> =>
  Float32Array.from(data, (v) => Math.max(v, 0) + FLOOR);

function lower({ real, imag }: ComplexField): void {
  for (let i = 0; i < real.length; i++) {
    real[i] = real[i]! - FLOOR;
    imag[i] = imag[i]! - FLOOR;
  }
}

const copy = (field: ComplexField): ComplexField => ({ ...field, real: field.real.slice(), imag: field.imag.slice() });

function extrapolate(current: ComplexField, previous: ComplexField, speed: number): ComplexField {
  if (speed === 0) return current;
  const out = emptyField(current);
  for (let i = 0; i < out.real.length; i++) {
    out.real[i] = Math.max(current.real[i]! + speed * (current.real[i]! - previous.real[i]!), FLOOR / 10);
    out.imag[i] = Math.max(current.imag[i]! + speed * (current.imag[i]! - previous.imag[i]!), FLOOR / 10);
  }
  return out;
}

/** `ratio = observed / max(ratio, floor)` */
function divide(ratio: ComplexField, observed: ComplexField): void {
  for (let i = 0; i < ratio.real.length; i++) {
    ratio.real[i] = observed.real[i]! / Math.max(ratio.real[i]!, FLOOR / 10);
    ratio.imag[i] = observed.imag[i]! / Math.max(ratio.imag[i]!, FLOOR / 10);
  }
}

function difference(a: ComplexField, b: ComplexField): ComplexField {
  const out = emptyField(a);
  for (let i = 0; i < out.real.length; i++) {
    out.real[i] = a.real[i]! - b.real[i]!;
    out.imag[i] = a.imag[i]! - b.imag[i]!;
  }
  return out;
}

function inner(a: ComplexField, b: ComplexField): number {
  let sum = 0;
  for (let i = 0; i < a.real.length; i++) sum += a.real[i]! * b.real[i]! + a.imag[i]! * b.imag[i]!;
  return sum;
}

type Update = {
  readonly guess: Float32Array;
  readonly factor: Float32Array;
  readonly width: number;
  readonly regularisation: number;
};

/** `next = guess · factor / (1 - weight · div(∇guess / |∇guess|))`; the field wraps around. */
function update(next: Float32Array, { guess, factor, width, regularisation }: Update): void {
  const length = guess.length;
  if (regularisation === 0) {
    for (let i = 0; i < length; i++) next[i] = guess[i]! * factor[i]!;
    return;
  }
  const across = new Float32Array(length);
  const down = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const value = guess[i]!;
    const dx = (i % width === width - 1 ? guess[i + 1 - width]! : guess[i + 1]!) - value;
    const dy = guess[i + width < length ? i + width : i + width - length]! - value;
    // Differences far below one step of a byte count as none.
    const scale = 1 / Math.sqrt(dx * dx + dy * dy + 1e-6);
    across[i] = dx * scale;
    down[i] = dy * scale;
  }
  for (let i = 0; i < length; i++) {
    const left = across[i % width === 0 ? i + width - 1 : i - 1]!;
    const above = down[i >= width ? i - width : i - width + length]!;
    const divergence = across[i]! - left + down[i]! - above;
    next[i] = (guess[i]! * factor[i]!) / Math.max(1 - regularisation * divergence, 0.1);
  }
}
