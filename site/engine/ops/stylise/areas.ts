import type { Plane, Planes } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { guidedFilterColor } from '../filter/guided.ts';
import { localMoments } from '../filter/moments.ts';
import { borderLabels, invertMask, labelComponents, threshold } from '../matte/components.ts';
import { emptyPlane, lumaPlane } from '../planes.ts';
import { fitInside, resizePlane, resizePlanes } from '../resize/resize.ts';
import { smoothstep } from '../scalars.ts';

/** Maximum fraction of skin-coloured pixels; above it the colour is the tint of an old print. */
const MAX_SKIN_FRACTION = 0.55;

/**
 * Maximum fraction of the picture that one skin-coloured component may cover; larger ones are sand, wood or a close-up that
 * needs no small dabs. `atBorder` applies to components that touch the border along more than their own width.
 */
const MAX_SURFACE_FRACTION = { inside: 0.18, atBorder: 0.08 } as const;

/**
 * Likelihood of skin (0..1) at each pixel: a soft box in the CbCr plane (Chai and Ngan 1999), blurred by a Gaussian of
 * `radius` pixels. Zero everywhere in pictures whose overall tint is that of skin.
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
    const warm = smoothstep(0.02, 0.045, cr) * (1 - smoothstep(0.15, 0.19, cr));
    const pale = smoothstep(-0.2, -0.15, cb) * (1 - smoothstep(-0.03, -0.01, cb));
    const value = warm * pale * smoothstep(0.15, 0.3, luma);
    out.data[i] = value;
    sum += value;
  }
  if (sum > MAX_SKIN_FRACTION * out.data.length) return emptyPlane(picture);
  return removeSurfaces(gaussianBlur(out, radius));
}

/** Sets components that are too large for faces and hands to zero. */
function removeSurfaces(skin: Plane): Plane {
  const { width, height, data } = skin;
  const { labels, areas } = labelComponents(threshold(skin, 0.25));
  const borderLengths = areas.map(() => 0);
  const count = (i: number) => {
    borderLengths[labels[i]!]!++;
  };
  for (let x = 0; x < width; x++) for (const y of [0, height - 1]) count(y * width + x);
  for (let y = 0; y < height; y++) for (const x of [0, width - 1]) count(y * width + x);
  const isSurface = areas.map((area, label) => {
    const fraction = area / data.length;
    return (
      fraction > MAX_SURFACE_FRACTION.inside ||
      (fraction > MAX_SURFACE_FRACTION.atBorder && borderLengths[label]! > Math.sqrt(area))
    );
  });
  return { ...skin, data: data.map((value, i) => (labels[i]! > 0 && isSurface[labels[i]!] ? 0 : value)) };
}

/** Closes eyes and mouths in the skin of faces and hands; above 0.5 inside. `skin` comes from `skinPlane`; `radius` in pixels. */
export function facesPlane(skin: Plane, radius: number): Plane {
  const wide = gaussianBlur(skin, radius);
  return { ...wide, data: wide.data.map((value) => smoothstep(0.1, 0.5, value)) };
}

/** Longer side of the copy on which the sky is detected. */
const SKY_SIDE_PX = 240;
/** Minimum fraction of the picture that is sky, and of the sky that is blue; below, it is a wall or a backdrop. */
const MIN_SKY_FRACTION = 0.04;
const MIN_BLUE_FRACTION = 0.25;

/**
 * Likelihood of sky (0..1) at each pixel. Sky is smooth, not black, bluer than red or as white as a cloud, and connected to
 * the upper border without a step down in brightness, where hills begin. Detected on a small copy, then fitted to the edges of
 * the picture by a guided filter.
 */
