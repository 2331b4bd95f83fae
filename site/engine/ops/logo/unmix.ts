import type { Mask, Pixels } from '../../types.ts';
import { oklabDistance, type Rgb, toOklab } from '../color/oklab.ts';
import { borderLabels, partsOf } from '../matte/components.ts';
import { type Classes, classify, GROUND, MIXED, SOLID } from './classify.ts';
import { unmix } from './mixture.ts';

export type LogoOptions = {
  /** Colours of the ground, 0..1; none: the picture is returned as it is. */
  readonly grounds: readonly Rgb[];
  /** Distance in OKLab that still counts as ground; 0.02 for clean files, 0.1 for JPEG. */
  readonly tolerance: number;
  /** Clear also the areas of the ground's colour that are enclosed. */
  readonly holes: boolean;
  /** Pixels; smaller islands and gaps are dirt. */
  readonly specks: number;
};

/** Places around an edge pixel at which its colour is looked for. */
const REACH = 4;

/** Colours of the whole logo that are tried at most. */
const PALETTE = 16;

/**
 * Takes the ground out of a logo. Each edge pixel is a mixture of the ground and the colour beside it; its share gives
 * its transparency, and its colour is that colour, so that no rim is left on another ground.
 */
export function clearGround(picture: Pixels, { grounds, tolerance, holes, specks }: LogoOptions): Pixels {
  if (grounds.length === 0) return picture;
  const classes = classify(picture, grounds, tolerance);
  const { width, height } = picture;
  const data = new Uint8ClampedArray(picture.data);
  const palette = paletteOf(picture, classes.kinds);
  for (let i = 0, at = 0; i < classes.kinds.length; i++, at += 4) {
    const kind = classes.kinds[i];
    if (kind === GROUND) data[at + 3] = 0;
    if (kind !== MIXED) continue;
    const ground = grounds[classes.nearest[i]!]!;
    const local = coloursNear(picture, classes, i);
    const { alpha, colour } = unmix(colourAt(picture, i), ground, { local, palette });
    data[at] = colour[0] * 255;
    data[at + 1] = colour[1] * 255;
    data[at + 2] = colour[2] * 255;
    data[at + 3] = alpha * data[at + 3]!;
  }
  const cleared: Pixels = { width, height, data };
  if (!holes) closeHoles(cleared, picture);
  if (specks > 0) removeSpecks(cleared, picture, specks);
  return cleared;
}

const colourAt = ({ data }: Pixels, i: number): Rgb => [
  data[4 * i]! / 255,
  data[4 * i + 1]! / 255,
  data[4 * i + 2]! / 255,
];

/** Frequent colours of the solid areas, each well apart from the others. */
function paletteOf(picture: Pixels, kinds: Uint8Array): readonly Rgb[] {
  const counts = new Map<number, number>();
  const { data } = picture;
  for (let i = 0, at = 0; i < kinds.length; i++, at += 4) {
    if (kinds[i] !== SOLID) continue;
    const key = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const chosen: Rgb[] = [];
  const byCount = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 400);
  for (const [key] of byCount) {
    const colour: Rgb = [(key >> 16) / 255, ((key >> 8) & 255) / 255, (key & 255) / 255];
    if (chosen.every((other) => oklabDistance(toOklab(other), toOklab(colour)) > 0.04)) chosen.push(colour);
    if (chosen.length === PALETTE) break;
  }
  return chosen;
}

/** Up to four different colours of solid pixels nearby, the nearest first. */
function coloursNear(picture: Pixels, { kinds }: Classes, i: number): readonly Rgb[] {
  const { width, height } = picture;
  const x = i % width;
  const y = (i - x) / width;
  const found: Rgb[] = [];
  for (let reach = 1; reach <= REACH; reach++) {
    for (let v = y - reach; v <= y + reach; v++) {
      const edge = v === y - reach || v === y + reach;
      for (let u = x - reach; u <= x + reach; u += edge ? 1 : 2 * reach) {
        if (u < 0 || v < 0 || u >= width || v >= height || kinds[v * width + u] !== SOLID) continue;
        const colour = colourAt(picture, v * width + u);
        const isNew = found.every((other) => Math.hypot(...colour.map((value, c) => value - other[c]!)) > 0.05);
        if (isNew) found.push(colour);
        if (found.length === 4) return found;
      }
    }
  }
  return found;
}

/** What is not opaque, but cut off from the border, becomes as it was. */
function closeHoles(cleared: Pixels, original: Pixels): void {
  const parts = partsOf(maskOf(cleared, (alpha) => alpha < 255));
  const outside = borderLabels(parts);
  restore(cleared, original, (i) => parts.labels[i] !== 0 && !outside.has(parts.labels[i]!));
}

/** Islands below `least` pixels go, gaps below it are filled with what was there. */
function removeSpecks(cleared: Pixels, original: Pixels, least: number): void {
  const islands = partsOf(maskOf(cleared, (alpha) => alpha > 12));
  for (let i = 0; i < islands.labels.length; i++) {
    const label = islands.labels[i]!;
    if (label === 0 || islands.areas[label]! < least) cleared.data[4 * i + 3] = 0;
  }
  const gaps = partsOf(maskOf(cleared, (alpha) => alpha < 128));
  const outside = borderLabels(gaps);
  restore(cleared, original, (i) => {
    const label = gaps.labels[i]!;
    return label !== 0 && !outside.has(label) && gaps.areas[label]! < least;
  });
}

function maskOf({ width, height, data }: Pixels, choose: (alpha: number) => boolean): Mask {
  const out = new Uint8Array(width * height);
  for (let i = 0; i < out.length; i++) out[i] = choose(data[4 * i + 3]!) ? 255 : 0;
  return { width, height, data: out };
}

function restore(cleared: Pixels, original: Pixels, where: (i: number) => boolean): void {
  for (let i = 0; i < cleared.width * cleared.height; i++) {
    if (where(i)) cleared.data.set(original.data.subarray(4 * i, 4 * i + 4), 4 * i);
  }
}

/** Every pixel in one colour (0..1); transparency stays. */
export function recolour({ width, height, data }: Pixels, colour: Rgb): Pixels {
  const out = new Uint8ClampedArray(data);
  const bytes = colour.map((value) => Math.round(value * 255));
  for (let at = 0; at < out.length; at += 4) out.set(bytes, at);
  return { width, height, data: out };
}
