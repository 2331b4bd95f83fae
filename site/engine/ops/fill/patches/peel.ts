import { distanceTo } from '../../filter/distance.ts';
import { CHANNELS, HALF, HOLE, KNOWN, type Level, SIDE } from './level.ts';

/** How many patches are compared at most; of more sources only every second, third … is looked at. */
const COMPARED = 3e5;

/**
 * First looks for the hole of the smallest level, from its rim inwards: each pixel takes that of the patch whose
 * known part is most alike (Newson et al. 2014 peel the hole like an onion). Structures go on into the hole, where a
 * smooth surface would make flat patches likely.
 */
export function peel(level: Level): void {
  const { width, height, looks, state, sources } = level;
  const depth = distanceTo(level, (i) => state[i] !== HOLE).data;
  const order = [...state.keys()].filter((i) => state[i] === HOLE).sort((a, b) => depth[a]! - depth[b]!);
  const open = state.slice();
  const step = Math.max(1, Math.ceil((order.length * sources.length) / COMPARED));
  const inside = (place: number, side: number) => Math.min(Math.max(place, HALF), side - HALF - 1);
  for (const pixel of order) {
    const middle = inside((pixel / width) | 0, height) * width + inside(pixel % width, width);
    let best = sources[0]!;
    let least = Number.POSITIVE_INFINITY;
    for (let n = 0; n < sources.length; n += step) {
      const found = knownMismatch(level, open, { middle, source: sources[n]!, limit: least });
      if (found >= least) continue;
      least = found;
      best = sources[n]!;
    }
    const from = best + pixel - middle;
    for (let c = 0; c < CHANNELS; c++) looks[CHANNELS * pixel + c] = looks[CHANNELS * from + c]!;
    open[pixel] = KNOWN;
  }
}

type Pair = { readonly middle: number; readonly source: number; readonly limit: number };

/** Sum of squared differences where the first patch is known; given up where it reaches `limit`. */
function knownMismatch({ looks, width }: Level, open: Uint8Array, { middle, source, limit }: Pair): number {
  const side = SIDE;
  const channels = CHANNELS;
  const known = KNOWN;
  let sum = 0;
  let i = middle - HALF * width - HALF;
  let j = source - HALF * width - HALF;
  for (let row = 0; row < side; row++, i += width - side, j += width - side) {
    for (let column = 0; column < side; column++, i++, j++) {
      if (open[i] !== known) continue;
      for (let c = 0; c < channels; c++) {
        const difference = looks[channels * i + c]! - looks[channels * j + c]!;
        sum += difference * difference;
      }
    }
    if (sum >= limit) return sum;
  }
  return sum;
}
