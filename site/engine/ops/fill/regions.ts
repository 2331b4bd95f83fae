import type { Box, Mask, Size } from '../../types.ts';
import { distanceTo } from '../filter/distance.ts';

/** Side of the cells in which holes are grouped: closer holes form one region. */
const CELL_PX = 32;

/** Long holes up to this depth, in pixels from the rim, are filled block by block at full detail. */
const MAX_THIN_DEPTH_PX = 72;
const BLOCK_PX = 224;

/** Longer side at which depth is measured. */
const MEASURED_SIDE_PX = 512;

/** A part of the mask that is filled at once. */
export type HoleRegion = {
  /** Bounding box. */
  readonly hole: Box;
  /** Largest distance from the rim in pixels; a block of a long hole has the depth of the whole hole. */
  readonly depth: number;
  /** The holes that it consists of: the bounding box may contain other ones. */
  readonly group: HoleGroup;
};

/** Neighbouring cells with masked pixels. */
type HoleGroup = {
  readonly box: Box;
  readonly index: number;
  /** Index of the group of each cell, row by row; -1 of cells without masked pixels. */
  readonly groups: Int32Array;
  readonly columns: number;
};

/** Whether the pixel at `x`, `y` belongs to a group if it is masked. */
const isIn = ({ index, groups, columns }: HoleGroup, x: number, y: number): boolean =>
  groups[Math.floor(y / CELL_PX) * columns + Math.floor(x / CELL_PX)] === index;

/** Calls `act` for the pixels of a region, masked and between. */
export function eachPixelOf({ hole, group }: HoleRegion, act: (x: number, y: number) => void): void {
  for (let y = hole.y; y < hole.y + hole.height; y++)
    for (let x = hole.x; x < hole.x + hole.width; x++) if (isIn(group, x, y)) act(x, y);
}

/** Splits the masked pixels (above 0) into groups of holes and into blocks of long thin holes, from top to bottom. */
export function splitIntoRegions(mask: Mask): readonly HoleRegion[] {
  return groupHoles(mask).flatMap((group) => {
    const { box } = group;
    const depth = maxDepth(mask, group);
    if (depth > MAX_THIN_DEPTH_PX || Math.max(box.width, box.height) <= 1.5 * BLOCK_PX)
      return [{ hole: box, depth, group }];
    return blocksOf(box).flatMap((block) => {
      const bounds = boundsIn(mask, block, group);
      return bounds ? [{ hole: bounds, depth, group }] : [];
    });
  });
}

/** Expands a box by `margin` on each side to at least `minSide`, shifted and cut to lie within the picture. */
export function expandBox(
  box: Box,
  { margin, minSide }: { readonly margin: number; readonly minSide: number },
  picture: Size,
): Box {
  const side = (length: number, max: number) => Math.min(max, Math.max(minSide, Math.round(length + 2 * margin)));
  const width = side(box.width, picture.width);
  const height = side(box.height, picture.height);
  const clamp = (value: number, max: number) => Math.min(Math.max(0, Math.round(value)), max);
  return {
    x: clamp(box.x + (box.width - width) / 2, picture.width - width),
    y: clamp(box.y + (box.height - height) / 2, picture.height - height),
    width,
    height,
  };
}

/** Width of the surroundings that patches are copied from. */
const PATCH_MARGIN_PX = { min: 64, max: 320 } as const;

/** The part of a picture from which a hole's patches are copied. */
export function patchContext(hole: Box, picture: Size): Box {
  const { min, max } = PATCH_MARGIN_PX;
  const margin = Math.min(max, Math.max(min, hole.width, hole.height));
  return expandBox(hole, { margin, minSide: 0 }, picture);
}

/** Largest distance from the rim, in pixels, within a group of holes. */
function maxDepth(mask: Mask, group: HoleGroup): number {
  const { box } = group;
  const factor = Math.ceil(Math.max(box.width, box.height) / MEASURED_SIDE_PX);
  const size = { width: Math.ceil(box.width / factor) + 2, height: Math.ceil(box.height / factor) + 2 };
  const masked = new Uint8Array(size.width * size.height);
  for (let y = 0; y < box.height; y++) {
    const row = (Math.floor(y / factor) + 1) * size.width + 1;
    const from = (box.y + y) * mask.width + box.x;
    for (let x = 0; x < box.width; x++)
      if (mask.data[from + x]! > 0 && isIn(group, box.x + x, box.y + y)) masked[row + Math.floor(x / factor)] = 1;
  }
  return factor * distanceTo(size, (i) => masked[i] === 0).data.reduce((max, value) => Math.max(max, value), 0);
}

function blocksOf({ x, y, width, height }: Box): readonly Box[] {
  const [columns, rows] = [Math.ceil(width / BLOCK_PX), Math.ceil(height / BLOCK_PX)];
  return Array.from({ length: columns * rows }, (_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const left = x + Math.round((column * width) / columns);
    const top = y + Math.round((row * height) / rows);
    const right = x + Math.round(((column + 1) * width) / columns);
    const bottom = y + Math.round(((row + 1) * height) / rows);
    return { x: left, y: top, width: right - left, height: bottom - top };
  });
}

function groupHoles(mask: Mask): readonly HoleGroup[] {
  const columns = Math.ceil(mask.width / CELL_PX);
  const rows = Math.ceil(mask.height / CELL_PX);
  const cells = Array.from({ length: columns * rows }, (_, i) => boundsIn(mask, cellBox(mask, i, columns)));
  const groups = new Int32Array(cells.length).fill(-1);
  const boxes: Box[] = [];
  for (let start = 0; start < cells.length; start++) {
    if (!cells[start]) continue;
    let united: Box | null = null;
    const stack = [start];
    while (stack.length > 0) {
      const at = stack.pop() as number;
      const bounds = cells[at];
      if (!bounds) continue;
      cells[at] = null;
      groups[at] = boxes.length;
      united = united ? unite(united, bounds) : bounds;
      stack.push(...neighbours(at, columns, rows));
    }
    if (united) boxes.push(united);
  }
  return boxes.map((box, index) => ({ box, index, groups, columns }));
}

function neighbours(at: number, columns: number, rows: number): readonly number[] {
  const [x, y] = [at % columns, Math.floor(at / columns)];
  const nearby = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [x + dx, y + dy] as const));
  return nearby
    .filter(([cx, cy]) => cx >= 0 && cy >= 0 && cx < columns && cy < rows)
    .map(([cx, cy]) => cy * columns + cx);
}

function cellBox({ width, height }: Size, index: number, columns: number): Box {
  const x = (index % columns) * CELL_PX;
  const y = Math.floor(index / columns) * CELL_PX;
  return { x, y, width: Math.min(CELL_PX, width - x), height: Math.min(CELL_PX, height - y) };
}

/** Bounding box of the masked pixels, of one group if given, within a part of the mask; null if there are none. */
export function boundsIn(mask: Mask, { x, y, width, height }: Box, group?: HoleGroup): Box | null {
  let [left, top, right, bottom] = [x + width, y + height, x - 1, y - 1];
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) {
      if (mask.data[row * mask.width + column] === 0 || (group && !isIn(group, column, row))) continue;
      left = Math.min(left, column);
      right = Math.max(right, column);
      top = Math.min(top, row);
      bottom = Math.max(bottom, row);
    }
  }
  return right < left ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function unite(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}
