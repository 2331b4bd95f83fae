import type { Box, Mask, Plane, Size } from '../../types.ts';

/** Least change of the picture over time, in 0..255, for what stays still to stand out. */
export const MOVES = 6;
/** Mean difference from the last frame, in 0..255, below which a frame tells nothing new. */
const SAME = 2;
/** Least edge that stays, in 0..255 for a pixel. */
const EDGE = 4;
/** Share of the picture with detail that stands still, from which on the camera itself does: its background is no mark. */
const STANDS = 0.2;
/** Cells along the longer side in which that is judged. */
const CELLS = 16;

/**
 * What stays while the picture moves: at each pixel the median over all frames of its gradient. Edges of the picture
 * come and go, so that their median is near nothing; those of a mark are always there (Dekel et al. 2017, eq. 3). Edges
 * that lie near each other are one area. `all`: luma 0..255 of frames of one size, from all over the video.
 * The mask holds the areas (255); null where too little of the picture moves to tell. Yields the share that is done.
 */
export function* stillAreas(all: readonly Plane[]): Generator<number, Mask | null> {
  const frames = distinct(all);
  const size = frames[0];
  if (!size || frames.length < 5) return null;
  const moves = changeOf(frames);
  if (moves < MOVES || standingShare(frames) > STANDS) return null;
  const edges = yield* stillEdges(frames);
  const limit = Math.max(EDGE, 4 * quantile(edges, 0.8));
  const { width, height } = size;
  const map = Uint8Array.from(edges, (edge) => (edge > limit ? 1 : 0));
  const reach = Math.max(2, Math.round(Math.max(width, height) / 60));
  const areas = closed({ width, height, map }, reach);
  const data = new Uint8Array(width * height);
  for (const { pixels, box } of areasOf({ width, height }, areas)) {
    const edgePixels = pixels.filter((at) => map[at]).length;
    if (edgePixels < 12 || isFrame(box, size)) continue;
    for (const at of pixels) data[at] = 255;
  }
  return { width, height, data };
}

/** Without frames that show what the one before shows: a long still shot would make all of its edges stay. */
export function distinct(frames: readonly Plane[]): readonly Plane[] {
  const kept: Plane[] = [];
  for (const frame of frames) {
    const last = kept.at(-1)?.data;
    const change = last
      ? frame.data.reduce((sum, value, at) => sum + Math.abs(value - last[at]!), 0)
      : Number.POSITIVE_INFINITY;
    if (change > SAME * frame.data.length) kept.push(frame);
  }
  return kept;
}

/** Boxes of the areas of a mask, the largest first. */
export function boxesOf(mask: Mask): readonly Box[] {
  const found = areasOf(
    mask,
    mask.data.map((value) => (value > 127 ? 1 : 0)),
  );
  return found.sort((a, b) => b.pixels.length - a.pixels.length).map(({ box }) => box);
}

/** Black bars and the like: as long as the picture, at its border. */
function isFrame(box: Box, { width, height }: Size): boolean {
  return box.width > 0.95 * width || box.height > 0.95 * height;
}

/** Mean distance of pixels from their mean over time. */
export function changeOf(frames: readonly Plane[]): number {
  const count = (frames[0] as Plane).data.length;
  let sum = 0;
  let tried = 0;
  for (let at = 0; at < count; at += 7) {
    const values = frames.map(({ data }) => data[at] as number);
    const mean = values.reduce((total, value) => total + value, 0) / values.length;
    sum += values.reduce((total, value) => total + Math.abs(value - mean), 0) / values.length;
    tried++;
  }
  return sum / tried;
}

