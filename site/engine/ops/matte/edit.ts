import type { Mask, Plane } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { localRange } from '../filter/range.ts';
import { mapTo } from '../map-to.ts';
import { emptyPlane } from '../planes.ts';

/** Converts a mask to a plane, 0..1. */
export function maskToPlane({ width, height, data }: Mask): Plane {
  return { width, height, data: mapTo(Float32Array, data, (value) => value / 255) };
}

export type Edits = {
  /** Painted to be kept: becomes opaque. */
  readonly keep: Plane | undefined;
  /** Painted to be erased: becomes transparent, and takes precedence over `keep`. */
  readonly erase: Plane | undefined;
};

/** Applies a person's strokes to a matte (0..1); strokes may be soft (0..1). */
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

/** Moves and softens the edge of a matte. */
export function moveEdge(matte: Plane, { shift, softness }: EdgeOptions): Plane {
  const radius = Math.round(Math.abs(shift));
  const range = radius === 0 ? null : localRange(matte, radius);
  const moved = range === null ? matte : shift > 0 ? range.max : range.min;
  return gaussianBlur(moved, softness / 2);
}
