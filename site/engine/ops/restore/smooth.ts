import type { Pixels, Plane } from '../../types.ts';
import { inBands } from '../bands.ts';
import { guidedFilter } from '../filter/guided.ts';
import { mapPlanes, rgbPlanes } from '../planes.ts';

/** Bands of rows; the guided filter reads four rows beyond. */
const BAND = { rows: 256, margin: 8 } as const;

/** Reduces noise of standard deviation `sigma` (0..255) by a guided filter, which keeps edges. Yields the fraction done. */
export function smoothNoise(picture: Pixels, sigma: number): Generator<number, Pixels> {
  const epsilon = 2 * (sigma / 255) ** 2;
  const smooth = (plane: Plane) => guidedFilter(plane, plane, { radius: 2, epsilon });
  return inBands([picture], BAND, ([band]) => mapPlanes(rgbPlanes(band), smooth));
}
