import type { Ink } from '../../engine/ops/colourise/strokes.ts';
import type { MaskEdgeChange } from '../../engine/ops/mask/edge.ts';
import type { Box } from '../../engine/types.ts';
import type { BrushName } from '../tool.ts';

/** Which mask an edit draws into, and whether it adds to it or takes away. */
type Drawn = { readonly brush: BrushName; readonly mode: 'add' | 'subtract' };

/** A line drawn by hand; x, y, x, y … and radius in pixels of the picture. */
export type Stroke = Drawn & { readonly kind: 'stroke'; readonly radius: number; readonly points: readonly number[] };

/** One step of a mask. Lengths and places in pixels of the picture. */
export type MaskEdit =
  | Stroke
  /** What lies inside a closed outline: x, y, x, y … */
  | (Drawn & { readonly kind: 'lasso' | 'rectangle'; readonly points: readonly number[] })
  /** A piece of a mask, row by row; `loaded` replaces all that was there. */
  | (Drawn & {
      readonly kind: 'loaded' | 'found' | 'selected';
      readonly box: Box;
      readonly data: Uint8Array<ArrayBuffer>;
    })
  | MaskEdgeChange
  | { readonly kind: 'invert' | 'clear' }
  /** A stroke of colour, which is no part of the mask. */
  | { readonly kind: 'colour'; readonly ink: Ink; readonly radius: number; readonly points: readonly number[] }
  | { readonly kind: 'clear-colours' };

/** All steps of a mask, the last one first: each shares the earlier ones, so that a long history costs little. */
export type Edits = { readonly last: MaskEdit; readonly before: Edits | null; readonly count: number };

export const withEdit = (before: Edits | null, last: MaskEdit): Edits => ({
  last,
  before,
  count: (before?.count ?? 0) + 1,
});
