import type { Box, Mask, Size } from '../../types.ts';
import { cropMask } from '../crop.ts';
import { maskToPlane } from '../matte/edit.ts';
import { resizePlane } from '../resize/resize.ts';

/** The smallest box around all that a mask chooses; null where that is nothing. */
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

function lastIndex(data: Uint8Array): number {
  let i = data.length - 1;
  while (i > 0 && data[i] === 0) i--;
  return i;
}

/** A mask at another size: each pixel is chosen as far as what it stands for is. */
export function fittedMask(mask: Mask, { width, height }: Size): Mask {
  if (mask.width === width && mask.height === height) return mask;
  const kernel = width < mask.width ? 'area' : 'linear';
  const { data } = resizePlane(maskToPlane(mask), { width, height }, kernel);
  return { width, height, data: Uint8Array.from(data, (value) => 255 * value + 0.5) };
}

/** Whatever is not chosen. */
export function complement({ width, height, data }: Mask): Mask {
  const out = data.slice();
  // Four pixels at a time, then the rest.
  const words = new Uint32Array(out.buffer, 0, out.length >> 2);
  for (let i = 0; i < words.length; i++) words[i] = ~words[i]!;
  for (let i = 4 * words.length; i < out.length; i++) out[i] = 255 - out[i]!;
  return { width, height, data: out };
}

/** A mask that reaches `by` pixels further: discs around every pixel that is at least half chosen. */
export function grown(mask: Mask, by: number): Mask {
  if (by <= 0) return mask;
  const out = mask.data.slice();
  for (const tile of tilesOf(mask, Math.ceil(by))) {
    const near = within(cropMask(mask, tile.seen), by);
    eachRow(tile, mask.width, (to, from, count) => {
      for (let x = 0; x < count; x++) if (near[from + x]) out[to + x] = 255;
    });
  }
  return { ...mask, data: out };
}

/** A mask whose edge lies `by` pixels further inside. The border of the picture is no edge. */
export const shrunk = (mask: Mask, by: number): Mask => complement(grown(complement(mask), by));

/** Side of the squares that are changed one by one: most of a mask is far from every edge, and stays as it is. */
const TILE = 256;

type Tile = {
  readonly tile: Box;
  /** The tile with what can change it. */
  readonly seen: Box;
};

/** The tiles of a mask that an edge lies in, or at most `reach` pixels beside. */
function* tilesOf(mask: Mask, reach: number): Generator<Tile> {
  const bounds = boundsOf(mask);
  if (!bounds) return;
  const all = padded(bounds, reach, mask);
  const [right, bottom] = [all.x + all.width, all.y + all.height];
  for (let y = all.y; y < bottom; y += TILE)
    for (let x = all.x; x < right; x += TILE) {
      const tile = { x, y, width: Math.min(TILE, right - x), height: Math.min(TILE, bottom - y) };
      const seen = padded(tile, reach, mask);
      if (!isEven(mask, seen)) yield { tile, seen };
    }
}

/** Whether a part is clear throughout, or chosen throughout. */
function isEven({ width, data }: Mask, { x, y, width: columns, height }: Box): boolean {
  const value = data[y * width + x]!;
  if (value !== 0 && value !== 255) return false;
  for (let row = y; row < y + height; row++)
    for (let i = row * width + x; i < row * width + x + columns; i++) if (data[i] !== value) return false;
  return true;
}

/** For each row of a tile where it begins in the mask (`width` of it), where in what is seen, and how long it is. */
function eachRow({ tile, seen }: Tile, width: number, act: (to: number, from: number, count: number) => void): void {
  for (let y = 0; y < tile.height; y++) {
    const from = (tile.y + y - seen.y) * seen.width + tile.x - seen.x;
    act((tile.y + y) * width + tile.x, from, tile.width);
  }
}

function padded(box: Box, by: number, { width, height }: Size): Box {
  const [x, y] = [Math.max(0, box.x - by), Math.max(0, box.y - by)];
  return {
    x,
    y,
    width: Math.min(width, box.x + box.width + by) - x,
    height: Math.min(height, box.y + box.height + by) - y,
  };
}

/**
 * 1 where a pixel at least half chosen lies within `radius`. Exact and linear in the pixels: distances down the columns
 * first; then each pixel of a row covers an interval of it, and intervals are added up by their ends.
 */
function within({ width, height, data }: Mask, radius: number): Uint8Array {
  const limit = Math.floor(radius) + 1;
  const down = new Uint32Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const above = i >= width ? down[i - width]! + 1 : limit;
    down[i] = data[i]! >= 128 ? 0 : Math.min(limit, above);
  }
  for (let i = data.length - width - 1; i >= 0; i--) down[i] = Math.min(down[i]!, down[i + width]! + 1);
  const reach = Int32Array.from({ length: limit + 1 }, (_, far) =>
    far > radius ? -1 : Math.floor(Math.sqrt(radius * radius - far * far)),
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
