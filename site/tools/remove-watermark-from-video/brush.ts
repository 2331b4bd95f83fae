import { drawLine, type Line } from '../../engine/ops/mask/draw.ts';
import type { Size } from '../../engine/types.ts';
import { markOfMask, positionAt } from '../../engine/video/marks.ts';
import type { Mark } from '../../engine/video/types.ts';

/** Diameters of a brush, as fractions of the frame's longer side. */
export const BRUSH = { min: 0.005, max: 0.12, first: 0.03 } as const;

export type Stroke = {
  /** Diameter in pixels of the frame. */
  readonly line: Line;
  /** The painted static watermark that the stroke extends; null for a new one. */
  readonly onto: Mark | null;
  readonly id: string;
};

/** The watermark of a stroke; null if the stroke is outside of the frame. */
export function paintedMark({ line, onto, id }: Stroke, { width, height }: Size): Mark | null {
  const data = new Uint8Array(width * height);
  if (onto?.shape) {
    const { x, y } = positionAt(onto, 0);
    for (let row = 0; row < onto.height; row++)
      data.set(onto.shape.data.subarray(row * onto.width, (row + 1) * onto.width), (y + row) * width + x);
  }
  drawLine({ width, height, data }, line, 255);
  return markOfMask({ width, height, data }, onto?.id ?? id);
}

/** Whether strokes can extend a watermark. */
export const takesStrokes = ({ shape, moves }: Mark): boolean => shape !== null && !moves;
