import type { Size } from '../../engine/types.ts';
import type { Point } from '../view/zoom.ts';

/** Truncates to 1/64 of a pixel; rounding could move a point near the border into the next pixel. */
export const placeOn = ({ x, y }: Point): Point => ({ x: Math.floor(x * 64) / 64, y: Math.floor(y * 64) / 64 });

/** The corners of a box of whole pixels from one to another, both in it: left top, right top, right bottom, left bottom. */
export function rectangleOf(from: Point, to: Point, { width, height }: Size): number[] {
  const start = (a: number, b: number, max: number) => Math.min(max, Math.max(0, Math.floor(Math.min(a, b))));
  const end = (a: number, b: number, max: number) => Math.min(max, Math.max(0, Math.floor(Math.max(a, b)) + 1));
  const [left, right] = [start(from.x, to.x, width), end(from.x, to.x, width)];
  const [top, bottom] = [start(from.y, to.y, height), end(from.y, to.y, height)];
  return [left, top, right, top, right, bottom, left, bottom];
}
