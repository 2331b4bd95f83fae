import type { Mask, Pixels, Plane } from '../../types.ts';
import { cropMask, cropPixels } from '../crop.ts';
import { boxBlur } from '../filter/box.ts';
import { mapTo } from '../map-to.ts';
import { boundsOf } from '../mask/change.ts';
import { pixelLuma } from '../planes.ts';
import { expandBox } from './regions.ts';
import { dilate } from './seam.ts';

/**
 * A screen tone repeats within `maxPeriodPx`. `minCorrelation`: of the brightness of two pixels a period apart, less the
 * mean around each. Generated screens of dots and lines have 0.88 to 1; ten photographs (Kodak and skimage) at most 0.28.
 */
const SCREEN = { minPeriodPx: 3, maxPeriodPx: 16, minCorrelation: 0.6, ringPx: 40 } as const;

/** Returns whether the surroundings of a hole (above 0) are a screen tone of dots or lines. `unknown`: all holes (above 0). */
export function isScreen(picture: Pixels, hole: Mask, unknown: Mask): boolean {
  const bounds = boundsOf(hole);
  if (!bounds) return false;
  const box = expandBox(bounds, { margin: SCREEN.ringPx, minSide: 0 }, picture);
  const near = dilate(cropMask(hole, box), SCREEN.ringPx);
  const open = cropMask(unknown, box);
  const ring = mapTo(Uint8Array, near.data, (value, i) => (value > 0 && open.data[i] === 0 ? 1 : 0));
  return periodicityOf(detailOf(pixelLuma(cropPixels(picture, box)), ring), ring) >= SCREEN.minCorrelation;
}

/** The brightness of the pixels of a ring (1) less the mean of those around each; 0 elsewhere. */
function detailOf(luma: Plane, ring: Uint8Array): Plane {
  const radius = SCREEN.maxPeriodPx / 2;
  const inside = boxBlur({ ...luma, data: Float32Array.from(ring) }, radius).data;
  const sum = boxBlur({ ...luma, data: luma.data.map((value, i) => value * ring[i]!) }, radius).data;
  return { ...luma, data: luma.data.map((value, i) => (ring[i] === 0 ? 0 : value - sum[i]! / inside[i]!)) };
}

/** The largest correlation of a plane with itself at a shift half of which reverses it; 0 if there is none. */
function periodicityOf(detail: Plane, ring: Uint8Array): number {
  const { minPeriodPx, maxPeriodPx } = SCREEN;
  const side = 2 * maxPeriodPx + 1;
  const correlations = new Float32Array((maxPeriodPx + 1) * side);
  const at = (x: number, y: number) => y * side + x + maxPeriodPx;
  let max = 0;
  for (let y = 0; y <= maxPeriodPx; y++)
    for (let x = -maxPeriodPx; x <= maxPeriodPx; x++) {
      const correlation = correlationAt(detail, ring, [x, y]);
      correlations[at(x, y)] = correlation;
      const isReversed = correlations[at(Math.round(x / 2), Math.floor(y / 2))]! < 0;
      if (isReversed && Math.hypot(x, y) >= minPeriodPx) max = Math.max(max, correlation);
    }
  return max;
}

/** Correlation of a plane with itself at a shift, over the pixels of a ring (1) whose shifted pixels are in it too. */
function correlationAt({ width, height, data }: Plane, ring: Uint8Array, [dx, dy]: readonly [number, number]): number {
  let products = 0;
  let ownSquares = 0;
  let otherSquares = 0;
  for (let y = 0; y < height - dy; y++)
    for (let x = Math.max(0, -dx); x < width - Math.max(0, dx); x++) {
      const own = y * width + x;
      const other = own + dy * width + dx;
      if (ring[own] === 0 || ring[other] === 0) continue;
      products += data[own]! * data[other]!;
      ownSquares += data[own]! ** 2;
      otherSquares += data[other]! ** 2;
    }
  return products / Math.sqrt(ownSquares * otherSquares + 1e-6);
}
