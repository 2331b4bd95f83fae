import { distanceTo } from '../../filter/distance.ts';
import { CHANNELS, HOLE, KNOWN, type Level, PATCH_RADIUS_PX, PATCH_SIDE_PX } from './level.ts';

/** Maximum number of patch comparisons; if there are more sources, every n-th is compared. */
const MAX_COMPARISONS = 3e5;

/**
 * Initialises the hole of the coarsest level from its rim inwards (the layered initialisation of Newson et al. 2014):
 * each pixel takes the features of the patch whose known part matches best. Structures then continue into the hole, where
 * a smooth initialisation would favour flat patches.
 */
export function fillFromRim(level: Level): void {
  const { width, height, features, state, sources } = level;
  const depth = distanceTo(level, (i) => state[i] !== HOLE).data;
  const order = [...state.keys()].filter((i) => state[i] === HOLE).sort((a, b) => depth[a]! - depth[b]!);
  const open = state.slice();
  const step = Math.max(1, Math.ceil((order.length * sources.length) / MAX_COMPARISONS));
  const clampToCentre = (position: number, side: number) =>
    Math.min(Math.max(position, PATCH_RADIUS_PX), side - PATCH_RADIUS_PX - 1);
  for (const pixel of order) {
    const centre = clampToCentre((pixel / width) | 0, height) * width + clampToCentre(pixel % width, width);
    let best = sources[0]!;
    let minDistance = Number.POSITIVE_INFINITY;
    for (let n = 0; n < sources.length; n += step) {
      const distance = knownDistance(level, open, { centre, source: sources[n]!, limit: minDistance });
      if (distance >= minDistance) continue;
      minDistance = distance;
      best = sources[n]!;
    }
    const from = best + pixel - centre;
    for (let c = 0; c < CHANNELS; c++) features[CHANNELS * pixel + c] = features[CHANNELS * from + c]!;
    open[pixel] = KNOWN;
  }
}

type Pair = { readonly centre: number; readonly source: number; readonly limit: number };

/** Sum of squared differences over the known part of the first patch; stops once it reaches `limit`. */
function knownDistance({ features, width }: Level, open: Uint8Array, { centre, source, limit }: Pair): number {
  const side = PATCH_SIDE_PX;
  const channels = CHANNELS;
  const known = KNOWN;
  let sum = 0;
  let i = centre - PATCH_RADIUS_PX * width - PATCH_RADIUS_PX;
  let j = source - PATCH_RADIUS_PX * width - PATCH_RADIUS_PX;
  for (let row = 0; row < side; row++, i += width - side, j += width - side) {
    for (let column = 0; column < side; column++, i++, j++) {
      if (open[i] !== known) continue;
      for (let c = 0; c < channels; c++) {
        const difference = features[channels * i + c]! - features[channels * j + c]!;
        sum += difference * difference;
      }
    }
    if (sum >= limit) return sum;
  }
  return sum;
}
