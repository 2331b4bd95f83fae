import type { Box, Size } from '../../engine/types.ts';

/** What is dragged: an edge or a corner by its compass direction, or the whole part. */
export type Handle = 'n' | 'e' | 's' | 'w' | 'nw' | 'ne' | 'se' | 'sw' | 'move';

/** All but `move`, clockwise. */
export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;

/** By fractions of the picture's width and height. */
export type Drag = { readonly handle: Handle; readonly dx: number; readonly dy: number };

/** `ratio`: width : height in fractions of the picture; null for free proportions. */
export type CropRules = { readonly ratio: number | null; readonly min: Size };

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** The part (fractions of the picture) after a drag. It stays inside the picture and keeps the proportions. */
export function dragged(box: Box, { handle, dx, dy }: Drag, rules: CropRules): Box {
  if (handle === 'move')
    return { ...box, x: clamp(box.x + dx, 0, 1 - box.width), y: clamp(box.y + dy, 0, 1 - box.height) };
  const [horizontal, vertical] = [sideOf(handle, 'w', 'e'), sideOf(handle, 'n', 's')];
  const { ratio, min } = rules;
  const across = axis(box.x, box.width, { side: horizontal, by: dx, min: min.width });
  const along = axis(box.y, box.height, { side: vertical, by: dy, min: min.height });
  if (ratio === null) return { x: across.from, y: along.from, width: across.length, height: along.length };
  // The side that was moved decides; of a corner, the one that was moved further.
  const byWidth =
    vertical === 0 ||
    (horizontal !== 0 && Math.abs(across.length / box.width - 1) >= Math.abs(along.length / box.height - 1));
  const requestedWidth = byWidth ? across.length : along.length * ratio;
  const room = { width: roomOf(box.x, box.width, horizontal), height: roomOf(box.y, box.height, vertical) };
  const max = Math.min(room.width, room.height * ratio);
  const width = clamp(requestedWidth, Math.min(max, Math.max(min.width, min.height * ratio)), max);
  const height = width / ratio;
  return {
    x: anchored(box.x, box.width, { side: horizontal, length: width }),
    y: anchored(box.y, box.height, { side: vertical, length: height }),
    width,
    height,
  };
}

/** The largest part of these proportions, as near as possible to the centre of another one. */
export function fitted({ x, y, width, height }: Box, ratio: number): Box {
  const size = ratio >= 1 ? { width: 1, height: 1 / ratio } : { width: ratio, height: 1 };
  return {
    ...size,
    x: clamp(x + width / 2 - size.width / 2, 0, 1 - size.width),
    y: clamp(y + height / 2 - size.height / 2, 0, 1 - size.height),
  };
}

/** Which side of an axis a handle moves: -1 the first, 1 the last, 0 none. */
type Side = -1 | 0 | 1;
const sideOf = (handle: Handle, first: string, last: string): Side =>
  handle.includes(first) ? -1 : handle.includes(last) ? 1 : 0;

type Move = { readonly side: Side; readonly by: number; readonly min: number };

function axis(from: number, length: number, { side, by, min }: Move) {
  const end = from + length;
  if (side < 0) {
    const start = clamp(from + by, 0, Math.max(0, end - min));
    return { from: start, length: end - start };
  }
  if (side > 0) return { from, length: clamp(end + by, Math.min(1, from + min), 1) - from };
  return { from, length };
}

/** The longest that a side can be while its other end, or its middle, stays. */
function roomOf(from: number, length: number, side: Side): number {
  const end = from + length;
  if (side < 0) return end;
  if (side > 0) return 1 - from;
  return 2 * Math.min(from + length / 2, 1 - from - length / 2);
}

/** Where a side of a new length begins while its other end, or its middle, stays. */
function anchored(from: number, before: number, { side, length }: { readonly side: Side; readonly length: number }) {
  if (side < 0) return from + before - length;
  return side > 0 ? from : from + (before - length) / 2;
}
