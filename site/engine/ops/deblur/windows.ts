import type { Plane, Planes, Size } from '../../types.ts';
import { emptyPlanes, mirror, planeOf } from '../planes.ts';
import { type ComplexField, emptyField, nextPowerOfTwo } from './fft.ts';

/** A part of a picture that is processed in one field, whose sides are powers of two. Unit: pixels of the picture. */
export type Window = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type WindowPlan = {
  /** Size of the fields. */
  readonly field: Size;
  /** Pixels of picture (mirrored beyond its border) around each window. */
  readonly margin: number;
  /** Radius of the kernel in pixels. */
  readonly radius: number;
  readonly windows: readonly Window[];
};

/** Maximum side of a field, except for very large kernels; larger fields save little time and cost memory. */
const MAX_FIELD_SIDE_PX = 512;

/** Pixels around a window that a kernel of `radius` pixels reads. */
export const windowMargin = (radius: number): number => 3 * radius + 16;

/** Plans windows that cover each pixel once, for a kernel of `radius` pixels. */
export function planWindows(size: Size, radius: number): WindowPlan {
  const margin = windowMargin(radius);
  // One more kernel width joins the end of each row to its start without a jump.
  const padding = 2 * margin + 2 * radius + 2;
  const sideFor = (length: number) =>
    Math.max(Math.min(MAX_FIELD_SIDE_PX, nextPowerOfTwo(length + padding)), nextPowerOfTwo(2 * padding));
  const field = { width: sideFor(size.width), height: sideFor(size.height) };
  const columns = split(size.width, field.width - padding);
  const rows = split(size.height, field.height - padding);
  return {
    field,
    margin,
    radius,
    windows: rows.flatMap(([y, height]) => columns.map(([x, width]) => ({ x, y, width, height }))),
  };
}

/** Splits a length into equal parts of at most `max`. */
function split(length: number, max: number): readonly (readonly [start: number, length: number])[] {
  const count = Math.ceil(length / max);
  return Array.from({ length: count }, (_, i) => {
    const start = Math.round((i * length) / count);
    return [start, Math.round(((i + 1) * length) / count) - start] as const;
  });
}

type WindowOfPlan = { readonly window: Window; readonly plan: WindowPlan };

/** Copies a window and its margin into a field, and interpolates the padding so that the field wraps without a jump. */
function readWindow(out: Float32Array, plane: Plane, { window, plan }: WindowOfPlan): void {
  const { width, height } = plan.field;
  const columns = window.width + 2 * plan.margin;
  const rows = window.height + 2 * plan.margin;
  const sourceColumns = Int32Array.from({ length: columns }, (_, i) => mirror(window.x - plan.margin + i, plane.width));
  for (let y = 0; y < rows; y++) {
    const from = mirror(window.y - plan.margin + y, plane.height) * plane.width;
    const to = y * width;
    for (let x = 0; x < columns; x++) out[to + x] = plane.data[from + sourceColumns[x]!]!;
    const [last, first] = [out[to + columns - 1]!, out[to]!];
    for (let x = columns; x < width; x++) out[to + x] = last + (first - last) * fade(x - columns, width - columns);
  }
  for (let y = rows; y < height; y++) {
    const fraction = fade(y - rows, height - rows);
    for (let x = 0; x < width; x++) {
      const last = out[(rows - 1) * width + x]!;
      out[y * width + x] = last + (out[x]! - last) * fraction;
    }
  }
}

/** Raised cosine from 0 to 1 over `count` positions. */
const fade = (index: number, count: number): number => 0.5 - 0.5 * Math.cos((Math.PI * (index + 1)) / (count + 1));

/** Copies a window without its margin from a field to a plane. */
function writeWindow(plane: Plane, data: Float32Array, { window, plan }: WindowOfPlan): void {
  for (let y = 0; y < window.height; y++) {
    const from = (y + plan.margin) * plan.field.width + plan.margin;
    plane.data.set(data.subarray(from, from + window.width), (window.y + y) * plane.width + window.x);
  }
}

/** Places a kernel in a field with its centre at the origin, wrapped around. */
export function kernelToField(kernel: Plane, size: Size): ComplexField {
  const field = emptyField(size);
  const radius = (kernel.width - 1) / 2;
  for (let y = 0; y < kernel.height; y++)
    for (let x = 0; x < kernel.width; x++) {
      const column = (x - radius + size.width) % size.width;
      const row = (y - radius + size.height) % size.height;
      field.real[row * size.width + column] = kernel.data[y * kernel.width + x]!;
    }
  return field;
}

/** Weight (0..1) of the original along one side of a field; the rest is its blurred copy. */
function taperWeights(length: number, plan: WindowPlan, side: number): Float32Array {
  const columns = length + 2 * plan.margin;
  const ramp = Math.min(plan.margin, 2 * plan.radius + 1);
  return Float32Array.from({ length: side }, (_, i) => {
    const inside = Math.min(i + 1, columns - i);
    return inside <= 0 ? 0 : inside > ramp ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * inside) / (ramp + 1));
  });
}

/**
 * Edge tapering: blends a field with its blurred copy near its borders, where it wraps around. Content that the kernel did
 * not blur has energy at frequencies that the kernel blocks; deconvolution would amplify it to ringing across the window.
 */
function taperEdges(data: Float32Array, blurred: Float32Array, { window, plan }: WindowOfPlan): void {
  const across = taperWeights(window.width, plan, plan.field.width);
  const down = taperWeights(window.height, plan, plan.field.height);
  for (let y = 0, i = 0; y < plan.field.height; y++)
    for (let x = 0; x < plan.field.width; x++, i++) {
      const weight = across[x]! * down[y]!;
      data[i] = blurred[i]! + (data[i]! - blurred[i]!) * weight;
    }
}

/** In-place operations on a field with one or two windows: `blur` convolves it with the kernel, `restore` deconvolves it. */
export type FieldOperations = {
  readonly blur: (field: ComplexField) => void;
  readonly restore: (field: ComplexField) => void;
};

/**
 * Deconvolves planes window by window. Two windows share a field as its real and imaginary part, which halves the time, since
 * a real kernel does not mix them. Yields the fraction done.
 */
export function* processWindows(
  planes: Planes,
  plan: WindowPlan,
  { blur, restore }: FieldOperations,
): Generator<number, Planes> {
  const out = emptyPlanes(planes, planes.planes.length);
  const tasks = planes.planes.flatMap((_, index) => plan.windows.map((window) => ({ index, window })));
  for (let i = 0; i < tasks.length; i += 2) {
    const field = emptyField(plan.field);
    const pair = [
      { task: tasks[i]!, data: field.real },
      ...(i + 1 < tasks.length ? [{ task: tasks[i + 1]!, data: field.imag }] : []),
    ];
    for (const { task, data } of pair) readWindow(data, planeOf(planes, task.index), { window: task.window, plan });
    const blurred = { ...field, real: field.real.slice(), imag: field.imag.slice() };
    blur(blurred);
    taperEdges(field.real, blurred.real, { window: pair[0]!.task.window, plan });
    taperEdges(field.imag, blurred.imag, { window: pair.at(-1)!.task.window, plan });
    restore(field);
    for (const { task, data } of pair) writeWindow(planeOf(out, task.index), data, { window: task.window, plan });
    yield Math.min(1, (i + 2) / tasks.length);
  }
  return out;
}
