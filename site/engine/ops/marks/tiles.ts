import type { Box, Mask, Size } from '../../types.ts';
import { localMax } from '../filter/range.ts';
import { mapTo } from '../map-to.ts';
import type { Lattice } from './lattice.ts';
import type { MarkParameters } from './parameters.ts';

/** Margin of a cell around its parallelogram, in pixels. */
const MARGIN_PX = 8;

/**
 * The repeating unit of a pattern: a box around the parallelogram of the lattice vectors. `x` and `y` are the centre of
 * one of its repetitions in the picture.
 */
export type Cell = Size & { readonly lattice: Lattice; readonly x: number; readonly y: number };

/** A box of the picture that one repetition of the cell covers; (`left`, `top`) is its first pixel in the cell. */
export type Tile = Box & { readonly left: number; readonly top: number };

/** The cell of a lattice, with the mask centred in it: by the circular means of its lattice coordinates. */
export function cellOf(lattice: Lattice, mask: Mask): Cell {
  const [width, height] = (['dx', 'dy'] as const).map(
    (axis) => Math.ceil(Math.abs(lattice[0][axis]) + Math.abs(lattice[1][axis])) + 2 * MARGIN_PX,
  );
  const cell = { width: width!, height: height!, lattice, x: 0, y: 0 };
  const sums = [0, 0, 0, 0];
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i]! <= 127) continue;
    const angles = latticeCoordinates(cell, i % mask.width, Math.floor(i / mask.width)).map(
      (coordinate) => 2 * Math.PI * coordinate,
    );
    for (const [k, angle] of angles.entries()) {
      sums[2 * k] = sums[2 * k]! + Math.cos(angle);
      sums[2 * k + 1] = sums[2 * k + 1]! + Math.sin(angle);
    }
  }
  const [n, m] = [0, 2].map((k) => Math.atan2(sums[k + 1]!, sums[k]!) / (2 * Math.PI)) as [number, number];
  const [first, second] = lattice;
  return { ...cell, x: n * first.dx + m * second.dx, y: n * first.dy + m * second.dy };
}

/** Upper left corner of a repetition of the cell, in fractions of pixels. */
const cornerOf = ({ lattice: [first, second], x, y, width, height }: Cell, n: number, m: number) => ({
  x: x + n * first.dx + m * second.dx - width / 2,
  y: y + n * first.dy + m * second.dy - height / 2,
});

/** Position of a pixel relative to the cell's centre, in multiples of both lattice vectors. */
function latticeCoordinates({ lattice: [first, second], x: left, y: top }: Cell, u: number, v: number) {
  const [x, y] = [u - left, v - top];
  const area = first.dx * second.dy - first.dy * second.dx;
  return [(x * second.dy - y * second.dx) / area, (y * first.dx - x * first.dy) / area] as const;
}

/** 1 for each pixel of a tile that is closer to this repetition than to any other. */
export function ownPixels({ left, top, width, height }: Tile, cell: Cell): Uint8Array {
  const [x, y] = [cell.x + left - cell.width / 2, cell.y + top - cell.height / 2];
  return Uint8Array.from({ length: width * height }, (_, i) =>
    latticeCoordinates(cell, x + (i % width), y + Math.floor(i / width)).every(
      (coordinate) => Math.round(coordinate) === 0,
    )
      ? 1
      : 0,
  );
}

/** All tiles of a picture, the largest first. */
export function tilesOf(picture: Size, cell: Cell): readonly Tile[] {
  const corners = [0, picture.width].flatMap((x) => [0, picture.height].map((y) => latticeCoordinates(cell, x, y)));
  const [ns, ms] = [corners.map(([n]) => n), corners.map(([, m]) => m)];
  const tiles: Tile[] = [];
  for (let n = Math.floor(Math.min(...ns)); n <= Math.ceil(Math.max(...ns)); n++)
    for (let m = Math.floor(Math.min(...ms)); m <= Math.ceil(Math.max(...ms)); m++) {
      const corner = cornerOf(cell, n, m);
      const [x, y] = [Math.max(0, Math.ceil(corner.x)), Math.max(0, Math.ceil(corner.y))];
      const width = Math.min(picture.width, Math.floor(corner.x + cell.width) - 1) - x;
      const height = Math.min(picture.height, Math.floor(corner.y + cell.height) - 1) - y;
      if (width > MARGIN_PX && height > MARGIN_PX)
        tiles.push({ x, y, width, height, left: x - corner.x, top: y - corner.y });
    }
  return tiles.sort((a, b) => b.width * b.height - a.width * a.height);
}

