import type { Box, Mask, Pixels, Size } from '../types.ts';

/** Side of the cells in which holes are looked for; holes nearer than that to each other are one. */
const CELL = 32;

export type RegionOptions = {
  /** What a network should see around a hole, in multiples of the hole's own box on each side. */
  readonly margin: number;
  /** Least side of what it sees. */
  readonly least: number;
};

/** A group of holes, and what the network should see of the picture to fill it. */
export type Region = { readonly hole: Box; readonly seen: Box };

/** The groups of chosen pixels, each with its surroundings, from top to bottom. */
export function regionsOf(mask: Mask, { margin, least }: RegionOptions): readonly Region[] {
  return groups(mask).map((hole) => {
    const width = Math.max(least, hole.width * (1 + 2 * margin));
    const height = Math.max(least, hole.height * (1 + 2 * margin));
    return { hole, seen: around(hole, { width, height }, mask) };
  });
}

/** A box of about `size` around the middle of another, moved and cut so that it lies within the picture. */
function around(box: Box, size: Size, picture: Size): Box {
  const width = Math.min(picture.width, Math.round(size.width));
  const height = Math.min(picture.height, Math.round(size.height));
  const clamp = (value: number, most: number) => Math.min(Math.max(0, Math.round(value)), most);
  return {
    x: clamp(box.x + (box.width - width) / 2, picture.width - width),
    y: clamp(box.y + (box.height - height) / 2, picture.height - height),
    width,
    height,
  };
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
  const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [x + dx, y + dy] as const));
  return around
    .filter(([cx, cy]) => cx >= 0 && cy >= 0 && cx < columns && cy < rows)
    .map(([cx, cy]) => cy * columns + cx);
}

function cellBox({ width, height }: Size, index: number, columns: number): Box {
  const x = (index % columns) * CELL;
  const y = Math.floor(index / columns) * CELL;
  return { x, y, width: Math.min(CELL, width - x), height: Math.min(CELL, height - y) };
}

/** The box of the chosen pixels in a part of the mask; null where there are none. */
function boundsIn(mask: Mask, { x, y, width, height }: Box): Box | null {
  let [left, top, right, bottom] = [x + width, y + height, x - 1, y - 1];
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) {
      if ((mask.data[row * mask.width + column] as number) <= 127) continue;
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

export function cropPixels({ data, width }: Pixels, box: Box): Pixels {
  const out = new Uint8ClampedArray(box.width * box.height * 4);
  for (let y = 0; y < box.height; y++) {
    const from = ((box.y + y) * width + box.x) * 4;
    out.set(data.subarray(from, from + box.width * 4), y * box.width * 4);
  }
  return { width: box.width, height: box.height, data: out };
}

export function cropMask({ data, width }: Mask, box: Box): Mask {
  const out = new Uint8Array(box.width * box.height);
  for (let y = 0; y < box.height; y++) {
    const from = (box.y + y) * width + box.x;
    out.set(data.subarray(from, from + box.width), y * box.width);
  }
  return { width: box.width, height: box.height, data: out };
}

/** Writes into `target` what `filled` shows at the chosen pixels of the region's hole; all else stays. */
export function pasteHole(target: Uint8ClampedArray, filled: Pixels, { region, mask }: Paste): void {
  const { hole, seen } = region;
  for (let y = hole.y; y < hole.y + hole.height; y++) {
    for (let x = hole.x; x < hole.x + hole.width; x++) {
      const at = y * mask.width + x;
      if ((mask.data[at] as number) <= 127) continue;
      const from = ((y - seen.y) * seen.width + x - seen.x) * 4;
      for (let channel = 0; channel < 3; channel++) target[4 * at + channel] = filled.data[from + channel] as number;
      target[4 * at + 3] = 255;
    }
  }
}
export type Paste = { readonly region: Region; readonly mask: Mask };
