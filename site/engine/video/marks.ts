import type { Box, Mask, Size } from '../types.ts';
import type { Key, Mark, View } from './types.ts';

/** Position of a mark at a time: linear between its keyframes, constant before the first and after the last. */
export function positionAt({ path }: Mark, time: number): { readonly x: number; readonly y: number } {
  const after = path.findIndex((key) => key.time > time);
  const first = path[0] ?? { x: 0, y: 0 };
  if (after === 0) return first;
  const left = path.at(after === -1 ? -1 : after - 1) ?? first;
  const right = after === -1 ? undefined : (path[after] as Key);
  if (!right || !('time' in left)) return left;
  const t = (time - left.time) / (right.time - left.time);
  return { x: left.x + (right.x - left.x) * t, y: left.y + (right.y - left.y) * t };
}

/** A mark in decoded frames: the crop around it, and the pixels of the crop that it covers. */
export type Placement = {
  /** One byte for each luma pixel of the crop, 1 under the mark. */
  readonly hole: Uint8Array<ArrayBuffer>;
  readonly size: Size;
  /** The crop at a time; its corner has even coordinates. */
  readonly at: (time: number) => Box;
  /** The box of the mark at a time. */
  readonly covers: (time: number) => Box;
};

/** Margin of the crop around a mark: fraction of the mark's longer side, and bounds in pixels. */
const MARGIN = { fraction: 0.6, minPx: 32, maxPx: 112 } as const;

export function placementOf(mark: Mark, view: View): Placement {
  const moving = mark.path.length > 1;
  const covers = (time: number) =>
    codedBox({ ...positionAt(mark, time), width: mark.width, height: mark.height }, view);
  const first = covers(mark.path[0]?.time ?? 0);
  const longer = Math.max(first.width, first.height);
  const margin = even(Math.min(MARGIN.maxPx, Math.max(MARGIN.minPx, longer * MARGIN.fraction)));
  const around = (box: Box): Box => {
    const x = even(box.x) - margin;
    const y = even(box.y) - margin;
    return { x, y, width: even(box.width) + 2 * margin + 2, height: even(box.height) + 2 * margin + 2 };
  };
  // The crop of a static mark is clipped to the frame.
  const crop = moving ? around(first) : inside(around(first), view.coded);
  const at = moving
    ? (time: number) => around({ ...covers(time), width: first.width, height: first.height })
    : () => crop;
  return {
    size: { width: crop.width, height: crop.height },
    at,
    covers,
    hole: holeOf(mark, view, { crop, first, moving }),
  };
}

type HoleInput = { readonly crop: Box; readonly first: Box; readonly moving: boolean };

function holeOf(mark: Mark, view: View, { crop, first, moving }: HoleInput): Uint8Array<ArrayBuffer> {
  const hole = new Uint8Array(crop.width * crop.height);
  // The crop moves in steps of two pixels; grow the hole by as many, to cover positions in between.
  const extra = moving ? 2 : 0;
  for (
    let y = Math.max(0, first.y - crop.y - extra);
    y < Math.min(crop.height, first.y - crop.y + first.height + extra);
    y++
  )
    for (
      let x = Math.max(0, first.x - crop.x - extra);
      x < Math.min(crop.width, first.x - crop.x + first.width + extra);
      x++
    )
      if (!mark.shape || shapeCovers(mark.shape, view, { x: x + crop.x - first.x, y: y + crop.y - first.y, first }))
        hole[y * crop.width + x] = 1;
  return hole;
}

type Inside = { readonly x: number; readonly y: number; readonly first: Box };

function shapeCovers(shape: Mask, { rotation, flip }: View, { x, y, first }: Inside): boolean {
  const [u, v] = [(x + 0.5) / first.width, (y + 0.5) / first.height];
  const turned = { 0: [u, v], 90: [1 - v, u], 180: [1 - u, 1 - v], 270: [v, 1 - u] }[rotation] as [number, number];
  const across = flip ? 1 - turned[0] : turned[0];
  const column = Math.min(shape.width - 1, Math.max(0, Math.floor(across * shape.width)));
  const row = Math.min(shape.height - 1, Math.max(0, Math.floor(turned[1] * shape.height)));
  return (shape.data[row * shape.width + column] as number) > 127;
}

/** A box of the upright picture in decoded pixels, rounded outwards. */
export function codedBox(box: Box, { coded, upright, rotation, flip }: View): Box {
  const left = (flip ? upright.width - box.x - box.width : box.x) / upright.width;
  const top = box.y / upright.height;
  const [w, h] = [box.width / upright.width, box.height / upright.height];
  const [x, y, width, height] = {
    0: [left, top, w, h],
    90: [top, 1 - left - w, h, w],
    180: [1 - left - w, 1 - top - h, w, h],
    270: [1 - top - h, left, h, w],
  }[rotation] as [number, number, number, number];
  const fromX = Math.floor(x * coded.width + 1e-6);
  const fromY = Math.floor(y * coded.height + 1e-6);
  return {
    x: fromX,
    y: fromY,
    width: Math.max(1, Math.ceil((x + width) * coded.width - 1e-6) - fromX),
    height: Math.max(1, Math.ceil((y + height) * coded.height - 1e-6) - fromY),
  };
}

function inside(box: Box, frame: Size): Box {
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  const width = Math.min(box.x + box.width, frame.width + (frame.width % 2)) - x;
  const height = Math.min(box.y + box.height, frame.height + (frame.height % 2)) - y;
  return { x, y, width: Math.max(2, width), height: Math.max(2, height) };
}

/** A mask of the whole picture as one static mark around its white pixels; null where it has none. */
export function markOfMask(mask: Mask, id: string): Mark | null {
  let [left, top, right, bottom] = [mask.width, mask.height, -1, -1];
  for (let at = 0; at < mask.data.length; at++) {
    if ((mask.data[at] as number) <= 127) continue;
    const [x, y] = [at % mask.width, Math.floor(at / mask.width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  if (right < 0) return null;
  const [width, height] = [right - left + 1, bottom - top + 1];
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * mask.width + left;
    data.set(mask.data.subarray(from, from + width), y * width);
  }
  return { id, width, height, shape: { width, height, data }, moves: false, path: [{ time: 0, x: left, y: top }] };
}

const even = (value: number): number => 2 * Math.floor(value / 2);
