import type { Box, Mask, Size } from '../../types.ts';
import { cropMask } from '../crop.ts';
import { resample } from '../resize/resample.ts';
import { weightsFor } from '../resize/weights.ts';

/** Bounding box of the pixels above 0; null for an empty mask. */
export function boundsOf({ width, height, data }: Mask): Box | null {
  const first = data.findIndex((value) => value !== 0);
  if (first < 0) return null;
  const [top, bottom] = [Math.floor(first / width), Math.floor(lastIndex(data) / width)];
  let [left, right] = [width, -1];
  for (let y = top; y <= bottom; y++) {
    const row = y * width;
    for (let x = 0; x < left; x++) if (data[row + x] !== 0) left = x;
    for (let x = width - 1; x > right; x--) if (data[row + x] !== 0) right = x;
  }
  return { x: left, y: top, width: right - left + 1, height: Math.min(height, bottom + 1) - top };
}

/** Index of the last pixel above 0. */
function lastIndex(data: Uint8Array): number {
  let i = data.length - 1;
  while (i > 0 && data[i] === 0) i--;
  return i;
}

/** Resizes a mask with intermediate values: area averaging when shrinking, linear when enlarging. */
export function resizeSoftMask(mask: Mask, { width, height }: Size): Mask {
  if (mask.width === width && mask.height === height) return mask;
  const kernel = width < mask.width ? 'area' : 'linear';
  const out = new Uint8Array(width * height);
  resample(weightsFor(mask.width, width, kernel), weightsFor(mask.height, height, kernel), {
    channels: 1,
    sourceWidth: mask.width,
    read: (y, row) => row.set(mask.data.subarray(y * mask.width, (y + 1) * mask.width)),
    write: (y, row) => {
      for (let x = 0, at = y * width; x < width; x++) out[at + x] = row[x]! + 0.5;
    },
  });
  return { width, height, data: out };
}

/** The complement of a mask, 255 minus each value. */
export function complementMask({ width, height, data }: Mask): Mask {
  const out = data.slice();
  // Invert four pixels at a time, then the remaining ones.
  const words = new Uint32Array(out.buffer, 0, out.length >> 2);
  for (let i = 0; i < words.length; i++) words[i] = ~words[i]!;
  for (let i = 4 * words.length; i < out.length; i++) out[i] = 255 - out[i]!;
  return { width, height, data: out };
}

/** Dilates a mask by a disc of radius `by` pixels around every pixel of at least 128. */
export function growMask(mask: Mask, by: number): Mask {
  if (by <= 0) return mask;
  const out = mask.data.slice();
  for (const tile of tilesNearEdges(mask, Math.ceil(by))) {
    const isWithin = withinRadius(cropMask(mask, tile.input), by);
    eachRow(tile, mask.width, (to, from, count) => {
      for (let x = 0; x < count; x++) if (isWithin[from + x]) out[to + x] = 255;
    });
  }
  return { ...mask, data: out };
}

/** Erodes a mask by `by` pixels. The border of the picture is not an edge. */
export const shrinkMask = (mask: Mask, by: number): Mask => complementMask(growMask(complementMask(mask), by));

/** Side of the tiles that are processed; tiles far from every edge stay unchanged and are skipped. */
const TILE_SIDE_PX = 256;

type Tile = {
  readonly tile: Box;
  /** The tile with the surroundings that affect it. */
  readonly input: Box;
};

/** Tiles of a mask with an edge inside or within `reach` pixels. */
function* tilesNearEdges(mask: Mask, reach: number): Generator<Tile> {
  const bounds = boundsOf(mask);
  if (!bounds) return;
  const all = padBox(bounds, reach, mask);
  const [right, bottom] = [all.x + all.width, all.y + all.height];
  for (let y = all.y; y < bottom; y += TILE_SIDE_PX)
    for (let x = all.x; x < right; x += TILE_SIDE_PX) {
      const tile = { x, y, width: Math.min(TILE_SIDE_PX, right - x), height: Math.min(TILE_SIDE_PX, bottom - y) };
      const input = padBox(tile, reach, mask);
      if (!isUniform(mask, input)) yield { tile, input };
    }
}

/** Whether all pixels of a box are 0, or all are 255. */
function isUniform({ width, data }: Mask, { x, y, width: columns, height }: Box): boolean {
  const value = data[y * width + x]!;
  if (value !== 0 && value !== 255) return false;
  for (let row = y; row < y + height; row++)
    for (let i = row * width + x; i < row * width + x + columns; i++) if (data[i] !== value) return false;
  return true;
}

/** Calls `act` for each row of a tile with its start in the mask (`width` wide), its start in the input, and its length. */
function eachRow({ tile, input }: Tile, width: number, act: (to: number, from: number, count: number) => void): void {
  for (let y = 0; y < tile.height; y++) {
    const from = (tile.y + y - input.y) * input.width + tile.x - input.x;
    act((tile.y + y) * width + tile.x, from, tile.width);
  }
}

/** Extends a box by a margin on each side, within `size`. */
function padBox(box: Box, by: number, { width, height }: Size): Box {
  const [x, y] = [Math.max(0, box.x - by), Math.max(0, box.y - by)];
  return {
    x,
    y,
    width: Math.min(width, box.x + box.width + by) - x,
    height: Math.min(height, box.y + box.height + by) - y,
  };
}

/**
 * 1 where a pixel of at least 128 lies within `radius`, else 0. Exact, in time linear in the pixels: computes distances along
 * columns; then each pixel covers an interval of its row, and a running sum over interval ends counts the overlaps.
 */
function withinRadius({ width, height, data }: Mask, radius: number): Uint8Array {
  const limit = Math.floor(radius) + 1;
  const down = new Uint32Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const above = i >= width ? down[i - width]! + 1 : limit;
    down[i] = data[i]! >= 128 ? 0 : Math.min(limit, above);
  }
  for (let i = data.length - width - 1; i >= 0; i--) down[i] = Math.min(down[i]!, down[i + width]! + 1);
  const reach = Int32Array.from({ length: limit + 1 }, (_, distance) =>
    distance > radius ? -1 : Math.floor(Math.sqrt(radius * radius - distance * distance)),
  );
  const out = new Uint8Array(data.length);
  const ends = new Int32Array(width + 1);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    ends.fill(0);
    for (let x = 0; x < width; x++) {
      const side = reach[down[row + x]!]!;
      if (side < 0) continue;
      const from = Math.max(0, x - side);
      const to = Math.min(width, x + side + 1);
      ends[from] = ends[from]! + 1;
      ends[to] = ends[to]! - 1;
    }
    for (let x = 0, open = 0; x < width; x++) {
      open += ends[x]!;
      out[row + x] = open > 0 ? 1 : 0;
    }
  }
  return out;
}
