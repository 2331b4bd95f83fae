import type { Prompt } from '../../engine/adapters/adapter.ts';
import type { Ink } from '../../engine/ops/colourise/strokes.ts';
import type { MaskEdgeChange } from '../../engine/ops/mask/edge.ts';
import type { Box } from '../../engine/types.ts';
import type { BrushName } from '../tool.ts';

/** The mask that an edit changes, and whether it adds or erases. */
type Drawn = { readonly brush: BrushName; readonly mode: 'add' | 'subtract' };

/** A drawn line: x, y, x, y … and radius in pixels of the picture. */
export type Stroke = Drawn & { readonly kind: 'stroke'; readonly radius: number; readonly points: readonly number[] };

/** One step of a mask. Lengths and positions are pixels of the picture. */
export type MaskEdit =
  | Stroke
  /** The inside of a closed outline: x, y, x, y … */
  | (Drawn & { readonly kind: 'lasso' | 'rectangle'; readonly points: readonly number[] })
  /** A rectangular part of a mask, row by row; `loaded` replaces the whole mask. */
  | (Drawn & {
      readonly kind: 'loaded' | 'found' | 'selected';
      readonly box: Box;
      readonly data: Uint8Array<ArrayBuffer>;
      /** The click or box that selected it. */
      readonly click?: Prompt;
    })
  | MaskEdgeChange
  | { readonly kind: 'invert' | 'clear' }
  /** A stroke of colour, which is no part of the mask. */
  | { readonly kind: 'colour'; readonly ink: Ink; readonly radius: number; readonly points: readonly number[] }
  | { readonly kind: 'clear-colours' }
  /** Requests another filling of the same mask; `variant` counts from 1. */
  | { readonly kind: 'again'; readonly variant: number };

/** The steps of a mask as a linked list, the last one first, so that versions share earlier steps. */
export type Edits = { readonly last: MaskEdit; readonly before: Edits | null; readonly count: number };

/** Which filling of the mask is requested: 0 until another one is. */
export const variantOf = (edits: Edits | null): number => (edits?.last.kind === 'again' ? edits.last.variant : 0);

/** The request for a filling of the same mask that differs from the last one. */
export const nextVariant = (edits: Edits | null): MaskEdit => ({ kind: 'again', variant: variantOf(edits) + 1 });

/** The middle of what was marked last, in percent of a picture's width in pixels; null where nothing was marked. */
export function markedAt(edits: Edits | null, width: number): number | null {
  if (!edits) return null;
  const { last } = edits;
  if ('mode' in last && last.mode === 'add') {
    const xs = 'box' in last ? [last.box.x, last.box.x + last.box.width] : last.points.filter((_, i) => i % 2 === 0);
    const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
    return Math.min(100, Math.max(0, (100 * middle) / width));
  }
  return markedAt(edits.before, width);
}

export const withEdit = (before: Edits | null, last: MaskEdit): Edits => ({
  last,
  before,
  count: (before?.count ?? 0) + 1,
});
