import type { Mask, Pixels } from '../../types.ts';
import { oklabDistance, type Rgb, toOklab } from '../color/oklab.ts';
import { borderLabels, freeComponents, labelComponents } from '../matte/components.ts';
import { BACKGROUND, type Classes, classify, MIXED, SOLID } from './classify.ts';
import { unmix } from './mixture.ts';

export type LogoOptions = {
  /** Background colours, 0..1; without any the picture is returned unchanged. */
  readonly backgrounds: readonly Rgb[];
  /** Distance in OKLab that still counts as background: 0.02 for clean files, 0.1 for JPEG. */
  readonly tolerance: number;
  /** Also remove enclosed areas of the background colour. */
  readonly holes: boolean;
  /** Islands and gaps with fewer pixels are removed. */
  readonly specks: number;
};

/** Radius around an edge pixel within which the colours of the areas beside it are searched. */
export const EDGE_REACH_PX = 4;

/** Maximum number of palette colours that are tried. */
const MAX_PALETTE_COLOURS = 16;

/**
 * Removes the background of a logo. Each edge pixel is decomposed into background and the colour beside it: the fraction
 * becomes its alpha and the colour its own, so that no fringe is visible on another background.
 */
export function removeBackground(picture: Pixels, { backgrounds, tolerance, holes, specks }: LogoOptions): Pixels {
  if (backgrounds.length === 0) return picture;
  const classes = classify(picture, backgrounds, tolerance);
  const { width, height } = picture;
  const data = new Uint8ClampedArray(picture.data);
  const palette = paletteOf(picture, classes.kinds);
  for (let i = 0, at = 0; i < classes.kinds.length; i++, at += 4) {
    const kind = classes.kinds[i];
    if (kind === BACKGROUND) data[at + 3] = 0;
    if (kind !== MIXED) continue;
    const background = backgrounds[classes.nearest[i]!]!;
    const local = coloursNear(picture, classes, i);
    const { alpha, colour } = unmix(colourAt(picture, i), background, { local, palette });
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

/** Frequent colours of the solid areas that are clearly distinct. */
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
    if (chosen.length === MAX_PALETTE_COLOURS) break;
  }
  return chosen;
}

/** Up to four distinct colours of nearby solid pixels, nearest first. */
function coloursNear(picture: Pixels, { kinds }: Classes, i: number): readonly Rgb[] {
  const { width, height } = picture;
  const x = i % width;
  const y = (i - x) / width;
  const found: Rgb[] = [];
  for (let reach = 1; reach <= EDGE_REACH_PX; reach++) {
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

/** Restores transparent pixels that are not connected to the border. */
function closeHoles(cleared: Pixels, original: Pixels): void {
  const parts = labelComponents(maskOf(cleared, (alpha) => alpha < 255));
  const outside = borderLabels(parts);
  restore(cleared, original, (i) => parts.labels[i] !== 0 && !outside.has(parts.labels[i]!));
  freeComponents(parts);
}

/** Removes islands with fewer than `minArea` pixels, and restores gaps of that size. */
function removeSpecks(cleared: Pixels, original: Pixels, minArea: number): void {
  const islands = labelComponents(maskOf(cleared, (alpha) => alpha > 12));
  for (let i = 0; i < islands.labels.length; i++) {
    const label = islands.labels[i]!;
    if (label === 0 || islands.areas[label]! < minArea) cleared.data[4 * i + 3] = 0;
  }
  freeComponents(islands);
  const gaps = labelComponents(maskOf(cleared, (alpha) => alpha < 128));
  const outside = borderLabels(gaps);
  restore(cleared, original, (i) => {
    const label = gaps.labels[i]!;
    return label !== 0 && !outside.has(label) && gaps.areas[label]! < minArea;
  });
  freeComponents(gaps);
}

function maskOf({ width, height, data }: Pixels, choose: (alpha: number) => boolean): Mask {
  const out = new Uint8Array(width * height);
  for (let i = 0; i < out.length; i++) out[i] = choose(data[4 * i + 3]!) ? 255 : 0;
  return { width, height, data: out };
}

function restore(cleared: Pixels, original: Pixels, isSelected: (i: number) => boolean): void {
  for (let i = 0; i < cleared.width * cleared.height; i++) {
    if (isSelected(i)) cleared.data.set(original.data.subarray(4 * i, 4 * i + 4), 4 * i);
  }
}

/** Gives every pixel one colour (0..1); alpha stays. */
export function recolour({ width, height, data }: Pixels, colour: Rgb): Pixels {
  const out = new Uint8ClampedArray(data);
  const bytes = colour.map((value) => Math.round(value * 255));
  for (let at = 0; at < out.length; at += 4) out.set(bytes, at);
  return { width, height, data: out };
}
