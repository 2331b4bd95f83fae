import type { Box, Mask, Plane, Planes, Size } from '../../types.ts';
import { distanceTo } from '../filter/distance.ts';
import { borderLabels, invertMask, labelComponents } from '../matte/components.ts';
import { lumaPlane } from '../planes.ts';
import type { DamageParameters } from './damage-parameters.ts';

/** Distance in pixels of the seeds of regions, and radius of the flat square around each. */
const SEED_PX = { step: 4, radius: 2 } as const;

/**
 * Distance beyond a region's border at which the picture must have changed, and by half as much as farther out on average:
 * a tear is a step of a few pixels, a glow a ramp.
 */
const RIM_PX = 3;
const FAR_PX = 9;

/** Width of the band inside a region's border in which the network's answer is averaged: farther in, it sees no border. */
const BAND_PX = 8;

type Seed = { readonly index: number; readonly colour: readonly number[]; readonly luma: number };
type Region = { readonly pixels: readonly number[]; readonly colour: readonly number[] };
type BoxedRegion = Region & {
  readonly box: Box;
  readonly inside: Uint8Array<ArrayBuffer>;
  readonly touchesBorder: boolean;
};

/**
 * Returns the mask of losses: regions of any size in which the print is gone and bare paper is left, such as torn corners
 * and white patches. The network that finds damage sees some 20 pixels around each pixel and is blind inside of large
 * ones, so that a loss is found by what it looks like, and confirmed by the network's mean answer along its rim. A loss
 * - is even, and lighter than almost all of the picture;
 * - is parted from the picture by a step all around, and contains no objects;
 * - does not reach from one side of the picture to the opposite one, as skies, snow, margins and documents do;
 * - has a colour of which at least half lies in losses: snow, clouds, cups and paper repeat theirs.
 *
 * `picture`: RGB in 0..1; `logits`: log-odds of damage; `penalty` is added to the thresholds of logits.
 */
export function findLosses(picture: Planes, logits: Plane, { penalty, losses }: LossOptions): Mask {
  const { width, height } = picture;
  const regions: BoxedRegion[] = [];
  const luma = lumaPlane(picture).data;
  const taken = new Uint8Array(width * height);
  const lightest = lightestLuma(luma, losses.maxLighterFraction);
  for (const seed of seedsOf(picture, luma, losses.tolerance)) {
    if (seed.luma < lightest) break;
    if (taken[seed.index] !== 0) continue;
    const region = growRegion(picture, { seed, taken, tolerance: losses.tolerance });
    if (region.pixels.length < losses.minAreaPx) continue;
    // The mean along the rim cannot exceed the maximum; boxes of many slanted stripes would each cover the picture.
    if (maxLogit(region, logits) < Math.min(losses.minLogit.atBorder, losses.minLogit.inside) + penalty) continue;
    const boxed = boxRegion(region, picture);
    if (boxed === null || !fillSpecks(boxed, losses.minAreaPx)) continue;
    const { sharpFraction, isStep, logit } = measureRim(boxed, { picture, logits, tolerance: losses.tolerance });
    const minLogit = boxed.touchesBorder ? losses.minLogit.atBorder : losses.minLogit.inside;
    if (isStep && sharpFraction >= losses.minSharpFraction && logit >= minLogit + penalty) regions.push(boxed);
  }
  const found = new Uint8Array(width * height);
  for (const region of regions)
    if (isRare(region, { regions, picture, tolerance: losses.tolerance })) addRegion(found, region, picture);
  return { width, height, data: found };
}

export type LossOptions = { readonly penalty: number; readonly losses: DamageParameters['losses'] };

/** The luma above which lies at most a fraction of the pixels. */
function lightestLuma(luma: Float32Array, fraction: number): number {
  const counts = new Uint32Array(256);
  for (const value of luma) counts[Math.min(255, Math.max(0, Math.floor(256 * value)))]! += 1;
  let [level, sum] = [255, 0];
  // A level is paper itself until the levels above it fill the fraction.
  while (level > 0 && sum + counts[level]! <= fraction * luma.length) sum += counts[level--]!;
  return level / 256;
}

/** Squares of one colour on a grid, the lightest first. */
function seedsOf({ width, height, planes }: Planes, luma: Float32Array, tolerance: number): readonly Seed[] {
  const { step, radius } = SEED_PX;
  const seeds: Seed[] = [];
  for (let y = radius; y < height - radius; y += step)
    for (let x = radius; x < width - radius; x += step) {
      const index = y * width + x;
      const colour = planes.map((plane) => flatMean(plane, { index, width, tolerance }));
      if (!colour.includes(Number.NaN)) seeds.push({ index, colour, luma: luma[index]! });
    }
  return seeds.sort((a, b) => b.luma - a.luma);
}

/** The mean of the square around a pixel; NaN if its values differ by more than the tolerance to both sides. */
function flatMean(plane: Float32Array, at: { index: number; width: number; tolerance: number }): number {
  let [min, max, sum] = [1, 0, 0];
  const { radius } = SEED_PX;
  for (let dy = -radius; dy <= radius; dy++)
    for (let dx = -radius; dx <= radius; dx++) {
      const value = plane[at.index + dy * at.width + dx]!;
      min = Math.min(min, value);
      max = Math.max(max, value);
      sum += value;
    }
  return max - min > 2 * at.tolerance ? Number.NaN : sum / (2 * radius + 1) ** 2;
}