export function skyPlane(picture: Planes): Plane {
  const small = resizePlanes(picture, fitInside(picture, SKY_SIDE_PX), 'area');
  const { width, height } = small;
  const [red, green, blue] = small.planes as readonly [Float32Array, Float32Array, Float32Array];
  const luma = lumaPlane(small);
  const { deviationAt } = localMoments(luma, 2);
  const deviations = Float32Array.from(luma.data, (_, i) => deviationAt(i));
  const clear = new Float32Array(width * height);
  const likely = new Float32Array(width * height);
  for (let i = 0; i < likely.length; i++) {
    const [r, g, b] = [red[i]!, green[i]!, blue[i]!];
    clear[i] = smoothstep(0, 0.06, b - r) * smoothstep(-0.05, 0, b - g) * smoothstep(0.02, 0.08, luma.data[i]!);
    const cloud = smoothstep(0.62, 0.8, luma.data[i]!) * smoothstep(-0.03, 0.01, b - r);
    likely[i] = Math.max(clear[i]!, cloud) * (1 - smoothstep(0.03, 0.07, deviations[i]!));
  }
  const connected = growFromTop({ width, height, data: likely }, luma.data);
  fillClouds({ width, height, data: connected }, luma.data);
  const skyArea = connected.reduce((sum, value) => sum + value, 0);
  const blueArea = connected.reduce((sum, value, i) => sum + value * clear[i]!, 0);
  if (skyArea < MIN_SKY_FRACTION * connected.length || blueArea < MIN_BLUE_FRACTION * skyArea)
    return emptyPlane(picture);
  const fitted = guidedFilterColor(small, { width, height, data: connected }, { radius: 4, epsilon: 1e-4 });
  const large = resizePlane(fitted, picture, 'linear');
  for (let i = 0; i < large.data.length; i++) large.data[i] = smoothstep(0.3, 0.8, large.data[i]!);
  return large;
}

/** Mean luma from which an enclosed component is a cloud. */
const MIN_CLOUD_LUMA = 0.62;

/** Adds bright components that the sky encloses: clouds with a hard edge. */
function fillClouds(sky: Plane, luma: Float32Array): void {
  const parts = labelComponents(invertMask(threshold(sky, 0.5)));
  const outside = borderLabels(parts);
  const sums = parts.areas.map(() => 0);
  for (const [i, label] of parts.labels.entries()) sums[label] = sums[label]! + luma[i]!;
  for (const [i, label] of parts.labels.entries())
    if (label > 0 && !outside.has(label) && sums[label]! > MIN_CLOUD_LUMA * parts.areas[label]!) sky.data[i] = 1;
}

/** Maximum drop of luma below the running level of the sky. */
const MAX_STEP_DOWN = 0.045;
/** Fraction of a rise or drop by which the running level follows, per pixel of the small copy. */
const LEVEL_RATE = { up: 0.2, down: 0.02 } as const;

/** Likelihood from which a pixel may be sky. */
const MIN_LIKELIHOOD = 0.4;
/** Rows at the top from which the sky grows. */
const SEED_ROWS = 3;

/** Region growing from the uppermost rows over likely pixels without a drop of luma: 1 inside, else 0. */
function growFromTop({ width, height, data }: Plane, luma: Float32Array): Float32Array<ArrayBuffer> {
  const out = new Float32Array(data.length);
  const level = new Float32Array(data.length);
  let front: number[] = [];
  let next: number[] = [];
  const visit = (i: number, reference: number) => {
    if (out[i] !== 0 || data[i]! < MIN_LIKELIHOOD || luma[i]! < reference - MAX_STEP_DOWN) return;
    out[i] = 1;
    const rise = luma[i]! - reference;
    level[i] = reference + rise * (rise > 0 ? LEVEL_RATE.up : LEVEL_RATE.down);
    next.push(i);
  };
  for (let i = 0; i < SEED_ROWS * width && i < data.length; i++) visit(i, luma[i]!);
  while (next.length > 0) {
    [front, next] = [next, []];
    for (const i of front) {
      const x = i % width;
      const reference = level[i]!;
      if (x > 0) visit(i - 1, reference);
      if (x < width - 1) visit(i + 1, reference);
      if (i >= width) visit(i - width, reference);
      if (i < width * (height - 1)) visit(i + width, reference);
    }
  }
  return out;
}
