import type { Mask } from '../../types.ts';
import { partsOf } from '../matte/components.ts';

/** An end of a stroke, in pixels; `angle` (radians) points away from the stroke. */
export type End = { readonly x: number; readonly y: number; readonly angle: number; readonly width: number };

/** What is looked at around a pixel: to see whether it is an end, and which way the stroke runs there. */
const NEAR = 12;
const ALONG = 24;

/** How far the middle of what is near lies from an end: half of `NEAR` for a thin stroke. */
const OFF = 4.2;

/** Shortest longer side of a part, and greatest width of a stroke. */
const LONG = 18;
const WIDE = 9;

/**
 * Ends of the strokes among the parts of a mask: pixels that have all of their part that is near on one side. Blots and
 * tears have none, for what is near them is too much.
 */
export function endsOf(mask: Mask): readonly End[] {
  const { width, labels, areas } = partsOf(mask);
  const places = areas.map((area) => new Int32Array(area));
  const taken = new Int32Array(areas.length);
  for (let i = 0; i < labels.length; i++) if (labels[i]! > 0) places[labels[i]!]![taken[labels[i]!]!++] = i;
  return places.flatMap((part) => (extentOf(part, width) < LONG ? [] : endsIn(part, { width, labels })));
}

type Labels = { readonly width: number; readonly labels: Int32Array };

function endsIn(part: Int32Array, labels: Labels): readonly End[] {
  const off = new Float32Array(part.length);
  const middle = { count: 0, x: 0, y: 0 };
  for (let k = 0; k < part.length; k++) {
    takeMiddle(middle, labels, { i: part[k]!, radius: NEAR });
    off[k] = middle.count / NEAR > WIDE ? 0 : Math.hypot(middle.x, middle.y);
  }
  const outermost = Array.from(part.keys())
    .filter((k) => off[k]! >= OFF)
    .sort((a, b) => off[b]! - off[a]!);
  const ends: End[] = [];
  for (const k of outermost) {
    const i = part[k]!;
    const [x, y] = [i % labels.width, Math.floor(i / labels.width)];
    if (ends.some((end) => Math.hypot(end.x - x, end.y - y) <= 2 * NEAR)) continue;
    takeMiddle(middle, labels, { i, radius: NEAR });
    const width = Math.max(1, middle.count / NEAR);
    takeMiddle(middle, labels, { i, radius: ALONG });
    ends.push({ x, y, angle: Math.atan2(-middle.y, -middle.x), width });
  }
  return ends;
}

/** Longer side of the box around a part; its pixels are in order. */
function extentOf(part: Int32Array, width: number): number {
  let [left, right] = [width, 0];
  for (const i of part) {
    left = Math.min(left, i % width);
    right = Math.max(right, i % width);
  }
  return 1 + Math.max(right - left, Math.floor(part.at(-1)! / width) - Math.floor(part[0]! / width));
}

/** Takes how many pixels of a pixel's own part are near it, and where their middle lies from there. */
function takeMiddle(
  middle: { count: number; x: number; y: number },
  { width, labels }: Labels,
  { i, radius }: { readonly i: number; readonly radius: number },
): void {
  const [x, y] = [i % width, Math.floor(i / width)];
  const height = labels.length / width;
  let [count, dx, dy] = [0, 0, 0];
  for (let v = Math.max(-radius, -y); v <= Math.min(radius, height - 1 - y); v++) {
    const half = Math.floor(Math.sqrt(radius * radius - v * v));
    for (let u = Math.max(-half, -x); u <= Math.min(half, width - 1 - x); u++) {
      if (labels[i + v * width + u] !== labels[i]) continue;
      count++;
      dx += u;
      dy += v;
    }
  }
  middle.count = count;
  middle.x = dx / count;
  middle.y = dy / count;
}
