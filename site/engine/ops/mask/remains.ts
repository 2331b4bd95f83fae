import type { Mask, Pixels } from '../../types.ts';
import { cellOf } from '../color/cells.ts';
import { distanceTo } from '../filter/distance.ts';
import { labelComponents } from '../matte/components.ts';
import { grown } from './change.ts';

/** Colours are counted in cells of so many values of each channel. */
const CELL = 16;
const CELLS = 256 / CELL;

/** How far from an object remains of it are looked for, and what counts as its surroundings, in square roots of its area. */
const REACH = 0.3;
const AROUND = 0.8;

/** How common a colour is in an object at least, and how much commoner there than around it. */
const COMMON = 1e-4;
const COMMONER = 6;

/** How far remains may be from the object and from each other, in square roots of its area, and in pixels at least. */
const GAP = { share: 0.02, least: 2 } as const;

/** Area of a part of the remains at least, and of all of them at most, as a share of the object's. */
const PART = { least: 0.001, most: 0.15 } as const;

/**
 * A selection with what it left of its object: parts beside it whose colours are common in the object and rare around it
 * (the colour models of Rother et al. 2004, "GrabCut"), such as the stamens of a flower or an arm before the sky. Nothing
 * is added where the ground has the object's colours too, and no part that goes on beyond the reach: that is something
 * else. What stays of an object beside its hole leads every filling to make more of the same.
 */
export function withRemains(picture: Pixels, mask: Mask): Mask {
  const { width, height } = mask;
  const area = mask.data.reduce((sum, value) => sum + (value > 127 ? 1 : 0), 0);
  if (area === 0) return mask;
  const size = Math.sqrt(area);
  const far = distanceTo(mask, (i) => mask.data[i]! > 127).data;
  const own = frequencies(picture, (i) => far[i] === 0);
  const other = frequencies(picture, (i) => far[i]! > 0 && far[i]! < AROUND * size);
  const alike = Uint8Array.from(far, (distance, i) => {
    if (distance === 0 || distance > REACH * size || picture.data[4 * i + 3]! < 128) return 0;
    const cell = cellOf(picture, i, CELL);
    return own[cell]! > COMMON && own[cell]! > COMMONER * other[cell]! ? 255 : 0;
  });
  const gap = Math.max(GAP.least, GAP.share * size);
  const { labels, areas } = labelComponents(grown({ width, height, data: alike }, gap));
  const touches = new Set<number>();
  const goesOn = new Set<number>();
  const counts = areas.map(() => 0);
  for (let i = 0; i < labels.length; i++) {
    if (alike[i]! > 0) counts[labels[i]!]! += 1;
    if (alike[i]! > 0 && far[i]! <= gap + 1) touches.add(labels[i]!);
    if (alike[i]! > 0 && far[i]! > REACH * size - 1) goesOn.add(labels[i]!);
  }
  const kept = counts.map((count, label) => touches.has(label) && !goesOn.has(label) && count >= PART.least * area);
  const whole = counts.reduce((sum, count, label) => sum + (kept[label] ? count : 0), 0);
  if (whole === 0 || whole > PART.most * area) return mask;
  return { width, height, data: mask.data.map((value, i) => (alike[i]! > 0 && kept[labels[i]!] ? 255 : value)) };
}

/** How often each colour is where `counts` says so: shares of 1, spread over the neighbouring cells. */
function frequencies(picture: Pixels, counts: (i: number) => boolean): Float64Array {
  let out = new Float64Array(CELLS ** 3);
  let total = 0;
  for (let i = 0; i < picture.width * picture.height; i++) {
    if (picture.data[4 * i + 3]! < 128 || !counts(i)) continue;
    out[cellOf(picture, i, CELL)]! += 1;
    total++;
  }
  for (const step of [1, CELLS, CELLS * CELLS]) {
    const from = out;
    out = from.map((value, i) => {
      const place = Math.floor(i / step) % CELLS;
      return value / 2 + (place > 0 ? from[i - step]! / 4 : 0) + (place < CELLS - 1 ? from[i + step]! / 4 : 0);
    });
  }
  return out.map((value) => value / Math.max(1, total));
}