/** Share of cells that have detail and of which most pixels keep their value. */
function standingShare(frames: readonly Plane[]): number {
  const { width, height, data } = frames[0] as Plane;
  const side = Math.max(4, Math.ceil(Math.max(width, height) / CELLS));
  let [standing, cells] = [0, 0];
  for (let top = 0; top + side <= height; top += side)
    for (let left = 0; left + side <= width; left += side) {
      let [kept, detailed, tried] = [0, 0, 0];
      for (let y = top; y < top + side; y += 2)
        for (let x = left; x < left + side - 1; x += 2) {
          const at = y * width + x;
          const change = frames.reduce((sum, frame) => sum + Math.abs((frame.data[at] as number) - data[at]!), 0);
          if (change < SAME * frames.length) kept++;
          if (Math.abs(data[at + 1]! - data[at]!) > EDGE) detailed++;
          tried++;
        }
      if (kept > 0.5 * tried && detailed > 0.1 * tried) standing++;
      cells++;
    }
  return standing / Math.max(1, cells);
}

/** How strong an edge is that all frames have at a pixel; 0 where they do not agree on its direction. */
function* stillEdges(frames: readonly Plane[]): Generator<number, Float32Array> {
  const { width, height } = frames[0] as Plane;
  const out = new Float32Array(width * height);
  const across = new Float32Array(frames.length);
  const down = new Float32Array(frames.length);
  const planes = frames.map(({ data }) => data);
  for (let y = 0; y < height - 1; y++) {
    yield y / height;
    for (let x = 0; x < width - 1; x++) {
      const at = y * width + x;
      for (let i = 0; i < planes.length; i++) {
        const data = planes[i] as Float32Array;
        across[i] = (data[at + 1] as number) - (data[at] as number);
        down[i] = (data[at + width] as number) - (data[at] as number);
      }
      out[at] = Math.hypot(middle(across), middle(down));
    }
  }
  return out;
}

/** Median that is nearer to nothing than three quarters of the values are: both ends must agree. Sorts what it gets. */
export function middle(sorted: Float32Array): number {
  sorted.sort();
  const low = sorted[Math.floor(sorted.length * 0.3)] as number;
  const high = sorted[Math.floor(sorted.length * 0.7)] as number;
  if (low > 0) return low;
  return Math.min(high, 0);
}

export function quantile(values: Float32Array, share: number): number {
  const sorted = values.slice().sort();
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

type Map = Size & { readonly map: Uint8Array };

/** Joins what lies within `reach` of each other, and makes it two pixels wider: grown, then shrunk by less. */
export function closed({ width, height, map }: Map, reach: number): Uint8Array {
  const grown = spread({ width, height, map }, { reach, value: 1 });
  return spread({ width, height, map: grown }, { reach: Math.max(0, reach - 2), value: 0 });
}

/** Every pixel within `reach` (a square) of one with `value` gets it too. */
function spread({ width, height, map }: Map, { reach, value }: { readonly reach: number; readonly value: 0 | 1 }) {
  const rows = Uint8Array.from(map);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (map[y * width + x] === value)
        rows.fill(value, y * width + Math.max(0, x - reach), y * width + Math.min(width, x + reach + 1));
  const out = Uint8Array.from(rows);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (rows[y * width + x] !== value) continue;
      for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++)
        out[row * width + x] = value;
    }
  return out;
}

type Area = { readonly pixels: readonly number[]; readonly box: Box };

function areasOf({ width, height }: Size, map: Uint8Array): Area[] {
  const left = Uint8Array.from(map);
  const areas: Area[] = [];
  for (let start = 0; start < left.length; start++) {
    if (!left[start]) continue;
    left[start] = 0;
    const pixels = [start];
    for (let i = 0; i < pixels.length; i++) {
      const at = pixels[i] as number;
      const [x, y] = [at % width, Math.floor(at / width)];
      for (const [nx, ny] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ] as const) {
        const next = ny * width + nx;
        if (nx < 0 || ny < 0 || nx >= width || ny >= height || !left[next]) continue;
        left[next] = 0;
        pixels.push(next);
      }
    }
    areas.push({ pixels, box: boundsOf(pixels, width) });
  }
  return areas;
}

function boundsOf(pixels: readonly number[], width: number): Box {
  let [left, top, right, bottom] = [width, Number.MAX_SAFE_INTEGER, 0, 0];
  for (const at of pixels) {
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