type Growth = { readonly seed: Seed; readonly taken: Uint8Array; readonly tolerance: number };

/** The connected pixels around a seed that have its colour, and marks them as taken. */
function growRegion({ width, planes }: Planes, { seed, taken, tolerance }: Growth): Region {
  const pixels = [seed.index];
  taken[seed.index] = 1;
  const visit = (i: number) => {
    if (taken[i] !== 0) return;
    for (const [k, plane] of planes.entries()) if (Math.abs(plane[i]! - seed.colour[k]!) >= tolerance) return;
    taken[i] = 1;
    pixels.push(i);
  };
  for (let at = 0; at < pixels.length; at++) {
    const i = pixels[at]!;
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i + width < taken.length) visit(i + width);
  }
  return { pixels, colour: seed.colour };
}

/** The region in its bounding box with room for the rim; null if it reaches from one side of the picture to the opposite. */
function boxRegion(region: Region, { width, height }: Size): BoxedRegion | null {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (const i of region.pixels) {
    const x = i % width;
    const y = (i - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if ((left === 0 && right === width - 1) || (top === 0 && bottom === height - 1)) return null;
  const margin = FAR_PX + 1;
  const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)];
  const box = {
    x,
    y,
    width: Math.min(width, right + margin + 1) - x,
    height: Math.min(height, bottom + margin + 1) - y,
  };
  const inside = new Uint8Array(box.width * box.height);
  for (const i of region.pixels) inside[(Math.floor(i / width) - y) * box.width + (i % width) - x] = 255;
  return {
    ...region,
    box,
    inside,
    touchesBorder: left === 0 || top === 0 || right === width - 1 || bottom === height - 1,
  };
}

const maxLogit = ({ pixels }: Region, { data }: Plane): number =>
  pixels.reduce((max, i) => Math.max(max, data[i]!), Number.NEGATIVE_INFINITY);

/** Fills specks inside a region. Returns whether it contains no larger objects. */
function fillSpecks({ box, inside }: BoxedRegion, maxSpeckPx: number): boolean {
  const outside = labelComponents(invertMask({ ...box, data: inside }));
  const open = borderLabels(outside);
  if (outside.areas.some((area, label) => label > 0 && !open.has(label) && area >= maxSpeckPx)) return false;
  for (const [i, label] of outside.labels.entries()) if (label > 0 && !open.has(label)) inside[i] = 255;
  return true;
}

type Rim = { readonly picture: Planes; readonly logits: Plane; readonly tolerance: number };

/** Fraction of the rim that is darker, 0..1; whether the picture darkens in a step there; and the mean logit along it. */
function measureRim({ box, inside, colour }: BoxedRegion, { picture, logits, tolerance }: Rim) {
  const outward = distanceTo(box, (i) => inside[i] !== 0).data;
  const inward = distanceTo(box, (i) => inside[i] === 0).data;
  const ring = (distance: number) => ({ distance, count: 0, drop: 0 });
  const [near, far] = [ring(RIM_PX), ring(FAR_PX)];
  let [sharp, band, sum] = [0, 0, 0];
  for (let i = 0; i < inside.length; i++) {
    const at = (box.y + Math.floor(i / box.width)) * picture.width + box.x + (i % box.width);
    if (inside[i] !== 0) {
      if (inward[i]! > BAND_PX) continue;
      band++;
      sum += logits.data[at]!;
      continue;
    }
    const drops = picture.planes.map((plane, k) => colour[k]! - plane[at]!);
    for (const one of [near, far]) {
      if (Math.round(outward[i]!) !== one.distance) continue;
      one.count++;
      one.drop += drops.reduce((total, drop) => total + drop);
    }
    if (Math.round(outward[i]!) === RIM_PX && Math.max(...drops) > 2 * tolerance) sharp++;
  }
  const meanDrop = ({ drop, count }: typeof near) => drop / Math.max(1, count);
  return {
    sharpFraction: sharp / Math.max(1, near.count),
    isStep: meanDrop(near) > 0.5 * meanDrop(far),
    logit: band === 0 ? Number.NEGATIVE_INFINITY : sum / band,
  };
}

type Others = { readonly regions: readonly BoxedRegion[]; readonly picture: Planes; readonly tolerance: number };

/** Whether at least half of the picture's pixels of a region's colour lie in regions that may be losses. */
function isRare({ colour }: BoxedRegion, { regions, picture, tolerance }: Others): boolean {
  const isLike = (channel: (k: number) => number) =>
    colour.every((value, k) => Math.abs(channel(k) - value) < tolerance);
  const lost = regions
    .filter((region) => isLike((k) => region.colour[k]!))
    .reduce((sum, { pixels }) => sum + pixels.length, 0);
  let all = 0;
  for (let i = 0; i < picture.width * picture.height; i++) if (isLike((k) => picture.planes[k]![i]!)) all++;
  return all <= 2 * lost;
}

/** Marks a region and its soft rim. */
function addRegion(found: Uint8Array, { box, inside }: BoxedRegion, { width }: Size): void {
  const outward = distanceTo(box, (i) => inside[i] !== 0).data;
  for (let i = 0; i < inside.length; i++)
    if (outward[i]! <= RIM_PX) found[(box.y + Math.floor(i / box.width)) * width + box.x + (i % box.width)] = 255;
}