/** For each pixel of a tile, the index of the nearest pixel of the cell. */
export const nearestInCell = ({ left, top, width, height }: Tile, cell: Cell): Int32Array =>
  Int32Array.from(
    { length: width * height },
    (_, i) => (Math.round(top) + Math.floor(i / width)) * cell.width + Math.round(left) + (i % width),
  );

/** For each pixel of a tile, the index of the first of the four cell pixels around it, and their bilinear weights. */
export function bilinearInCell(tile: Tile, cell: Cell) {
  const [left, top] = [Math.floor(tile.left), Math.floor(tile.top)];
  const [across, down] = [tile.left - left, tile.top - top];
  const first = nearestInCell({ ...tile, left, top }, cell);
  const weights = [
    [0, (1 - across) * (1 - down)],
    [1, across * (1 - down)],
    [cell.width, (1 - across) * down],
    [cell.width + 1, across * down],
  ] as const;
  return { first, weights };
}

/** Samples values of the cell at each pixel of a tile (bilinear). */
export function sampleCell(tile: Tile, cell: Cell, values: Float32Array): Float32Array<ArrayBuffer> {
  const { first, weights } = bilinearInCell(tile, cell);
  return mapTo(Float32Array, first, (at) =>
    weights.reduce((sum, [offset, weight]) => sum + weight * values[at + offset]!, 0),
  );
}

/** The area of the cell (not 0) that is masked in enough tiles, dilated. */
export function cellMask(
  tiles: readonly Tile[],
  cell: Cell,
  { mask, parameters }: { readonly mask: Mask; readonly parameters: MarkParameters },
): Uint8Array {
  const { minMaskedFraction, dilationPx } = parameters.tiles.area;
  const [masked, total] = [0, 1].map(() => new Uint16Array(cell.width * cell.height)) as [Uint16Array, Uint16Array];
  for (const tile of tiles)
    for (const [i, to] of nearestInCell(tile, cell).entries()) {
      const [x, y] = [tile.x + (i % tile.width), tile.y + Math.floor(i / tile.width)];
      total[to] = total[to]! + 1;
      if (mask.data[y * mask.width + x]! > 127) masked[to] = masked[to]! + 1;
    }
  const data = mapTo(Float32Array, masked, (count, i) => (count > minMaskedFraction * total[i]! ? 1 : 0));
  return Uint8Array.from(localMax({ ...cell, data }, dilationPx).data);
}

/** Repeats values of the cell over a box of the picture (bilinear). */
export function repeatCell(box: Box, cell: Cell, values: Float32Array): Float32Array<ArrayBuffer> {
  const [first, second] = cell.lattice;
  const area = first.dx * second.dy - first.dy * second.dx;
  const out = new Float32Array(box.width * box.height);
  for (let i = 0; i < out.length; i++) {
    const x = box.x + (i % box.width) - cell.x;
    const y = box.y + Math.floor(i / box.width) - cell.y;
    const n = Math.round((x * second.dy - y * second.dx) / area);
    const m = Math.round((y * first.dx - x * first.dy) / area);
    const u = x - n * first.dx - m * second.dx + cell.width / 2;
    const v = y - n * first.dy - m * second.dy + cell.height / 2;
    const [left, top] = [Math.floor(u), Math.floor(v)];
    const at = top * cell.width + left;
    const upper = values[at]! + (u - left) * (values[at + 1]! - values[at]!);
    const lower = values[at + cell.width]! + (u - left) * (values[at + cell.width + 1]! - values[at + cell.width]!);
    out[i] = upper + (v - top) * (lower - upper);
  }
  return out;
}
