import type { Plane } from '../../types.ts';
import { mapTo } from '../map-to.ts';

/** 1 where the plane is at least `level`, else 0; border pixels are 0, so that every set pixel has eight neighbours. */
export function interiorMask({ width, height, data }: Plane, level: number): Uint8Array {
  const out = new Uint8Array(data.length);
  for (let y = 1; y < height - 1; y++)
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) if (data[i]! >= level) out[i] = 1;
  return out;
}

/** Index offsets of the eight neighbours, clockwise from north. */
export const neighbourOffsets = (width: number): readonly number[] => [
  -width,
  -width + 1,
  1,
  width + 1,
  width,
  width - 1,
  -1,
  -width - 1,
];

/**
 * Thins a mask of 0 and 1 in place to a skeleton one pixel wide (Zhang and Suen 1984). Only pixels beside a 0 can be deleted,
 * so that the inside of solid areas takes no time until their rim has come to it.
 */
export function thinToSkeleton(mask: Uint8Array, width: number): void {
  const offsets = neighbourOffsets(width);
  const isInRim = new Uint8Array(mask.length);
  let rim: number[] = [];
  const add = (i: number) => {
    if (mask[i] !== 1 || isInRim[i] === 1) return;
    isInRim[i] = 1;
    rim.push(i);
  };
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1 && offsets.some((offset) => mask[i + offset] === 0)) add(i);
  for (let changed = true; changed; ) {
    changed = false;
    for (const isSecond of [false, true]) {
      const deletable = rim.filter((i) => isDeletable(mask, i, { offsets, isSecond }));
      for (const i of deletable) mask[i] = 0;
      if (deletable.length === 0) continue;
      changed = true;
      rim = rim.filter((i) => mask[i] === 1);
      for (const i of deletable) for (const offset of offsets) add(i + offset);
    }
  }
}

type Pass = { readonly offsets: readonly number[]; readonly isSecond: boolean };

/** Whether this sub-iteration may delete the pixel without breaking the connectivity of a line. */
function isDeletable(mask: Uint8Array, i: number, { offsets, isSecond }: Pass): boolean {
  let count = 0;
  let transitions = 0;
  let before = mask[i + offsets[7]!]!;
  for (const offset of offsets) {
    const value = mask[i + offset]!;
    count += value;
    if (before === 0 && value === 1) transitions++;
    before = value;
  }
  if (count < 2 || count > 6 || transitions !== 1) return false;
  const [north, east, south, west] = [0, 2, 4, 6].map((k) => mask[i + offsets[k]!]!) as [
    number,
    number,
    number,
    number,
  ];
  return isSecond
    ? north * east * west === 0 && north * south * west === 0
    : north * east * south === 0 && east * south * west === 0;
}

/** Distance in pixels from each 1 to the nearest 0 (chamfer 3-4, Borgefors 1986). */
export function chamferDistances(mask: Uint8Array, width: number): Float32Array {
  const out = mapTo(Float32Array, mask, (value) => (value === 1 ? 1e6 : 0));
  const [n, ne, e, se, s, sw, w, nw] = neighbourOffsets(width) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const relax = (i: number, sides: readonly number[], corners: readonly number[]) => {
    let best = out[i]!;
    for (const offset of sides) best = Math.min(best, out[i + offset]! + 1);
    for (const offset of corners) best = Math.min(best, out[i + offset]! + 4 / 3);
    out[i] = best;
  };
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1) relax(i, [n, w], [nw, ne]);
  for (let i = mask.length - 1; i >= 0; i--) if (mask[i] === 1) relax(i, [s, e], [se, sw]);
  return out;
}
