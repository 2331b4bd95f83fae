import type { Plane, Planes, Size } from '../../types.ts';
import { emptyPlanes, mirror, planeOf } from '../planes.ts';
import { type ComplexField, emptyField, nextPowerOfTwo } from './fft.ts';

/** A part of a picture in a field of a power of two: the part `used` counts, the rest keeps the wrap away from it. */
export type Window = {
  /** In the picture. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type WindowPlan = {
  /** Of the fields. */
  readonly field: Size;
  /** Pixels of true (or mirrored) picture around each window. */
  readonly margin: number;
  /** Of the kernel. */
  readonly radius: number;
  readonly windows: readonly Window[];
};

/** Longest side of a field: larger ones gain little and cost memory. */
const MAX_FIELD_SIDE_PX = 512;

/** Covers a picture with windows for a kernel of this radius. */
export function planWindows(size: Size, radius: number): WindowPlan {
  const margin = 3 * radius + 16;
  // Between the end of a row and its beginning the field fades over one kernel width, so that nothing jumps there.
  const around = 2 * margin + 2 * radius + 2;
  const sideFor = (length: number) =>
    Math.max(Math.min(MAX_FIELD_SIDE_PX, nextPowerOfTwo(length + around)), nextPowerOfTwo(2 * around));
  const field = { width: sideFor(size.width), height: sideFor(size.height) };
  const columns = split(size.width, field.width - around);
  const rows = split(size.height, field.height - around);
  return {
    field,
    margin,
    radius,
    windows: rows.flatMap(([y, height]) => columns.map(([x, width]) => ({ x, y, width, height }))),
  };
}

function split(length: number, most: number): readonly (readonly [start: number, length: number])[] {
  const count = Math.ceil(length / most);
  return Array.from({ length: count }, (_, i) => {
    const start = Math.round((i * length) / count);
    return [start, Math.round(((i + 1) * length) / count) - start] as const;
  });
}

/** Where a window's numbers come from or go to. */
type WindowOfPlan = { readonly window: Window; readonly plan: WindowPlan };

/** The window with its margin, periodic without a jump. */
function readWindow(out: Float32Array, plane: Plane, { window, plan }: WindowOfPlan): void {
  const { width, height } = plan.field;
  const columns = window.width + 2 * plan.margin;
  const rows = window.height + 2 * plan.margin;
  const places = Int32Array.from({ length: columns }, (_, i) => mirror(window.x - plan.margin + i, plane.width));
  for (let y = 0; y < rows; y++) {
    const from = mirror(window.y - plan.margin + y, plane.height) * plane.width;
    const to = y * width;
    for (let x = 0; x < columns; x++) out[to + x] = plane.data[from + places[x]!]!;
    const [last, first] = [out[to + columns - 1]!, out[to]!];
    for (let x = columns; x < width; x++) out[to + x] = last + (first - last) * fade(x - columns, width - columns);
  }
  for (let y = rows; y < height; y++) {
    const share = fade(y - rows, height - rows);
    for (let x = 0; x < width; x++) {
      const last = out[(rows - 1) * width + x]!;
      out[y * width + x] = last + (out[x]! - last) * share;
    }
  }
}

const fade = (index: number, count: number): number => 0.5 - 0.5 * Math.cos((Math.PI * (index + 1)) / (count + 1));

/** What counts of a field, into the plane of the result. */
function writeWindow(plane: Plane, data: Float32Array, { window, plan }: WindowOfPlan): void {
  for (let y = 0; y < window.height; y++) {
    const from = (y + plan.margin) * plan.field.width + plan.margin;
    plane.data.set(data.subarray(from, from + window.width), (window.y + y) * plane.width + window.x);
  }
}

/** A kernel in a field, its centre at the origin and wrapped around. */
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

/** How much of the true picture counts at each position of one side of a field, 0..1: the rest is its blurred copy. */
function taperWeights(length: number, plan: WindowPlan, side: number): Float32Array {
  const columns = length + 2 * plan.margin;
  const ramp = Math.min(plan.margin, 2 * plan.radius + 1);
  return Float32Array.from({ length: side }, (_, i) => {
    const inside = Math.min(i + 1, columns - i);
    return inside <= 0 ? 0 : inside > ramp ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * inside) / (ramp + 1));
  });
}

/**
 * Replaces the seam of a field, where it wraps around, by its blurred copy (edge tapering): what is not blurred by the
 * kernel has energy where the kernel passes none, and its inverse would spread that over the window as a grid.
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

/** Work on the field of one or two windows. `blur` convolves a field with the kernel, in place. */
export type FieldOperations = {
  readonly blur: (field: ComplexField) => void;
  readonly restore: (field: ComplexField) => void;
};

/**
 * Work on planes window by window. Two windows (of one plane or of two) travel together as real and imaginary part, which
 * halves the time: a real kernel does not mix them. Each `yield` is a share done.
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
