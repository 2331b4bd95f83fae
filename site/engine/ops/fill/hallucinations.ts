import type { Mask, Pixels, Plane } from '../../types.ts';
import { colourCell } from '../color/cells.ts';
import { cropMask, cropPixels } from '../crop.ts';
import { boxBlur } from '../filter/box.ts';
import { distanceTo } from '../filter/distance.ts';
import { mapTo } from '../map-to.ts';
import { boundsOf } from '../mask/change.ts';
import { labelComponents } from '../matte/components.ts';
import { membrane } from './membrane.ts';
import { expandBox } from './regions.ts';
import { blendInto, dilate } from './seam.ts';

/** Contrast (0..255) by which an island exceeds every path to the rim of its hole. */
const MIN_PROMINENCE = 28;

/** Radius that smooths texture, and width of the soft edge that is removed with an island. */
const SMOOTHING_RADIUS_PX = 2;
const SOFT_EDGE_PX = 6;

/** Width of the surroundings whose colours may appear in a hole. */
const CONTEXT_PX = 32;

/** Side of a cell of the colour histogram (of 256), and the fraction of the surroundings that makes a colour known. */
const COLOUR_CELL = 32;
const MIN_COLOUR_FRACTION = 5e-4;

/** An island stays if at least this fraction of it has known colours. */
const MIN_KNOWN_FRACTION = 0.5;

/**
 * Removes hallucinated objects from a network's filling: islands that lie wholly within the hole and have colours that do
 * not occur around it. The background of a removed object is visible at its rim; nothing supports an object that does not
 * reach the rim. Islands are found by morphological reconstruction from the rim (Vincent 1993, "Morphological grayscale
 * reconstruction"; priority flood of Barnes et al. 2014) and filled smoothly.
 */
export function removeHallucinations(filling: Pixels, hole: Mask): Pixels {
  const bounds = boundsOf(hole);
  if (!bounds) return filling;
  const box = expandBox(bounds, { margin: CONTEXT_PX, minSide: 0 }, hole);
  const part = { filling: cropPixels(filling, box), hole: cropMask(hole, box) };
  const islands = findHallucinations(part);
  if (!islands.data.includes(255)) return filling;
  const dilated = dilate(islands, SOFT_EDGE_PX).data;
  const isKept = mapTo(Uint8Array, dilated, (value, i) => (value > 0 && part.hole.data[i]! > 0 ? 0 : 1));
  const filled = part.filling;
  for (let c = 0; c < 3; c++) {
    const plane = membrane({ ...part.hole, data: channelOf(filled, c) }, isKept).data;
    for (let i = 0; i < isKept.length; i++) if (isKept[i] === 0) filled.data[4 * i + c] = plane[i]!;
  }
  const out = { ...filling, data: filling.data.slice() };
  blendInto(out, filled, { seam: { ...islands, data: isKept.map((value) => (value === 0 ? 255 : 0)) }, box });
  return out;
}

type Part = { readonly filling: Pixels; readonly hole: Mask };

/** Islands whose colours mostly do not occur around the hole. */
function findHallucinations({ filling, hole }: Part): Mask {
  const { labels, areas } = labelComponents(findIslands(filling, hole));
  const occurringColours = coloursAround(filling, hole);
  const knownCounts = areas.map(() => 0);
  for (let i = 0; i < labels.length; i++)
    if (labels[i]! > 0 && occurringColours[colourCell(filling, i, COLOUR_CELL)] === 1) knownCounts[labels[i]!]! += 1;
  const isHallucinated = areas.map((area, label) => label > 0 && knownCounts[label]! < MIN_KNOWN_FRACTION * area);
  return { ...hole, data: mapTo(Uint8Array, labels, (label) => (isHallucinated[label] ? 255 : 0)) };
}

const channelOf = ({ data }: Pixels, c: number): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: data.length / 4 }, (_, i) => data[4 * i + c]!);

/** Pixels that are brighter or darker, in some channel, than every path to the rim. */
function findIslands(filling: Pixels, hole: Mask): Mask {
  const out = new Uint8Array(hole.data.length);
  for (let c = 0; c < 3; c++) {
    const plane: Plane = { width: hole.width, height: hole.height, data: channelOf(filling, c) };
    const smoothed = mapTo(
      Uint8Array,
      boxBlur(boxBlur(plane, SMOOTHING_RADIUS_PX), SMOOTHING_RADIUS_PX).data,
      (value) => value + 0.5,
    );
    const inverted = smoothed.map((value) => 255 - value);
    for (const values of [smoothed, inverted]) {
      const level = floodFromRim(values, hole);
      for (let i = 0; i < out.length; i++) if (level[i]! - values[i]! > MIN_PROMINENCE) out[i] = 255;
    }
  }
  return { ...hole, data: out };
}

/** Raises every basin of the hole to the level at which it overflows to the rim; other values stay. */
function floodFromRim(values: Uint8Array, { width, height, data }: Mask): Uint8Array {
  const level = values.slice();
  const waiting: number[][] = Array.from({ length: 256 }, () => []);
  const open = mapTo(Uint8Array, data, (value) => (value > 0 ? 1 : 0));
  const reach = (i: number, from: number) => {
    if (open[i] === 0) return;
    open[i] = 0;
    level[i] = Math.max(level[i]!, from);
    waiting[level[i]!]!.push(i);
  };
  const eachBeside = (i: number, visit: (next: number) => void) => {
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i < width * (height - 1)) visit(i + width);
  };
  for (let i = 0; i < data.length; i++) if (data[i] === 0) eachBeside(i, (next) => reach(next, values[i]!));
  for (let at = 0; at < 256; at++)
    for (let i = waiting[at]!.pop(); i !== undefined; i = waiting[at]!.pop()) {
      const from = at;
      eachBeside(i, (next) => reach(next, from));
    }
  return level;
}

/** The colour cells that occur around the hole, as flags. */
function coloursAround(picture: Pixels, hole: Mask): Uint8Array {
  const distances = distanceTo(hole, (i) => hole.data[i]! > 0).data;
  const counts = new Float64Array((256 / COLOUR_CELL) ** 3);
  let total = 0;
  for (let i = 0; i < distances.length; i++) {
    if (distances[i] === 0 || distances[i]! > CONTEXT_PX) continue;
    counts[colourCell(picture, i, COLOUR_CELL)]! += 1;
    total++;
  }
  return mapTo(Uint8Array, counts, (count) => (count > MIN_COLOUR_FRACTION * total ? 1 : 0));
}
