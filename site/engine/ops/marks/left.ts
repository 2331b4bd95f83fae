import { boundsOf } from '../mask/change.ts';
import type { Overlay, Patch } from './overlay.ts';

/** Fields up to that share of the picture's longer side high are small: filling all of one does little harm. */
const SMALL = 0.09;

/** Steps between pixels beyond this are edges: they count no more than it. */
const MOST = 0.2;

/** A mark stands out where there are that many times the steps in its field than beside it, and is left by that share of them. */
const STANDS_OUT = 1.3;
const LEFT = 0.5;

/** A field of marks in a picture of that longer side, and the opacity that was calculated for each of its pixels. */
type Calculated = {
  readonly patch: Patch;
  readonly alpha: Float32Array;
  readonly colour: Overlay['colour'];
  readonly longSide: number;
};

/**
 * Whether a mark in a small field can still be seen after it was calculated out: thin and nearly opaque letters hide what
 * would tell their opacity. What stands out of what is beside it is compared before and after.
 */
export function isLeft({ patch, alpha, colour, longSide }: Calculated): boolean {
  const { width, height, planes, mask } = patch;
  const bounds = boundsOf({ width, height, data: Uint8Array.from(mask) });
  if (!bounds || Math.min(bounds.width, bounds.height) > SMALL * longSide) return false;
  const clear = planes.map((plane, k) =>
    plane.map((value, i) => Math.min(1, Math.max(0, (value - alpha[i]! * colour[k % 3]!) / (1 - alpha[i]!)))),
  );
  const beside = steps(patch, planes, 0);
  const [before, after] = [steps(patch, planes, 1), steps(patch, clear, 1)];
  return before > STANDS_OUT * beside && after - beside > LEFT * (before - beside);
}

/** The mean step to the next pixels where the mask is like that. */
function steps({ width, mask }: Patch, planes: Patch['planes'], inside: 0 | 1): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i + width < mask.length; i++) {
    if (mask[i]! > 0 !== inside > 0) continue;
    let step = 0;
    for (const plane of planes) step += Math.abs(plane[i + 1]! - plane[i]!) + Math.abs(plane[i + width]! - plane[i]!);
    sum += Math.min(MOST, step / planes.length);
    count++;
  }
  return sum / Math.max(1, count);
}
