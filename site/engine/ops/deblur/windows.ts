import type { Plane, Planes, Size } from '../../types.ts';
import { emptyPlanes, mirror } from '../planes.ts';
import { type Field, emptyField, powerOfTwo } from './fft.ts';

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
  readonly windows: readonly Window[];
};

/** Longest side of a field: larger ones gain little and cost memory. */
const LONGEST = 512;

/** Covers a picture with windows for a kernel of this radius. */
export function planWindows(size: Size, radius: number): WindowPlan {
  const margin = 3 * radius + 16;
  // Between the end of a row and its beginning the field fades over one kernel width, so that nothing jumps there.
  const around = 2 * margin + 2 * radius + 2;
  const sideFor = (length: number) => Math.max(Math.min(LONGEST, powerOfTwo(length + around)), powerOfTwo(2 * around));
  const field = { width: sideFor(size.width), height: sideFor(size.height) };
  const columns = split(size.width, field.width - around);
  const rows = split(size.height, field.height - around);
  return {
    field,
    margin,
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

/** The window with its margin as the real part, and of a second plane as the imaginary part, periodic without a jump. */
export function readWindow(planes: readonly [Plane, Plane | undefined], window: Window, plan: WindowPlan): Field {
  const field = emptyField(plan.field);
  fill(field.real, planes[0], { window, plan });
  if (planes[1]) fill(field.imag, planes[1], { window, plan });
  return field;
}

function fill(out: Float32Array, plane: Plane, { window, plan }: { window: Window; plan: WindowPlan }): void {
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

/** Puts what counts of a field's parts into the planes of the result. */
export function writeWindow(out: readonly [Plane, Plane | undefined], field: Field, at: WindowAt): void {
  put(out[0], field.real, at);
  if (out[1]) put(out[1], field.imag, at);
}

export type WindowAt = { readonly window: Window; readonly plan: WindowPlan };

function put(plane: Plane, data: Float32Array, { window, plan }: WindowAt): void {
  for (let y = 0; y < window.height; y++) {
    const from = (y + plan.margin) * plan.field.width + plan.margin;
    plane.data.set(data.subarray(from, from + window.width), (window.y + y) * plane.width + window.x);
  }
}

/** A kernel in a field, its centre at the origin and wrapped around. */
export function kernelField(kernel: Plane, size: Size): Field {
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

/** Work on a picture window by window; two planes travel together as real and imaginary part. */
export function* overWindows(planes: Planes, plan: WindowPlan, work: (field: Field) => void): Generator<number, Planes> {
  const out = emptyPlanes(planes, planes.planes.length);
  const { width, height } = planes;
  const plane = (of: Planes, index: number): Plane | undefined =>
    index < of.planes.length ? { width, height, data: of.planes[index]! } : undefined;
  const pairs = Math.ceil(planes.planes.length / 2);
  let done = 0;
  for (const window of plan.windows) {
    for (let pair = 0; pair < pairs; pair++) {
      const field = readWindow([plane(planes, 2 * pair)!, plane(planes, 2 * pair + 1)], window, plan);
      work(field);
      writeWindow([plane(out, 2 * pair)!, plane(out, 2 * pair + 1)], field, { window, plan });
      done++;
      yield done / (pairs * plan.windows.length);
    }
  }
  return out;
}
