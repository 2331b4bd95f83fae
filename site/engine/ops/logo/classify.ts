import type { Pixels } from '../../types.ts';
import { oklabDistance, type Rgb, toOklab } from '../color/oklab.ts';
import { borderLabels, partsOf } from '../matte/components.ts';

/** What a pixel of a logo is, before its mix is worked out. */
export const GROUND = 0;
export const MIXED = 1;
export const SOLID = 2;
export const INNER = 3;

export type Classes = {
  /** One of the four for each pixel; `INNER` is not one colour, but too far from the ground to hold some of it. */
  readonly kinds: Uint8Array;
  /** Index of the nearest ground colour. */
  readonly nearest: Uint8Array;
};

/** Largest difference of a channel, in bytes, within one area of colour. */
const EVEN = 6;

/** Pixels that an edge may be wide, counted from the ground inwards. */
const EDGE_WIDTH = 6;

/** An enclosed area is looked at as a whole, with pixels that are this much beyond the tolerance. */
const ALMOST = 0.02;

/** An enclosed area is ground where a quarter of it is nearer than that share of the tolerance; edges are mixed. */
const SURELY = { near: 0.4, share: 0.25 } as const;

/** Sorts pixels into ground (within `tolerance` of one of its colours, in OKLab), solid areas, and the edges between. */
export function classify(picture: Pixels, grounds: readonly Rgb[], tolerance: number): Classes {
  const { width, height, data } = picture;
  const labs = grounds.map(toOklab);
  const kinds = new Uint8Array(width * height).fill(INNER);
  const nearest = new Uint8Array(width * height);
  const distances = new Float32Array(width * height);
  const memory = { key: -1, index: 0, distance: 0 };
  for (let i = 0, at = 0; i < kinds.length; i++, at += 4) {
    const key = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
    if (key !== memory.key) {
      const lab = toOklab([data[at]! / 255, data[at + 1]! / 255, data[at + 2]! / 255]);
      const each = labs.map((other) => oklabDistance(lab, other));
      memory.distance = Math.min(...each);
      memory.index = each.indexOf(memory.distance);
      memory.key = key;
    }
    nearest[i] = memory.index;
    distances[i] = memory.distance;
    if (memory.distance <= tolerance || data[at + 3] === 0) kinds[i] = GROUND;
    else if (isEven(picture, i)) kinds[i] = SOLID;
  }
  settleEnclosed(picture, { kinds, distances, tolerance });
  growEdges(kinds, width);
  return { kinds, nearest };
}

type Sorted = { readonly kinds: Uint8Array; readonly distances: Float32Array; readonly tolerance: number };

/** An enclosed area that is nearly of the ground's colour is ground or logo as a whole, else it would be eaten in part. */
function settleEnclosed({ width, height, data }: Pixels, { kinds, distances, tolerance }: Sorted): void {
  const near = Uint8Array.from(distances, (distance) => (distance <= tolerance + ALMOST ? 255 : 0));
  const parts = partsOf({ width, height, data: near });
  const outside = borderLabels(parts);
  const sure = parts.areas.map(() => 0);
  const counts = parts.areas.map(() => 0);
  for (const [i, label] of parts.labels.entries()) {
    if (kinds[i] === INNER) continue;
    counts[label]! += 1;
    if (distances[i]! <= SURELY.near * tolerance) sure[label]! += 1;
  }
  for (const [i, label] of parts.labels.entries()) {
    if (label === 0 || outside.has(label) || kinds[i] === INNER || data[4 * i + 3] === 0) continue;
    kinds[i] = sure[label]! >= SURELY.share * counts[label]! ? GROUND : SOLID;
  }
}

/** Are at least five of the eight neighbours of about the same colour? */
function isEven({ width, height, data }: Pixels, i: number): boolean {
  const x = i % width;
  const y = (i - x) / width;
  let same = 0;
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
      const [a, b] = [4 * i, 4 * (v * width + u)];
      const far =
        Math.abs(data[a]! - data[b]!) > EVEN ||
        Math.abs(data[a + 1]! - data[b + 1]!) > EVEN ||
        Math.abs(data[a + 2]! - data[b + 2]!) > EVEN;
      if (!far) same++;
    }
  // The pixel itself was counted too.
  return same >= 6;
}

/** Walks from the ground inwards through what is not solid. */
function growEdges(kinds: Uint8Array, width: number): void {
  let front: number[] = [];
  for (let i = 0; i < kinds.length; i++) if (kinds[i] === GROUND) front.push(i);
  for (let step = 0; step < EDGE_WIDTH; step++) {
    const next: number[] = [];
    for (const i of front) {
      const x = i % width;
      const visit = (j: number) => {
        if (kinds[j] !== INNER) return;
        kinds[j] = MIXED;
        next.push(j);
      };
      if (x > 0) visit(i - 1);
      if (x < width - 1) visit(i + 1);
      if (i >= width) visit(i - width);
      if (i < kinds.length - width) visit(i + width);
    }
    front = next;
  }
}
