import { boxBlur } from '../ops/filter/box.ts';
import { clipBox, subjectBox } from '../ops/matte/box.ts';
import { extendMatte } from '../ops/matte/extend.ts';
import { resizePlane } from '../ops/resize/resize.ts';
import type { Plane } from '../types.ts';
import type { Prompt, Selection } from './adapter.ts';
import { logitsOf, selectionPlane } from './sam.ts';

/** Selects by a prompt; `earlier` are logits of a selection that is refined. */
export type Select = (prompt: Prompt, earlier: Float32Array | null) => Promise<Selection>;

/**
 * How much higher the quality (0..1) of a selection by the box alone must be than that of one which also gets the matte.
 * The former finds limbs that the matte lacks, but knows less of what the subject is. Chosen on pictures with reference
 * cut-outs.
 */
const MIN_QUALITY_GAIN = 0.045;

const MAX_POINTS = 3;
/** Side of the reduced matte in which points are placed, and the distance from which points are far enough apart. */
const GRID_PX = 64;
const FAR_APART_PX = 40;
/** Points lie where the blurred matte reaches this. */
const MIN_INSIDE = 0.9;

/** A matte extended by parts that a network for selections finds; unchanged where the selection is not convincing. */
export async function completeMatte(matte: Plane, select: Select): Promise<Plane> {
  const around = subjectBox(matte, { margin: 0.02, level: 0.5 });
  if (!around) return matte;
  const box = clipBox(around, matte);
  const byBox = await select({ points: [], box }, null);
  const byMatte = await select({ points: pointsInside(matte), box }, logitsOf(matte));
  const best = byBox.quality > byMatte.quality + MIN_QUALITY_GAIN ? byBox : byMatte;
  return extendMatte(matte, selectionPlane(best.logits, matte));
}

/** Points deep inside the subject, far from each other. */
function pointsInside(matte: Plane): Prompt['points'] {
  const small = boxBlur(resizePlane(matte, { width: GRID_PX, height: GRID_PX }, 'area'), 2).data;
  const found: { readonly column: number; readonly row: number }[] = [];
  for (let count = 0; count < MAX_POINTS; count++) {
    let best: { readonly column: number; readonly row: number } | null = null;
    let maxScore = 0;
    for (let i = 0; i < small.length; i++) {
      const cell = { column: i % GRID_PX, row: Math.floor(i / GRID_PX) };
      const distance = Math.min(
        FAR_APART_PX,
        ...found.map(({ column, row }) => Math.hypot(column - cell.column, row - cell.row)),
      );
      if (small[i]! < MIN_INSIDE || distance * small[i]! <= maxScore) continue;
      maxScore = distance * small[i]!;
      best = cell;
    }
    if (best) found.push(best);
  }
  return found.map(({ column, row }) => ({
    x: ((column + 0.5) * matte.width) / GRID_PX,
    y: ((row + 0.5) * matte.height) / GRID_PX,
    inside: true,
  }));
}
