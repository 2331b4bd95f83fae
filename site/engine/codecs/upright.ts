import { UNCHANGED } from '../ops/geometry/geometry.ts';
import { transformPixels } from '../ops/geometry/transform.ts';
import { drain } from '../ops/progress.ts';
import type { Geometry, Pixels } from '../types.ts';

/** How pixels become upright, by orientation, as of EXIF. */
const TURNS: readonly Partial<Geometry>[] = [
  ...[{}, {}, { flipped: true }, { turns: 2 }, { flipped: true, turns: 2 }],
  ...[{ flipped: true, turns: 3 }, { turns: 1 }, { flipped: true, turns: 1 }, { turns: 3 }],
] as const;

/**
 * Turns pixels as a file stores them upright, by its orientation of 1 to 8, as of EXIF. `pause` is called again and again,
 * and may throw to stop.
 */
export const turnUpright = (stored: Pixels, orientation: number, pause: () => Promise<void>): Promise<Pixels> =>
  drain(transformPixels(stored, { ...UNCHANGED, ...TURNS[orientation] }), {
    checkpoint: pause,
    progress: () => undefined,
  });
