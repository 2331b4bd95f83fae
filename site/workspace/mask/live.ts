import type { Ink } from '../../engine/ops/colourise/strokes.ts';
import type { BrushName } from '../tool.ts';
import type { Point } from '../view/zoom.ts';
import type { MaskMode } from './choice.ts';

/** The stroke being drawn, before it becomes an edit. Lengths and positions in pixels of the picture. */
export type Live = {
  readonly kind: 'stroke' | 'outline';
  readonly brush: BrushName;
  readonly mode: MaskMode;
  /** Ink of the colour brush; null if a mask is drawn. */
  readonly ink: Ink | null;
  readonly radius: number;
  /** x, y, x, y … */
  readonly points: readonly number[];
};

/** A line that grows: its array belongs to the drawing, and points are appended in place. */
export type Drawing = Live & { readonly points: number[] };

/**
 * A new value for rendering, with one more point in the same array. A long stroke has thousands of points; copying them
 * for each new one would take time that grows with the square of its length.
 */
export function withPoint(drawing: Drawing, { x, y }: Point): Drawing {
  drawing.points.push(x, y);
  return { ...drawing };
}
