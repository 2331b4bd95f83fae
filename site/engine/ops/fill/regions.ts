import type { Box, Mask, Size } from '../../types.ts';
import { distanceTo } from '../filter/distance.ts';

/** Side of the cells in which holes are looked for; holes nearer than that to each other are one. */
const CELL = 32;

/** Long holes that are no thicker than this, in pixels from the rim, are filled block by block at full detail. */
const THIN = 72;
const BLOCK = 224;

/** Longest side at which thickness is measured. */
const MEASURED = 512;

/** A part of what is chosen that is filled at once. */
export type Piece = {
  /** Where it lies. */
  readonly hole: Box;
  /** Distance in pixels from its rim to what lies deepest; of the whole group where it is one block of a long one. */
  readonly depth: number;
};

/** Chosen pixels (any value above 0) in pieces, from top to bottom: groups of holes, and blocks of long thin ones. */
export function piecesOf(mask: Mask): readonly Piece[] {
  return groups(mask).flatMap((hole) => {
    const depth = depthIn(mask, hole);
    if (depth > THIN || Math.max(hole.width, hole.height) <= 1.5 * BLOCK) return [{ hole, depth }];
    return blocksOf(hole).flatMap((block) => {
      const bounds = boundsIn(mask, block);
      return bounds ? [{ hole: bounds, depth }] : [];
    });
  });
}

/** A box with `margin` more on each side and at least `least` long, moved and cut so that it lies within the picture. */
export function around(
  box: Box,
  { margin, least }: { readonly margin: number; readonly least: number },
  picture: Size,
): Box {
  const side = (length: number, most: number) => Math.min(most, Math.max(least, Math.round(length + 2 * margin)));
  const width = side(box.width, picture.width);
  const height = side(box.height, picture.height);
  const clamp = (value: number, most: number) => Math.min(Math.max(0, Math.round(value)), most);
  return {
    x: clamp(box.x + (box.width - width) / 2, picture.width - width),
    y: clamp(box.y + (box.height - height) / 2, picture.height - height),
    width,
    height,
  };
}

/** Pixels around a hole that patches are taken from. */
const PATCH_MARGIN = { least: 64, most: 320 } as const;

/** What patches see of a picture around a hole. */
export function nearby(hole: Box, picture: Size): Box {
  const { least, most } = PATCH_MARGIN;
  const margin = Math.min(most, Math.max(least, hole.width, hole.height));
  return around(hole, { margin, least: 0 }, picture);
}

/** Distance in pixels from the rim to what lies deepest within a part of a mask. */
function depthIn(mask: Mask, box: Box): number {
  const factor = Math.ceil(Math.max(box.width, box.height) / MEASURED);
  const size = { width: Math.ceil(box.width / factor) + 2, height: Math.ceil(box.height / factor) + 2 };
  const chosen = new Uint8Array(size.width * size.height);
  for (let y = 0; y < box.height; y++) {
    const row = (Math.floor(y / factor) + 1) * size.width + 1;
    const from = (box.y + y) * mask.width + box.x;
    for (let x = 0; x < box.width; x++) if (mask.data[from + x]! > 0) chosen[row + Math.floor(x / factor)] = 1;
  }
  return factor * distanceTo(size, (i) => chosen[i] === 0).data.reduce((most, value) => Math.max(most, value), 0);
}

function blocksOf({ x, y, width, height }: Box): readonly Box[] {
  const [columns, rows] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)];
  return Array.from({ length: columns * rows }, (_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const left = x + Math.round((column * width) / columns);
    const top = y + Math.round((row * height) / rows);
    const right = x + Math.round(((column + 1) * width) / columns);
    const bottom = y + Math.round(((row + 1) * height) / rows);
    return { x: left, y: top, width: right - left, height: bottom - top };
  });
}

function groups(mask: Mask): readonly Box[] {
  const columns = Math.ceil(mask.width / CELL);
  const rows = Math.ceil(mask.height / CELL);
  const cells = Array.from({ length: columns * rows }, (_, i) => boundsIn(mask, cellBox(mask, i, columns)));
  const boxes: Box[] = [];
  for (let start = 0; start < cells.length; start++) {
    if (!cells[start]) continue;
    let found: Box | null = null;
    const open = [start];
    while (open.length > 0) {
      const at = open.pop() as number;
      const bounds = cells[at];
      if (!bounds) continue;
      cells[at] = null;
      found = found ? unite(found, bounds) : bounds;
      open.push(...neighbours(at, columns, rows));
    }
    if (found) boxes.push(found);
  }
  return boxes;
}

function neighbours(at: number, columns: number, rows: number): readonly number[] {
  const [x, y] = [at % columns, Math.floor(at / columns)];
  const nearby = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [x + dx, y + dy] as const));
  return nearby
    .filter(([cx, cy]) => cx >= 0 && cy >= 0 && cx < columns && cy < rows)
    .map(([cx, cy]) => cy * columns + cx);
}

function cellBox({ width, height }: Size, index: number, columns: number): Box {
  const x = (index % columns) * CELL;
  const y = Math.floor(index / columns) * CELL;
  return { x, y, width: Math.min(CELL, width - x), height: Math.min(CELL, height - y) };
}

/** The box of the chosen pixels in a part of the mask; null where there are none. */
export function boundsIn(mask: Mask, { x, y, width, height }: Box): Box | null {
  let [left, top, right, bottom] = [x + width, y + height, x - 1, y - 1];
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) {
      if (mask.data[row * mask.width + column] === 0) continue;
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
