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
  const places: number[][] = areas.map(() => []);
  for (let i = 0; i < labels.length; i++) if (labels[i]! > 0) places[labels[i]!]!.push(i);
  return places.flatMap((part) => {
    if (part.length < LONG || extentOf(part, width) < LONG) return [];
    const middles = part.map((i) => ({ i, ...middleOf({ width, labels }, i, NEAR) }));
    const taken: End[] = [];
    for (const { i, off, count } of middles.toSorted((a, b) => b.off - a.off)) {
      if (off < OFF) break;
      const [x, y] = [i % width, Math.floor(i / width)];
      if (count / NEAR > WIDE || taken.some((end) => Math.hypot(end.x - x, end.y - y) <= 2 * NEAR)) continue;
      const behind = middleOf({ width, labels }, i, ALONG);
      taken.push({ x, y, angle: Math.atan2(y - behind.y, x - behind.x), width: Math.max(1, count / NEAR) });
    }
    return taken;
  });
}

function extentOf(part: readonly number[], width: number): number {
  let [left, right] = [width, 0];
  for (const i of part) {
    left = Math.min(left, i % width);
    right = Math.max(right, i % width);
  }
  const rows = Math.floor(part.at(-1)! / width) - Math.floor(part[0]! / width);
  return 1 + Math.max(right - left, rows);
}

/** The middle of what of a pixel's own part is near it, how far off that is, and how many pixels that are. */
function middleOf(
  { width, labels }: { readonly width: number; readonly labels: Int32Array },
  i: number,
  radius: number,
) {
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
  return { count, x: x + dx / count, y: y + dy / count, off: Math.hypot(dx, dy) / count };
}
