import type { Mask, Pixels } from '../../types.ts';
import { boundsOf } from '../mask/change.ts';
import { pixelsOf, rgbPlanes } from '../planes.ts';
import { scaleProgress } from '../progress.ts';
import { synthesise } from './patches/synthesise.ts';
import { telea } from './telea.ts';

/**
 * Fills a hairline by Telea's method or with patches, whichever has the smaller error on a shifted copy of the hairline,
 * where the truth is known: smooth backgrounds are continued, texture and edges are copied. `depth` is in pixels.
 */
export function* fillHairline(crop: Pixels, hole: Mask, depth: number): Generator<number, Pixels> {
  const byTelea = function* (mask: Mask): Generator<number, Pixels> {
    return pixelsOf(yield* telea(rgbPlanes(crop), mask));
  };
  const trial = shiftedCopy(hole, depth);
  const both = { ...hole, data: hole.data.map((value, i) => Math.max(value, trial.data[i]!)) };
  const patched = yield* scaleProgress(synthesise(crop, both, null), 0, 0.5);
  if (patched === null) return yield* byTelea(hole);
  const smooth = yield* scaleProgress(byTelea(both), 0.5, 0.6);
  if (squaredError(smooth, crop, trial) <= squaredError(patched, crop, trial)) return yield* byTelea(hole);
  return (yield* scaleProgress(synthesise(crop, hole, null), 0.6, 1)) ?? patched;
}

/** The hole, shifted across its longer side, without the pixels that it covers itself. */
function shiftedCopy(hole: Mask, depth: number): Mask {
  const { width, height, data } = hole;
  const box = boundsOf(hole);
  const shift = 2 * Math.ceil(depth) + 3;
  const [dx, dy] = box && box.width > box.height ? [0, shift] : [shift, 0];
  const out = new Uint8Array(data.length);
  for (let y = dy; y < height; y++)
    for (let x = dx; x < width; x++) {
      const i = y * width + x;
      if (data[i] === 0 && data[i - dy * width - dx]! > 0) out[i] = 255;
    }
  return { width, height, data: out };
}

/** Sum of squared colour differences inside the mask. */
function squaredError(found: Pixels, truth: Pixels, { data }: Mask): number {
  let sum = 0;
  for (let i = 0; i < data.length; i++)
    for (let c = 0; data[i] !== 0 && c < 3; c++) sum += (found.data[4 * i + c]! - truth.data[4 * i + c]!) ** 2;
  return sum;
}
