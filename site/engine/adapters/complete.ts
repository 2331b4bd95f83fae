import { boxBlur } from '../ops/filter/box.ts';
import { clipBox, subjectBox } from '../ops/matte/box.ts';
import { extendMatte } from '../ops/matte/extend.ts';
import { resizePlane } from '../ops/resize/resize.ts';
import type { Plane } from '../types.ts';
import { logitsOf, type Prompt, type Selection, selectionPlane } from './sam.ts';

/** Selects by a prompt; `earlier` are logits of a selection that is refined. */
export type Select = (prompt: Prompt, earlier: Float32Array | null) => Promise<Selection>;

/**
 * How much better a selection by the box alone must promise to be than one that was shown the matte: it finds limbs
 * that the matte lacks, but knows less of what the subject is. Measured on pictures with reference cut-outs.
 */
const BOLDER = 0.045;

const POINTS = 3;
const GRID = 64;

/** A matte with what it missed of its subject, found by a network for selections; unchanged where that is in doubt. */
export async function completeMatte(matte: Plane, select: Select): Promise<Plane> {
  const around = subjectBox(matte, { margin: 0.02, level: 0.5 });
  if (!around) return matte;
  const box = clipBox(around, matte);
  const bold = await select({ points: [], box }, null);
  const shown = await select({ points: pointsIn(matte), box }, logitsOf(matte));
  const best = bold.quality > shown.quality + BOLDER ? bold : shown;
  return extendMatte(matte, selectionPlane(best.logits, matte));
}

/** Places deep inside the subject, far from each other. */
function pointsIn(matte: Plane): Prompt['points'] {
  const small = boxBlur(resizePlane(matte, { width: GRID, height: GRID }, 'area'), 2).data;
  const found: { readonly column: number; readonly row: number }[] = [];
  for (let count = 0; count < POINTS; count++) {
    let best: { readonly column: number; readonly row: number } | null = null;
    let most = 0;
    for (let i = 0; i < small.length; i++) {
      const place = { column: i % GRID, row: Math.floor(i / GRID) };
      const away = Math.min(40, ...found.map(({ column, row }) => Math.hypot(column - place.column, row - place.row)));
      if (small[i]! < 0.9 || away * small[i]! <= most) continue;
      most = away * small[i]!;
      best = place;
    }
    if (best) found.push(best);
  }
  return found.map(({ column, row }) => ({
    x: ((column + 0.5) * matte.width) / GRID,
    y: ((row + 0.5) * matte.height) / GRID,
    inside: true,
  }));
}
