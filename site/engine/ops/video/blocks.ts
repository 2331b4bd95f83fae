import type { Seen, Vector } from './motion.ts';

/** Motion of one block, and how far it is to be believed. */
export type Block = Vector & { readonly column: number; readonly row: number; readonly weight: number };

const STEP = 16;
/** How far a block may go beside the common shift, in pixels. */
const REACH = 4;

/** Vectors of all blocks of 16 × 16 pixels; null for those that are covered or flat. */
export function blockVectors(from: Seen, to: Seen, shift: Vector) {
  const width = Math.ceil(from.width / STEP);
  const height = Math.ceil(from.height / STEP);
  const blocks = Array.from({ length: width * height }, (_, i) =>
    blockVector(from, to, { shift, column: i % width, row: Math.floor(i / width) }),
  );
  return { width, height, step: STEP, blocks };
}

type Place = { readonly shift: Vector; readonly column: number; readonly row: number };

function blockVector(from: Seen, to: Seen, { shift, column, row }: Place): Block | null {
  const area = {
    left: column * STEP,
    top: row * STEP,
    right: Math.min(from.width, (column + 1) * STEP),
    bottom: Math.min(from.height, (row + 1) * STEP),
  };
  const { count, detail } = lookAt(from, area);
  if (count < (STEP * STEP) / 4 || detail < 2) return null;
  const known = new Map<number, number>();
  const cost = (x: number, y: number): number => {
    const key = (y - shift.y + 16) * 64 + x - shift.x + 16;
    const found = known.get(key) ?? differenceOf(from, to, { area, x, y, least: count / 2 });
    known.set(key, found);
    return found;
  };
  const best = descend(shift, cost);
  const here = cost(best.x, best.y);
  if (!Number.isFinite(here) || Math.sqrt(here) > Math.max(6, 2 * detail)) return null;
  const part = (before: number, after: number) => {
    const bend = before + after - 2 * here;
    return Number.isFinite(bend) && bend > 1e-6 ? Math.min(0.5, Math.max(-0.5, (before - after) / (2 * bend))) : 0;
  };
  return {
    x: best.x + part(cost(best.x - 1, best.y), cost(best.x + 1, best.y)),
    y: best.y + part(cost(best.x, best.y - 1), cost(best.x, best.y + 1)),
    column,
    row,
    weight: (count / STEP ** 2) * (detail / (1 + Math.sqrt(here))),
  };
}

/** Goes to the best of the eight places around as long as one is better. */
function descend(start: Vector, cost: (x: number, y: number) => number): Vector {
  let best = start;
  // The common shift is left only for something clearly better.
  let least = cost(start.x, start.y) * 0.95 - 0.1;
  for (let step = 0; step < REACH; step++) {
    const middle = best;
    for (let y = middle.y - 1; y <= middle.y + 1; y++)
      for (let x = middle.x - 1; x <= middle.x + 1; x++) {
        const found = cost(x, y);
        if (found < least) [least, best] = [found, { x, y }];
      }
    if (best === middle) break;
  }
  return best;
}

type Area = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** How many pixels can be seen, and how much neighbours differ: without that no motion can be told. */
function lookAt({ data, valid, width, height }: Seen, { left, top, right, bottom }: Area) {
  let [count, across, down] = [0, 0, 0];
  for (let y = top; y < bottom; y++)
    for (let x = left, at = y * width + left; x < right; x++, at++) {
      if (!valid[at]) continue;
      count++;
      if (x + 1 < width) across += Math.abs((data[at] as number) - (data[at + 1] as number));
      if (y + 1 < height) down += Math.abs((data[at] as number) - (data[at + width] as number));
    }
  return { count, detail: Math.min(across, down) / Math.max(1, count) };
}

type Tried = Vector & { readonly area: Area; readonly least: number };

/** Mean square: its valley is a parabola, which gives parts of a pixel. */
function differenceOf(from: Seen, to: Seen, { area, x, y, least }: Tried): number {
  const { width, height } = from;
  const left = Math.max(area.left, -x);
  const right = Math.min(area.right, width - x);
  const top = Math.max(area.top, -y);
  const bottom = Math.min(area.bottom, height - y);
  const offset = y * width + x;
  let [sum, count] = [0, 0];
  for (let row = top; row < bottom; row++)
    for (let at = row * width + left, end = row * width + right; at < end; at++) {
      if (!from.valid[at] || !to.valid[at + offset]) continue;
      const difference = (from.data[at] as number) - (to.data[at + offset] as number);
      sum += difference * difference;
      count++;
    }
  return count < least ? Number.POSITIVE_INFINITY : sum / count;
}
