import type { Box, Mask, Plane, Size } from '../../types.ts';
import { blurColumns, blurRows } from '../filter/gaussian.ts';
import { emptyPlane } from '../planes.ts';

/** Side of the squares that a mask is looked at in: most are far from every edge, and stay as they are. */
const CELL = 32;

/** What is chosen: in bytes, and between the two directions, where more than bytes is kept. */
const BYTE = 255;
const FINE = 65_535;

/**
 * A mask whose edge goes softly from chosen to not, over about `by` pixels on each side. Only cells that an edge is near
 * to are blurred: along their rows, then down their columns.
 */
export function feathered(mask: Mask, by: number): Mask {
  if (by <= 0) return mask;
  const { width, height } = mask;
  // The blur sees no further than twice that far.
  const reach = Math.ceil(2 * by) + 2;
  const cells = cellsOf(mask, reach);
  const half = { width, data: new Uint16Array(mask.data.length) };
  for (let i = 0; i < half.data.length; i++) half.data[i] = (FINE / BYTE) * mask.data[i]!;
  for (const run of across(cells, mask, reach))
    write({ width, data: half.data, most: FINE }, run, blurRows(read(mask, run.seen, BYTE), by / 2));
  const out = mask.data.slice();
  for (const run of down(cells, mask, reach))
    write({ width, data: out, most: BYTE }, run, blurColumns(read(half, run.seen, FINE), by / 2));
  return { width, height, data: out };
}

/** Cells in rows: 1 where those up to some distance away are not all of one value. */
type Cells = { readonly columns: number; readonly rows: number; readonly near: Uint8Array };

const MIXED = -1;

function cellsOf(mask: Mask, reach: number): Cells {
  const [columns, rows] = [Math.ceil(mask.width / CELL), Math.ceil(mask.height / CELL)];
  const values = Int16Array.from({ length: columns * rows }, (_, i) =>
    sameIn(mask, (i % columns) * CELL, Math.floor(i / columns) * CELL),
  );
  const by = Math.ceil(reach / CELL);
  const near = new Uint8Array(values.length);
  for (let i = 0; i < near.length; i++) {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    for (let v = Math.max(0, row - by); v <= Math.min(rows - 1, row + by); v++)
      for (let u = Math.max(0, column - by); u <= Math.min(columns - 1, column + by); u++)
        if (values[i] === MIXED || values[v * columns + u] !== values[i]) near[i] = 1;
  }
  return { columns, rows, near };
}

/** The value that all of the cell that begins there has. */
function sameIn({ width, height, data }: Mask, left: number, top: number): number {
  const value = data[top * width + left]!;
  const [right, bottom] = [Math.min(width, left + CELL), Math.min(height, top + CELL)];
  for (let y = top; y < bottom; y++)
    for (let i = y * width + left, end = y * width + right; i < end; i++) if (data[i] !== value) return MIXED;
  return value;
}

/** Cells beside each other that are blurred at once, and what is seen of the mask for it. */
type Run = { readonly inner: Box; readonly seen: Box };

function* across({ columns, rows, near }: Cells, { width, height }: Size, reach: number): Generator<Run> {
  for (let row = 0; row < rows; row++) {
    const rest = { y: row * CELL, height: Math.min(CELL, height - row * CELL) };
    for (const [from, to] of stretches(columns, (column) => near[row * columns + column] === 1)) {
      const [x, right] = [Math.max(0, from - reach), Math.min(width, to + reach)];
      yield { inner: { x: from, width: Math.min(width, to) - from, ...rest }, seen: { x, width: right - x, ...rest } };
    }
  }
}

function* down({ columns, rows, near }: Cells, { width, height }: Size, reach: number): Generator<Run> {
  for (let column = 0; column < columns; column++) {
    const rest = { x: column * CELL, width: Math.min(CELL, width - column * CELL) };
    for (const [from, to] of stretches(rows, (row) => near[row * columns + column] === 1)) {
      const [y, bottom] = [Math.max(0, from - reach), Math.min(height, to + reach)];
      yield {
        inner: { y: from, height: Math.min(height, to) - from, ...rest },
        seen: { y, height: bottom - y, ...rest },
      };
    }
  }
}

/** Where the cells that are meant begin and end, in pixels. */
function* stretches(count: number, isMeant: (cell: number) => boolean): Generator<readonly [number, number]> {
  for (let from = 0, to = 0; from < count; from = to + 1) {
    for (to = from; to < count && isMeant(to); ) to++;
    if (to > from) yield [from * CELL, to * CELL];
  }
}

type Numbers = { readonly width: number; readonly data: Uint8Array | Uint16Array };

/** A part of numbers as shares of what is chosen. */
function read({ width, data }: Numbers, { x, y, ...size }: Box, most: number): Plane {
  const out = emptyPlane(size);
  for (let row = 0, to = 0; row < size.height; row++)
    for (let i = (y + row) * width + x, end = i + size.width; i < end; i++, to++) out.data[to] = data[i]! / most;
  return out;
}

/** The inner part of a run, from a plane of what was seen. */
function write({ width, data, most }: Numbers & { readonly most: number }, { inner, seen }: Run, plane: Plane): void {
  for (let y = inner.y; y < inner.y + inner.height; y++) {
    let from = (y - seen.y) * seen.width + inner.x - seen.x;
    for (let i = y * width + inner.x, end = i + inner.width; i < end; i++, from++)
      data[i] = most * plane.data[from]! + 0.5;
  }
}
