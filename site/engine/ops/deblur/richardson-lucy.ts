import type { Plane, Planes, Size } from '../../types.ts';
import { mapTo } from '../map-to.ts';
import { type ComplexField, createFourier, emptyField, type Fourier } from './fft.ts';
import { lucySimd } from './simd-deconvolution.ts';
import { multiply, multiplyConjugate } from './wiener.ts';
import { type FieldOperations, kernelToField, planWindows, processWindows } from './windows.ts';

export type RichardsonLucyOptions = {
  readonly kernel: Plane;
  /** Typically 10 to 60; more gives a sharper and noisier result. */
  readonly iterations: number;
  /** Weight of the total variation, 0..0.05; 0.002 suits a clean picture, 0.02 a grainy one. */
  readonly regularisation: number;
};

/** Offset that keeps ratios finite in black, 0..1. */
const FLOOR = 1e-3;

/**
 * Richardson–Lucy deconvolution (Richardson 1972, Lucy 1974) of planes in 0..1, with total-variation regularisation (Dey et
 * al. 2006) and the acceleration of Biggs and Andrews 1997. Yields the fraction done.
 */
export function* richardsonLucy(picture: Planes, options: RichardsonLucyOptions): Generator<number, Planes> {
  const plan = planWindows(picture, (options.kernel.width - 1) / 2);
  const operations = lucySimd(plan.field, { ...options, floor: FLOOR }) ?? reference(plan.field, options);
  return yield* processWindows(picture, plan, operations);
}

function reference(size: Size, options: RichardsonLucyOptions): FieldOperations {
  const transform = createFourier(size);
  const spectrum = kernelToField(options.kernel, size);
  transform.forward(spectrum);
  return {
    blur: (field) => {
      transform.forward(field);
      multiply(field, spectrum);
      transform.inverse(field);
    },
    restore: (field) => iterate(field, { ...options, transform, spectrum }),
  };
}

type Iteration = RichardsonLucyOptions & { readonly transform: Fourier; readonly spectrum: ComplexField };

function iterate(field: ComplexField, { iterations, regularisation, transform, spectrum }: Iteration): void {
  const observed: ComplexField = { ...field, real: raiseByFloor(field.real), imag: raiseByFloor(field.imag) };
  let current = copy(observed);
  let previous = current;
  let lastStep = emptyField(field);
  const ratio = emptyField(field);
  let acceleration = 0;
  for (let iteration = 0; iteration < iterations; iteration++) {
    const prediction = extrapolate(current, previous, acceleration);
    ratio.real.set(prediction.real);
    ratio.imag.set(prediction.imag);
    transform.forward(ratio);
    multiply(ratio, spectrum);
    transform.inverse(ratio);
    divide(ratio, observed);
    transform.forward(ratio);
    multiplyConjugate(ratio, spectrum);
    transform.inverse(ratio);
    const next = emptyField(field);
    update(next.real, { prediction: prediction.real, factor: ratio.real, width: field.width, regularisation });
    update(next.imag, { prediction: prediction.imag, factor: ratio.imag, width: field.width, regularisation });
    const step = difference(next, prediction);
    acceleration =
      iteration < 1
        ? 0
        : Math.min(Math.max(dotProduct(step, lastStep) / (dotProduct(lastStep, lastStep) + 1e-20), 0), 0.98);
    lastStep = step;
    previous = current;
    current = next;
  }
  field.real.set(current.real);
  field.imag.set(current.imag);
  subtractFloor(field);
}

const raiseByFloor = (data: Float32Array): Float32Array<ArrayBuffer> =>
  mapTo(Float32Array, data, (v) => Math.max(v, 0) + FLOOR);

function subtractFloor({ real, imag }: ComplexField): void {
  for (let i = 0; i < real.length; i++) {
    real[i] = real[i]! - FLOOR;
    imag[i] = imag[i]! - FLOOR;
  }
}

const copy = (field: ComplexField): ComplexField => ({ ...field, real: field.real.slice(), imag: field.imag.slice() });

function extrapolate(current: ComplexField, previous: ComplexField, acceleration: number): ComplexField {
  if (acceleration === 0) return current;
  const out = emptyField(current);
  for (let i = 0; i < out.real.length; i++) {
    out.real[i] = Math.max(current.real[i]! + acceleration * (current.real[i]! - previous.real[i]!), FLOOR / 10);
    out.imag[i] = Math.max(current.imag[i]! + acceleration * (current.imag[i]! - previous.imag[i]!), FLOOR / 10);
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

function dotProduct(a: ComplexField, b: ComplexField): number {
  let sum = 0;
  for (let i = 0; i < a.real.length; i++) sum += a.real[i]! * b.real[i]! + a.imag[i]! * b.imag[i]!;
  return sum;
}

type Update = {
  readonly prediction: Float32Array;
  readonly factor: Float32Array;
  readonly width: number;
  readonly regularisation: number;
};

/** `next = prediction · factor / (1 - weight · div(∇prediction / |∇prediction|))`; the field wraps around. */
function update(next: Float32Array, { prediction, factor, width, regularisation }: Update): void {
  const length = prediction.length;
  if (regularisation === 0) {
    for (let i = 0; i < length; i++) next[i] = prediction[i]! * factor[i]!;
    return;
  }
  const across = new Float32Array(length);
  const down = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const value = prediction[i]!;
    const dx = (i % width === width - 1 ? prediction[i + 1 - width]! : prediction[i + 1]!) - value;
    const dy = prediction[i + width < length ? i + width : i + width - length]! - value;
    // The constant treats differences far below one byte step as zero.
    const scale = 1 / Math.sqrt(dx * dx + dy * dy + 1e-6);
    across[i] = dx * scale;
    down[i] = dy * scale;
  }
  for (let i = 0; i < length; i++) {
    const left = across[i % width === 0 ? i + width - 1 : i - 1]!;
    const above = down[i >= width ? i - width : i - width + length]!;
    const divergence = across[i]! - left + down[i]! - above;
    next[i] = (prediction[i]! * factor[i]!) / Math.max(1 - regularisation * divergence, 0.1);
  }
}
