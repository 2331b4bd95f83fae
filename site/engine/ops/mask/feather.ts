import type { Box, Mask, Plane, Size } from '../../types.ts';
import { blurColumns, blurRows } from '../filter/gaussian.ts';
import { emptyPlane } from '../planes.ts';

/** Side of the cells that are processed; cells far from every edge stay unchanged and are skipped. */
const CELL_SIDE_PX = 32;

/** The value of a selected pixel in the mask, and in the intermediate result with 16 bits. */
const MAX_BYTE = 255;
const MAX_UINT16 = 65_535;

/**
 * Feathers the edge of a mask over about `by` pixels on each side, by a Gaussian. Blurs only cells near an edge: first along
 * rows, then along columns.
 */
export function featherMask(mask: Mask, by: number): Mask {
  if (by <= 0) return mask;
  const { width, height } = mask;
  // The Gaussian ends at this distance.
  const reach = Math.ceil(2 * by) + 2;
  const cells = cellsOf(mask, reach);
  const halfBlurred = { width, data: new Uint16Array(mask.data.length) };
  for (let i = 0; i < halfBlurred.data.length; i++) halfBlurred.data[i] = (MAX_UINT16 / MAX_BYTE) * mask.data[i]!;
  for (const run of rowRuns(cells, mask, reach))
    write({ width, data: halfBlurred.data, max: MAX_UINT16 }, run, blurRows(read(mask, run.input, MAX_BYTE), by / 2));
  const out = mask.data.slice();
  for (const run of columnRuns(cells, mask, reach))
    write({ width, data: out, max: MAX_BYTE }, run, blurColumns(read(halfBlurred, run.input, MAX_UINT16), by / 2));
  return { width, height, data: out };
}

/** A grid of cells, row by row; `near` is 1 where the cells within reach do not all have one value. */
type Cells = { readonly columns: number; readonly rows: number; readonly near: Uint8Array };

/** The value of a cell that is not uniform. */
const MIXED = -1;

function cellsOf(mask: Mask, reach: number): Cells {
  const [columns, rows] = [Math.ceil(mask.width / CELL_SIDE_PX), Math.ceil(mask.height / CELL_SIDE_PX)];
  const values = Int16Array.from({ length: columns * rows }, (_, i) =>
    uniformValue(mask, (i % columns) * CELL_SIDE_PX, Math.floor(i / columns) * CELL_SIDE_PX),
  );
  const by = Math.ceil(reach / CELL_SIDE_PX);
  const near = new Uint8Array(values.length);
  for (let i = 0; i < near.length; i++) {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    for (let v = Math.max(0, row - by); v <= Math.min(rows - 1, row + by); v++)
      for (let u = Math.max(0, column - by); u <= Math.min(columns - 1, column + by); u++)
        if (values[i] === MIXED || values[v * columns + u] !== values[i]) near[i] = 1;
  }
  return { columns, rows, near };
}

/** The value of all pixels in the cell at `left`, `top`; `MIXED` if they differ. */
function uniformValue({ width, height, data }: Mask, left: number, top: number): number {
  const value = data[top * width + left]!;
  const [right, bottom] = [Math.min(width, left + CELL_SIDE_PX), Math.min(height, top + CELL_SIDE_PX)];
  for (let y = top; y < bottom; y++)
    for (let i = y * width + left, end = y * width + right; i < end; i++) if (data[i] !== value) return MIXED;
  return value;
}

/** Adjacent cells that are blurred together (`inner`), and the part of the mask that affects them (`input`). */
type Run = { readonly inner: Box; readonly input: Box };

/** Runs of cells along rows. */
function* rowRuns({ columns, rows, near }: Cells, { width, height }: Size, reach: number): Generator<Run> {
  for (let row = 0; row < rows; row++) {
    const rest = { y: row * CELL_SIDE_PX, height: Math.min(CELL_SIDE_PX, height - row * CELL_SIDE_PX) };
    for (const [from, to] of pixelRanges(columns, (column) => near[row * columns + column] === 1)) {
      const [x, right] = [Math.max(0, from - reach), Math.min(width, to + reach)];
      yield { inner: { x: from, width: Math.min(width, to) - from, ...rest }, input: { x, width: right - x, ...rest } };
    }
  }
}

/** Runs of cells along columns. */
function* columnRuns({ columns, rows, near }: Cells, { width, height }: Size, reach: number): Generator<Run> {
  for (let column = 0; column < columns; column++) {
    const rest = { x: column * CELL_SIDE_PX, width: Math.min(CELL_SIDE_PX, width - column * CELL_SIDE_PX) };
    for (const [from, to] of pixelRanges(rows, (row) => near[row * columns + column] === 1)) {
      const [y, bottom] = [Math.max(0, from - reach), Math.min(height, to + reach)];
      yield {
        inner: { y: from, height: Math.min(height, to) - from, ...rest },
        input: { y, height: bottom - y, ...rest },
      };
    }
  }
}

/** Ranges of consecutive cells that satisfy a condition, in pixels. */
function* pixelRanges(count: number, isIncluded: (cell: number) => boolean): Generator<readonly [number, number]> {
  for (let from = 0, to = 0; from < count; from = to + 1) {
    for (to = from; to < count && isIncluded(to); ) to++;
    if (to > from) yield [from * CELL_SIDE_PX, to * CELL_SIDE_PX];
  }
}

type Numbers = { readonly width: number; readonly data: Uint8Array | Uint16Array };

/** Reads a box of values in 0..`max` as a plane of 0..1. */
function read({ width, data }: Numbers, { x, y, ...size }: Box, max: number): Plane {
  const out = emptyPlane(size);
  for (let row = 0, to = 0; row < size.height; row++)
    for (let i = (y + row) * width + x, end = i + size.width; i < end; i++, to++) out.data[to] = data[i]! / max;
  return out;
}

/** Writes the inner part of a run from a plane of its input, scaled to 0..`max`. */
function write({ width, data, max }: Numbers & { readonly max: number }, { inner, input }: Run, plane: Plane): void {
  for (let y = inner.y; y < inner.y + inner.height; y++) {
    let from = (y - input.y) * input.width + inner.x - input.x;
    for (let i = y * width + inner.x, end = i + inner.width; i < end; i++, from++)
      data[i] = max * plane.data[from]! + 0.5;
  }
}
