import type { Ink } from '../../engine/ops/colourise/strokes.ts';
import type { Size } from '../../engine/types.ts';
import type { BrushName } from '../tool.ts';

/** Actions of the pointer on the mask; the brush adds and erases, colours too. */
export type MaskTool = 'brush' | 'colour' | 'lasso' | 'rectangle' | 'select';
export type MaskMode = 'add' | 'subtract';

export type MaskChoice = {
  /** Null moves the picture. */
  readonly tool: MaskTool | null;
  readonly mode: MaskMode;
  /** Radius of the brush in pixels of the picture; null for a default by the size of the picture. */
  readonly radius: number | null;
  /** `#rrggbb` that the colour brush paints with. */
  readonly colour: string;
  /** Whether the colour brush keeps the colours below it. */
  readonly keeps: boolean;
};

/** Radii of the brush in a picture of this size. */
export function radiiFor({ width, height }: Size): {
  readonly min: number;
  readonly max: number;
  readonly initial: number;
} {
  const side = Math.max(width, height);
  return { min: 0.5, max: Math.max(4, side / 5), initial: Math.max(1, side / 50) };
}

export function radiusOf({ radius }: Pick<MaskChoice, 'radius'>, size: Size): number {
  const { min, max, initial } = radiiFor(size);
  return Math.min(max, Math.max(min, radius ?? initial));
}

/** A slider of 0..100 for the radius: fine steps for small brushes. */
export const sliderOf = (radius: number, size: Size): number => {
  const { min, max } = radiiFor(size);
  return 100 * Math.sqrt((radius - min) / (max - min));
};

export const radiusAt = (slider: number, size: Size): number => {
  const { min, max } = radiiFor(size);
  return min + (max - min) * (slider / 100) ** 2;
};

/** The mask that a stroke changes: tools with a matte have one to keep and one to erase. */
export function drawnInto(
  brushes: readonly BrushName[],
  mode: MaskMode,
): { readonly brush: BrushName; readonly mode: MaskMode } {
  const [first = 'mask', second] = brushes;
  if (second === undefined) return { brush: first, mode };
  return { brush: mode === 'add' ? first : second, mode: 'add' };
}

export const opposite = (mode: MaskMode): MaskMode => (mode === 'add' ? 'subtract' : 'add');

/** Whether a tool paints with a round brush. */
export const isRound = (tool: MaskTool | null): boolean => tool === 'brush' || tool === 'colour';

/** What the colour brush paints with. */
export const inkOf = ({ colour, keeps }: MaskChoice): Ink => (keeps ? 'keep' : colour);
