import { unitAt } from './decoding.ts';
import type { Frame, Plane, SampleOffset } from './frame.ts';

/** Columns and rows to the first of two neighbours by the direction of edges; the other one is opposite. */
const DIRECTIONS = [
  [-1, 0],
  [0, -1],
  [-1, -1],
  [1, -1],
] as const;
/** Index of the offset by 2 plus the signs of the differences from both neighbours. */
const EDGE_OFFSETS = Uint8Array.of(1, 2, 0, 3, 4);

/** Adds the sample-adaptive offsets of all tree blocks (H.265, 8.7.3). */
export function addOffsets(frame: Frame): void {
  for (const [index, plane] of frame.planes.entries()) {
    const offsets = frame.offsets[index]!;
    if (offsets.every((offset) => offset === null)) continue;
    const before = plane.data.slice();
    for (const [tree, offset] of offsets.entries()) if (offset) addOffset(frame, { plane, before, tree, offset });
  }
}

type Work = {
  readonly plane: Plane;
  /** The samples before any offset. */
  readonly before: Uint16Array;
  readonly tree: number;
  readonly offset: SampleOffset;
};

function addOffset(frame: Frame, work: Work): void {
  const { plane, before, tree, offset } = work;
  const { data, width, height, across, down, bits } = plane;
  const log2 = frame.sequence.treeBlock;
  const left = (tree % frame.treesAcross) << (log2 - across);
  const top = Math.floor(tree / frame.treesAcross) << (log2 - down);
  const right = Math.min(width, left + (1 << (log2 - across)));
  const bottom = Math.min(height, top + (1 << (log2 - down)));
  const max = (1 << bits) - 1;
  const { kind, detail, offsets } = offset;
  const bands = new Uint8Array(32);
  for (let i = 0; i < 4; i++) bands[(detail + i) & 31] = i + 1;
  const [stepX, stepY] = DIRECTIONS[detail & 3]!;
  const step = stepY * width + stepX;
  const isIsolated = kind === 2 && hasOwnBorders(frame, tree);
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = y * width + x;
      const value = before[at]!;
      let index: number;
      if (kind === 1) index = bands[value >> (bits - 5)]!;
      else {
        if (x + stepX < 0 || x + stepX >= width || x - stepX < 0 || x - stepX >= width) continue;
        if (y + stepY < 0 || y - stepY >= height) continue;
        const isBorder = x === left || x === right - 1 || y === top || y === bottom - 1;
        if (isIsolated && isBorder && !reachesBoth(frame, { ...work, x, y, stepX, stepY })) continue;
        index = EDGE_OFFSETS[2 + Math.sign(value - before[at + step]!) + Math.sign(value - before[at - step]!)]!;
      }
      if (index === 0 || frame.isFinal[unitAt(frame, x << across, y << down)] === 1) continue;
      const sum = value + offsets[index]!;
      data[at] = sum < 0 ? 0 : Math.min(sum, max);
    }
}

/** Whether a slice or tile that filters do not cross ends at a tree block. */
function hasOwnBorders(frame: Frame, tree: number): boolean {
  const hasTiles = frame.parameters.tiles !== null && !frame.parameters.tiles.filtersAcross;
  const { treesAcross, slices } = frame;
  const neighbours = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => slices[tree + row * treesAcross + column]));
  return hasTiles || neighbours.some((slice) => slice && !slice.filtersAcross);
}

type Sample = Work & { readonly x: number; readonly y: number; readonly stepX: number; readonly stepY: number };

/** Whether both neighbours of a sample are of its slice and tile, or filters cross the border between them. */
function reachesBoth(frame: Frame, { plane, tree, x, y, stepX, stepY }: Sample): boolean {
  const { slices, tiles, parameters } = frame;
  const own = slices[tree]!;
  return [-1, 1].every((side) => {
    const other = frame.treeAt((x + side * stepX) << plane.across, (y + side * stepY) << plane.down);
    const slice = slices[other]!;
    const later = slice.address > own.address ? slice : own;
    if (slice.address !== own.address && !later.filtersAcross) return false;
    return tiles[other] === tiles[tree] || parameters.tiles?.filtersAcross !== false;
  });
}
