import type { Plane, Planes } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { guidedFilterColor } from '../filter/guided.ts';
import { borderLabels, invertMask, labelComponents, threshold } from '../matte/components.ts';
import { emptyPlane, lumaPlane } from '../planes.ts';
import { fitInside, resizePlane, resizePlanes } from '../resize/resize.ts';

/** 0 below `from`, 1 above `to`, smooth between. */
export function smooth(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** Where more than this share of a picture has the colour of skin, it is the tint of an old print. */
const TINTED = 0.55;

/**
 * Shares of a picture: a larger patch of that colour is sand or wood, or a face that is read at any size; one that also
 * runs along the border for longer than its own width is, from the smaller share on.
 */
const SURFACE = { inside: 0.18, atBorder: 0.08 } as const;

/**
 * How much each pixel looks like skin, 0..1: a soft box in the plane of Cb and Cr (Chai and Ngan 1999), spread over
 * `radius` pixels. Zero everywhere in pictures whose tint would be taken for it.
 */
export function skinPlane(picture: Planes, radius: number): Plane {
  const [red, green, blue] = picture.planes as readonly [Float32Array, Float32Array, Float32Array];
  const out = emptyPlane(picture);
  let sum = 0;
  for (let i = 0; i < out.data.length; i++) {
    const [r, g, b] = [red[i]!, green[i]!, blue[i]!];
    const luma = 0.299 * r + 0.587 * g + 0.114 * b;
    const cb = 0.564 * (b - luma);
    const cr = 0.713 * (r - luma);
    const warm = smooth(0.02, 0.045, cr) * (1 - smooth(0.15, 0.19, cr));
    const pale = smooth(-0.2, -0.15, cb) * (1 - smooth(-0.03, -0.01, cb));
    const value = warm * pale * smooth(0.15, 0.3, luma);
    out.data[i] = value;
    sum += value;
  }
  if (sum > TINTED * out.data.length) return emptyPlane(picture);
  return withoutSurfaces(gaussianBlur(out, radius));
}

function withoutSurfaces(skin: Plane): Plane {
  const { width, height, data } = skin;
  const { labels, areas } = labelComponents(threshold(skin, 0.25));
  const along = areas.map(() => 0);
  const count = (i: number) => {
    along[labels[i]!]!++;
  };
  for (let x = 0; x < width; x++) for (const y of [0, height - 1]) count(y * width + x);
  for (let y = 0; y < height; y++) for (const x of [0, width - 1]) count(y * width + x);
  const isSurface = areas.map((area, label) => {
    const share = area / data.length;
    return share > SURFACE.inside || (share > SURFACE.atBorder && along[label]! > Math.sqrt(area));
  });
  return { ...skin, data: data.map((value, i) => (labels[i]! > 0 && isSurface[labels[i]!] ? 0 : value)) };
}

/** Where faces and hands are likely, with the eyes and mouths between the skin: above a half. From `skinPlane`. */
export function facesPlane(skin: Plane, radius: number): Plane {
  const wide = gaussianBlur(skin, radius);
  return { ...wide, data: wide.data.map((value) => smooth(0.1, 0.5, value)) };
}

/** Longer side of the copy on which the sky is found. */
const SKY_SIDE = 240;
/** Smaller patches of sky are left alone, and what is hardly anywhere blue is a wall or a backdrop. */
const LEAST_SKY = 0.04;
const LEAST_BLUE = 0.25;

/**
 * How much each pixel is sky, 0..1: calm, not black, bluer than it is red or as white as a cloud, and joined to the upper
 * border without a step down in brightness, which is where hills begin. Found on a small copy and fitted to the
 * picture's edges by a guided filter.
 */
export function skyPlane(picture: Planes): Plane {
  const small = resizePlanes(picture, fitInside(picture, SKY_SIDE), 'area');
  const { width, height } = small;
  const [red, green, blue] = small.planes as readonly [Float32Array, Float32Array, Float32Array];
  const luma = lumaPlane(small);
  const busy = deviation(luma, 2);
  const clear = new Float32Array(width * height);
  const likely = new Float32Array(width * height);
  for (let i = 0; i < likely.length; i++) {
    const [r, g, b] = [red[i]!, green[i]!, blue[i]!];
    clear[i] = smooth(0, 0.06, b - r) * smooth(-0.05, 0, b - g) * smooth(0.02, 0.08, luma.data[i]!);
    const cloud = smooth(0.62, 0.8, luma.data[i]!) * smooth(-0.03, 0.01, b - r);
    likely[i] = Math.max(clear[i]!, cloud) * (1 - smooth(0.03, 0.07, busy.data[i]!));
  }
  const joined = fromTop({ width, height, data: likely }, luma.data);
  fillClouds({ width, height, data: joined }, luma.data);
  const area = joined.reduce((sum, value) => sum + value, 0);
  const blueArea = joined.reduce((sum, value, i) => sum + value * clear[i]!, 0);
  if (area < LEAST_SKY * joined.length || blueArea < LEAST_BLUE * area) return emptyPlane(picture);
  const fitted = guidedFilterColor(small, { width, height, data: joined }, { radius: 4, epsilon: 1e-4 });
  const large = resizePlane(fitted, picture, 'linear');
  for (let i = 0; i < large.data.length; i++) large.data[i] = smooth(0.3, 0.8, large.data[i]!);
  return large;
}

/** Takes into the sky what it encloses and is bright: clouds with a hard edge. */
function fillClouds(sky: Plane, luma: Float32Array): void {
  const parts = labelComponents(invertMask(threshold(sky, 0.5)));
  const outside = borderLabels(parts);
  const sums = parts.areas.map(() => 0);
  for (const [i, label] of parts.labels.entries()) sums[label] = sums[label]! + luma[i]!;
  for (const [i, label] of parts.labels.entries())
    if (label > 0 && !outside.has(label) && sums[label]! > BRIGHT * parts.areas[label]!) sky.data[i] = 1;
}

const BRIGHT = 0.62;

/** Standard deviation in a window around each pixel. */
function deviation(plane: Plane, radius: number): Plane {
  const mean = boxBlur(plane, radius);
  const squares = boxBlur({ ...plane, data: plane.data.map((value) => value * value) }, radius);
  for (let i = 0; i < mean.data.length; i++)
    squares.data[i] = Math.sqrt(Math.max(0, squares.data[i]! - mean.data[i]! ** 2));
  return squares;
}

/** How much darker than the sky around it a pixel may be and still be sky. */
const STEP_DOWN = 0.045;
/** How quickly the sky may become brighter, or darker, from pixel to pixel of the small copy. */
const FOLLOW = { up: 0.2, down: 0.02 } as const;

/** 1 where something likely is reached from the uppermost rows over likely pixels that are not suddenly darker. */
function fromTop({ width, height, data }: Plane, luma: Float32Array): Float32Array<ArrayBuffer> {
  const out = new Float32Array(data.length);
  const level = new Float32Array(data.length);
  let front: number[] = [];
  let next: number[] = [];
  const visit = (i: number, around: number) => {
    if (out[i] !== 0 || data[i]! < 0.4 || luma[i]! < around - STEP_DOWN) return;
    out[i] = 1;
    const rise = luma[i]! - around;
    level[i] = around + rise * (rise > 0 ? FOLLOW.up : FOLLOW.down);
    next.push(i);
  };
  for (let i = 0; i < 3 * width && i < data.length; i++) visit(i, luma[i]!);
  while (next.length > 0) {
    [front, next] = [next, []];
    for (const i of front) {
      const x = i % width;
      const around = level[i]!;
      if (x > 0) visit(i - 1, around);
      if (x < width - 1) visit(i + 1, around);
      if (i >= width) visit(i - width, around);
      if (i < width * (height - 1)) visit(i + width, around);
    }
  }
  return out;
}
