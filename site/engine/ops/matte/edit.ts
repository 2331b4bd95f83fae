import type { Mask, Plane } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { localRange } from '../filter/range.ts';
import { emptyPlane } from '../planes.ts';

/** A mask as a plane, 0..1. */
export function planeOfMask({ width, height, data }: Mask): Plane {
  return { width, height, data: Float32Array.from(data, (value) => value / 255) };
}

export type Edits = {
  /** What was painted to be kept: becomes opaque. */
  readonly keep: Plane | undefined;
  /** What was painted to be erased: becomes clear; where both were painted, this counts. */
  readonly erase: Plane | undefined;
};

/** A matte (0..1) with the visitor's strokes laid over it; strokes may be soft (0..1). */
export function applyEdits(matte: Plane, { keep, erase }: Edits): Plane {
  const out = emptyPlane(matte);
  for (let i = 0; i < out.data.length; i++) {
    const kept = keep ? Math.max(matte.data[i]!, keep.data[i]!) : matte.data[i]!;
    out.data[i] = erase ? Math.min(kept, 1 - erase.data[i]!) : kept;
  }
  return out;
}

export type EdgeOptions = {
  /** Pixels by which the subject grows (above 0) or shrinks (below 0). */
  readonly shift: number;
  /** Pixels over which the edge is softened. */
  readonly softness: number;
};

/** A matte whose edge is moved, and softened. */
export function moveEdge(matte: Plane, { shift, softness }: EdgeOptions): Plane {
  const radius = Math.round(Math.abs(shift));
  const range = radius === 0 ? null : localRange(matte, radius);
  const moved = range === null ? matte : shift > 0 ? range.max : range.min;
  return gaussianBlur(moved, softness / 2);
}
