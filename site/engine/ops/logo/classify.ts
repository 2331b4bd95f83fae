import type { Mask, Pixels } from '../../types.ts';
import { oklabDistance, type Rgb, toOklab } from '../color/oklab.ts';
import { borderLabels, freeComponents, labelComponents } from '../matte/components.ts';

/** Classes of a logo's pixels. */
export const BACKGROUND = 0;
export const MIXED = 1;
export const SOLID = 2;
export const INNER = 3;

export type Classes = {
  /** The class of each pixel. `INNER` pixels have no uniform colour but are too far from the background to contain it. */
  readonly kinds: Uint8Array;
  /** Index of the nearest background colour. */
  readonly nearest: Uint8Array;
};

/** Largest difference of a channel (0..255) within one area of colour. */
const MAX_CHANNEL_DIFFERENCE = 6;

/** Maximum width of an edge, measured from the background inwards. */
const EDGE_WIDTH_PX = 6;

/** Enclosed areas include pixels up to this distance (OKLab) beyond the tolerance. */
const NEAR_TOLERANCE = 0.02;

/** How near the colour of a pixel is to a background: not at all (0), near enough for an enclosed area, or certain. */
const NEAR = 1;
const CERTAIN = 2;

/** An enclosed area is background if `minCertainFraction` of it is within `certainTolerance` times the tolerance. */
const ENCLOSED = { certainTolerance: 0.4, minCertainFraction: 0.25 } as const;

/** Classifies pixels as background (within `tolerance` of one of its colours, in OKLab), solid areas, or edges between. */
export function classify(picture: Pixels, backgrounds: readonly Rgb[], tolerance: number): Classes {
  const { width, height, data } = picture;
  const labs = backgrounds.map(toOklab);
  const kinds = new Uint8Array(width * height).fill(INNER);
  const nearest = new Uint8Array(width * height);
  const nearness = new Uint8Array(width * height);
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
    if (memory.distance <= ENCLOSED.certainTolerance * tolerance) nearness[i] = CERTAIN;
    else if (memory.distance <= tolerance + NEAR_TOLERANCE) nearness[i] = NEAR;
    if (memory.distance <= tolerance || data[at + 3] === 0) kinds[i] = BACKGROUND;
    else if (isEven(picture, i)) kinds[i] = SOLID;
  }
  decideEnclosedAreas(picture, kinds, nearness);
  growEdges(kinds, width);
  return { kinds, nearest };
}

/** Classifies each enclosed area close to the background colour as a whole, so that none is removed in part. */
function decideEnclosedAreas({ width, height, data }: Pixels, kinds: Uint8Array, nearness: Mask['data']): void {
  const parts = labelComponents({ width, height, data: nearness });
  const outside = borderLabels(parts);
  const certain = parts.areas.map(() => 0);
  const counts = parts.areas.map(() => 0);
  for (const [i, label] of parts.labels.entries()) {
    if (kinds[i] === INNER) continue;
    counts[label]! += 1;
    if (nearness[i] === CERTAIN) certain[label]! += 1;
  }
  for (const [i, label] of parts.labels.entries()) {
    if (label === 0 || outside.has(label) || kinds[i] === INNER || data[4 * i + 3] === 0) continue;
    kinds[i] = certain[label]! >= ENCLOSED.minCertainFraction * counts[label]! ? BACKGROUND : SOLID;
  }
  freeComponents(parts);
}

/** Whether at least five of the eight neighbours have about the same colour. */
function isEven({ width, height, data }: Pixels, i: number): boolean {
  const x = i % width;
  const y = (i - x) / width;
  let agreeingCount = 0;
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
      const [a, b] = [4 * i, 4 * (v * width + u)];
      const differs =
        Math.abs(data[a]! - data[b]!) > MAX_CHANNEL_DIFFERENCE ||
        Math.abs(data[a + 1]! - data[b + 1]!) > MAX_CHANNEL_DIFFERENCE ||
        Math.abs(data[a + 2]! - data[b + 2]!) > MAX_CHANNEL_DIFFERENCE;
      if (!differs) agreeingCount++;
    }
  // The pixel itself was counted too.
  return agreeingCount >= 6;
}

/** Marks edges: walks from the background inwards through pixels that are not solid. */
function growEdges(kinds: Uint8Array, width: number): void {
  let front: number[] = [];
  for (let i = 0; i < kinds.length; i++) if (kinds[i] === BACKGROUND) front.push(i);
  for (let step = 0; step < EDGE_WIDTH_PX; step++) {
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
