import type { Prompt } from '../../engine/adapters/adapter.ts';
import type { Box, Mask, Size } from '../../engine/types.ts';
import type { Edits, MaskEdit } from '../state/edits.ts';
import type { Point } from '../view/zoom.ts';
import type { drawnInto } from './choice.ts';

type Piece = { readonly box: Box; readonly data: Uint8Array };

/** A click on what an earlier selection has too much of. */
export type Refinement = {
  /** The click. */
  readonly at: Point;
  /** Prompt of the earlier selection, with this click and earlier ones like it as points that are not part of it. */
  readonly prompt: Prompt;
  /** The earlier selection. */
  readonly piece: Piece;
};

/**
 * The refinement that a click requests which takes away, where it lies in an earlier selection of a click or box; null
 * elsewhere. `into`: what the click draws into.
 */
export function refinementAt(
  edits: Edits | null,
  { points, box }: Prompt,
  into: ReturnType<typeof drawnInto>,
): Refinement | null {
  const [at] = points;
  if (!at || box) return null;
  const outside = [at];
  for (let step = edits; step && !replacesSelections(step.last); step = step.before) {
    const { last } = step;
    if (last.kind !== 'selected' || !last.click) continue;
    if (last.brush === into.brush && last.mode === into.mode) outside.push(...last.click.points);
    else if (covers(last, at)) {
      const excluded = outside.filter((point) => covers(last, point)).map((point) => ({ ...point, inside: false }));
      return { at, prompt: { ...last.click, points: [...last.click.points, ...excluded] }, piece: last };
    }
  }
  return null;
}

/** Whether earlier selections have another shape after an edit. */
function replacesSelections({ kind }: MaskEdit): boolean {
  return ['loaded', 'clear', 'invert', 'grow', 'shrink', 'feather'].includes(kind);
}

function covers({ box, data }: Piece, { x, y }: Point): boolean {
  const [column, row] = [Math.floor(x) - box.x, Math.floor(y) - box.y];
  return column >= 0 && row >= 0 && column < box.width && row < box.height && data[row * box.width + column] !== 0;
}

/**
 * What is to be taken away of an earlier selection in a picture of this size, as a mask of the size of `kept`, the part that
 * stays; null where the click is in that.
 */
export function takenAway({ at, piece }: Refinement, kept: Mask, { width, height }: Size): Mask | null {
  const scale = { x: width / kept.width, y: height / kept.height };
  if (covers({ box: { x: 0, y: 0, ...kept }, data: kept.data }, { x: at.x / scale.x, y: at.y / scale.y })) return null;
  const taken = { width: kept.width, height: kept.height, data: new Uint8Array(kept.data.length) };
  const { box, data } = piece;
  for (let row = 0; row < kept.height; row++) {
    const y = Math.floor((row + 0.5) * scale.y) - box.y;
    if (y < 0 || y >= box.height) continue;
    for (let column = 0, i = row * kept.width; column < kept.width; column++, i++) {
      const x = Math.floor((column + 0.5) * scale.x) - box.x;
      if (kept.data[i] === 0 && x >= 0 && x < box.width && data[y * box.width + x] !== 0) taken.data[i] = 255;
    }
  }
  return taken;
}
