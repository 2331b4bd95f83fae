import type { Mask, Pixels } from '../../types.ts';
import { colourCell } from '../color/cells.ts';
import { distanceTo } from '../filter/distance.ts';
import { mapTo } from '../map-to.ts';
import { labelComponents } from '../matte/components.ts';
import { growMask } from './change.ts';

/** Parameters of the search for remains. Lengths are in square roots of the object's area, areas in fractions of it. */
const PARAMETERS = {
  /** Maximum distance of remains from the object. */
  maxDistance: 0.3,
  /** Width of the surroundings whose colours are compared with the object's. */
  surroundings: 0.8,
  /** Minimum frequency of a colour in the object, and its ratio to that in the surroundings. */
  minFrequency: 1e-4,
  minFrequencyRatio: 6,
  /** Gap that remains may leave to the object and to each other; at least `minGapPx` pixels. */
  maxGap: 0.02,
  minGapPx: 2,
  /** Minimum area of one part, and maximum area of all parts. */
  minPartArea: 0.001,
  maxTotalArea: 0.15,
} as const;

/** Colours are counted in cells of this number of values per channel. */
const CELL_SIDE = 16;
const CELLS_PER_CHANNEL = 256 / CELL_SIDE;

/**
 * Extends a selection by remains of the same object: parts beside it with colours that are frequent in the object and rare
 * around it (colour models as in GrabCut, Rother et al. 2004), such as the stamens of a flower. Adds nothing if the background
 * shares the object's colours, and no part that continues beyond the reach, since it belongs to something else. Remains beside
 * a hole would lead the filling to repeat the object.
 */
export function addRemains(picture: Pixels, mask: Mask): Mask {
  const { width, height } = mask;
  const area = mask.data.reduce((sum, value) => sum + (value > 127 ? 1 : 0), 0);
  if (area === 0) return mask;
  const size = Math.sqrt(area);
  const distances = distanceTo(mask, (i) => mask.data[i]! > 127).data;
  const inside = frequencies(picture, (i) => distances[i] === 0);
  const outside = frequencies(picture, (i) => distances[i]! > 0 && distances[i]! < PARAMETERS.surroundings * size);
  const similar = mapTo(Uint8Array, distances, (distance, i) => {
    if (distance === 0 || distance > PARAMETERS.maxDistance * size || picture.data[4 * i + 3]! < 128) return 0;
    const cell = colourCell(picture, i, CELL_SIDE);
    return inside[cell]! > PARAMETERS.minFrequency && inside[cell]! > PARAMETERS.minFrequencyRatio * outside[cell]!
      ? 255
      : 0;
  });
  const gap = Math.max(PARAMETERS.minGapPx, PARAMETERS.maxGap * size);
  const { labels, areas } = labelComponents(growMask({ width, height, data: similar }, gap));
  const touches = new Set<number>();
  const continues = new Set<number>();
  const counts = areas.map(() => 0);
  for (let i = 0; i < labels.length; i++) {
    if (similar[i]! > 0) counts[labels[i]!]! += 1;
    if (similar[i]! > 0 && distances[i]! <= gap + 1) touches.add(labels[i]!);
    if (similar[i]! > 0 && distances[i]! > PARAMETERS.maxDistance * size - 1) continues.add(labels[i]!);
  }
  const kept = counts.map(
    (count, label) => touches.has(label) && !continues.has(label) && count >= PARAMETERS.minPartArea * area,
  );
  const whole = counts.reduce((sum, count, label) => sum + (kept[label] ? count : 0), 0);
  if (whole === 0 || whole > PARAMETERS.maxTotalArea * area) return mask;
  return { width, height, data: mask.data.map((value, i) => (similar[i]! > 0 && kept[labels[i]!] ? 255 : value)) };
}

/** Frequencies (sum 1) of colour cells over the pixels that `isCounted` selects, smoothed over neighbouring cells. */
function frequencies(picture: Pixels, isCounted: (i: number) => boolean): Float64Array {
  let out = new Float64Array(CELLS_PER_CHANNEL ** 3);
  let total = 0;
  for (let i = 0; i < picture.width * picture.height; i++) {
    if (picture.data[4 * i + 3]! < 128 || !isCounted(i)) continue;
    out[colourCell(picture, i, CELL_SIDE)]! += 1;
    total++;
  }
  for (const step of [1, CELLS_PER_CHANNEL, CELLS_PER_CHANNEL * CELLS_PER_CHANNEL]) {
    const from = out;
    out = from.map((value, i) => {
      const position = Math.floor(i / step) % CELLS_PER_CHANNEL;
      return (
        value / 2 +
        (position > 0 ? from[i - step]! / 4 : 0) +
        (position < CELLS_PER_CHANNEL - 1 ? from[i + step]! / 4 : 0)
      );
    });
  }
  return out.map((value) => value / Math.max(1, total));
}
