import type { Box, Mask, Size } from '../../types.ts';
import { localMax } from '../filter/range.ts';
import type { Steps } from './lattice.ts';

/** What is looked at beside one tile, in pixels. */
const MARGIN = 8;

/** A pixel of a tile may be of the mark where it is marked in that share of all tiles, and marks lie that far beside. */
const MARKED = 0.3;
const CLOSE = 2;

/** A box around one tile, the parallelogram of both steps, the steps, and where the middle of one tile is. */
export type Cell = Size & { readonly steps: Steps; readonly x: number; readonly y: number };

/** The cell of a pattern, with what is marked in its middle: the mean of its places on the circles of both steps. */
export function cellOf(steps: Steps, mask: Mask): Cell {
  const [width, height] = (['dx', 'dy'] as const).map(
    (side) => Math.ceil(Math.abs(steps[0][side]) + Math.abs(steps[1][side])) + 2 * MARGIN,
  );
  const cell = { width: width!, height: height!, steps, x: 0, y: 0 };
  const sums = [0, 0, 0, 0];
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i]! <= 127) continue;
    const turns = timesAt(cell, i % mask.width, Math.floor(i / mask.width)).map((times) => 2 * Math.PI * times);
    for (const [k, turn] of turns.entries()) {
      sums[2 * k] = sums[2 * k]! + Math.cos(turn);
      sums[2 * k + 1] = sums[2 * k + 1]! + Math.sin(turn);
    }
  }
  const [n, m] = [0, 2].map((k) => Math.atan2(sums[k + 1]!, sums[k]!) / (2 * Math.PI)) as [number, number];
  const [one, other] = steps;
  return { ...cell, x: n * one.dx + m * other.dx, y: n * one.dy + m * other.dy };
}

/** Where the cell of the tile lies that is so many of each step from the first, in fractions of pixels. */
const placeOf = ({ steps: [one, other], x, y, width, height }: Cell, n: number, m: number) => ({
  x: x + n * one.dx + m * other.dx - width / 2,
  y: y + n * one.dy + m * other.dy - height / 2,
});

/** So many of each step, in fractions, a pixel is from the first tile. */
function timesAt({ steps: [one, other], x: left, y: top }: Cell, u: number, v: number): readonly [number, number] {
  const [x, y] = [u - left, v - top];
  const area = one.dx * other.dy - one.dy * other.dx;
  return [(x * other.dy - y * other.dx) / area, (y * one.dx - x * one.dy) / area];
}

/** A part of a picture that one cell covers, and where its first pixel is in the cell, in fractions of pixels. */
export type Tile = Box & { readonly left: number; readonly top: number };

/** 1 for each pixel of a tile that lies in the middle of no other. */
export function middleOf({ left, top, width, height }: Tile, cell: Cell): Uint8Array {
  const [x, y] = [cell.x + left - cell.width / 2, cell.y + top - cell.height / 2];
  return Uint8Array.from({ length: width * height }, (_, i) =>
    timesAt(cell, x + (i % width), y + Math.floor(i / width)).every((times) => Math.round(times) === 0) ? 1 : 0,
  );
}

/** All tiles of a picture, those of which most is in it first. */
export function tilesIn(picture: Size, cell: Cell): readonly Tile[] {
  const corners = [0, picture.width].flatMap((x) => [0, picture.height].map((y) => timesAt(cell, x, y)));
  const [ns, ms] = [corners.map(([n]) => n), corners.map(([, m]) => m)];
  const found: Tile[] = [];
  for (let n = Math.floor(Math.min(...ns)); n <= Math.ceil(Math.max(...ns)); n++)
    for (let m = Math.floor(Math.min(...ms)); m <= Math.ceil(Math.max(...ms)); m++) {
      const place = placeOf(cell, n, m);
      const [x, y] = [Math.max(0, Math.ceil(place.x)), Math.max(0, Math.ceil(place.y))];
      const width = Math.min(picture.width, Math.floor(place.x + cell.width) - 1) - x;
      const height = Math.min(picture.height, Math.floor(place.y + cell.height) - 1) - y;
      if (width > MARGIN && height > MARGIN) found.push({ x, y, width, height, left: x - place.x, top: y - place.y });
    }
  return found.sort((a, b) => b.width * b.height - a.width * a.height);
}

/** For each pixel of a tile, the pixel of the cell that is nearest. */
export const nearestTo = ({ left, top, width, height }: Tile, cell: Cell): Int32Array =>
  Int32Array.from(
    { length: width * height },
    (_, i) => (Math.round(top) + Math.floor(i / width)) * cell.width + Math.round(left) + (i % width),
  );

/** For each pixel of a tile, the first of the four pixels of the cell around it, and what each of these counts. */
export function aroundIn(tile: Tile, cell: Cell) {
  const [left, top] = [Math.floor(tile.left), Math.floor(tile.top)];
  const [across, down] = [tile.left - left, tile.top - top];
  const first = nearestTo({ ...tile, left, top }, cell);
  const shares = [
    [0, (1 - across) * (1 - down)],
    [1, across * (1 - down)],
    [cell.width, (1 - across) * down],
    [cell.width + 1, across * down],
  ] as const;
  return { first, shares };
}

/** What a cell says at each pixel of a tile (bilinear). */
export function valuesIn(tile: Tile, cell: Cell, values: Float32Array): Float32Array<ArrayBuffer> {
  const { first, shares } = aroundIn(tile, cell);
  return Float32Array.from(first, (at) => shares.reduce((sum, [by, share]) => sum + share * values[at + by]!, 0));
}

/** Where a tile may be marked, and close by: not 0 where enough of all tiles are. */
export function areaOf(tiles: readonly Tile[], cell: Cell, mask: Mask): Uint8Array {
  const [hits, all] = [0, 1].map(() => new Uint16Array(cell.width * cell.height)) as [Uint16Array, Uint16Array];
  for (const tile of tiles)
    for (const [i, to] of nearestTo(tile, cell).entries()) {
      const [x, y] = [tile.x + (i % tile.width), tile.y + Math.floor(i / tile.width)];
      all[to] = all[to]! + 1;
      if (mask.data[y * mask.width + x]! > 127) hits[to] = hits[to]! + 1;
    }
  const chosen = Float32Array.from(hits, (count, i) => (count > MARKED * all[i]! ? 1 : 0));
  return Uint8Array.from(localMax({ ...cell, data: chosen }, CLOSE).data);
}

/** What a cell says at each pixel of a box of the picture, by the tile in whose middle it lies (bilinear). */
export function laidOver(box: Box, cell: Cell, values: Float32Array): Float32Array<ArrayBuffer> {
  const [one, other] = cell.steps;
  const area = one.dx * other.dy - one.dy * other.dx;
  const out = new Float32Array(box.width * box.height);
  for (let i = 0; i < out.length; i++) {
    const x = box.x + (i % box.width) - cell.x;
    const y = box.y + Math.floor(i / box.width) - cell.y;
    const n = Math.round((x * other.dy - y * other.dx) / area);
    const m = Math.round((y * one.dx - x * one.dy) / area);
    const u = x - n * one.dx - m * other.dx + cell.width / 2;
    const v = y - n * one.dy - m * other.dy + cell.height / 2;
    const [left, top] = [Math.floor(u), Math.floor(v)];
    const first = top * cell.width + left;
    const upper = values[first]! + (u - left) * (values[first + 1]! - values[first]!);
    const lower =
      values[first + cell.width]! + (u - left) * (values[first + cell.width + 1]! - values[first + cell.width]!);
    out[i] = upper + (v - top) * (lower - upper);
  }
  return out;
}
