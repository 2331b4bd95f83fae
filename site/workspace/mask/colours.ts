import type { ColourStroke, Strokes } from '../../engine/ops/colourise/strokes.ts';
import type { Size } from '../../engine/types.ts';
import type { Edits, MaskEdit } from '../state/edits.ts';

const isOfColours = ({ kind }: MaskEdit): boolean => kind === 'colour' || kind === 'clear-colours';

/** Whether an edit may change the mask: strokes of colour and the request for another filling do not. */
export const changesMask = (edit: MaskEdit): boolean => !isOfColours(edit) && edit.kind !== 'again';

/** The strokes of colour after all edits, on a picture of `size`; null without any. The eraser removes them, too. */
export function strokesOf(edits: Edits | null, { width, height }: Size): Strokes | null {
  const strokes: ColourStroke[] = [];
  for (let at = edits; at && at.last.kind !== 'clear-colours'; at = at.before) {
    const stroke = strokeOf(at.last);
    if (stroke) strokes.push(stroke);
  }
  // Erasing before the first stroke has no effect.
  while (strokes.at(-1)?.ink === 'none') strokes.pop();
  return strokes.length > 0 ? { width, height, strokes: strokes.reverse() } : null;
}

function strokeOf(edit: MaskEdit): ColourStroke | null {
  switch (edit.kind) {
    case 'colour':
      return { kind: 'line', ink: edit.ink, radius: edit.radius, points: edit.points };
    case 'stroke':
      return edit.mode === 'add' ? null : { kind: 'line', ink: 'none', radius: edit.radius, points: edit.points };
    case 'lasso':
    case 'rectangle':
      return edit.mode === 'add' ? null : { kind: 'outline', ink: 'none', radius: 0, points: edit.points };
    default:
      return null;
  }
}

/** Whether nothing but colours changed since. */
export function onlyColoursSince(edits: Edits | null, done: Edits | null): boolean {
  let at = edits;
  while (at && at !== done && isOfColours(at.last)) at = at.before;
  return at === done;
}
