import type { Plane, Planes } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { guidedFilterColor } from '../filter/guided.ts';
import { localMoments } from '../filter/moments.ts';
import { mapTo } from '../map-to.ts';
import { borderLabels, invertMask, labelComponents, threshold } from '../matte/components.ts';
import { emptyPlane, lumaPlane } from '../planes.ts';
import { fitInside, resizePlane, resizePlanes } from '../resize/resize.ts';
import { smoothstep } from '../scalars.ts';
import { type Ramp, SKIN, SKY } from './areas-parameters.ts';

/** Soft threshold of a value. */
const ramp = ({ from, to }: Ramp, value: number): number => smoothstep(from, to, value);

/**
 * Likelihood of skin (0..1) at each pixel: a soft box in the CbCr plane (Chai and Ngan 1999), blurred by a Gaussian of
 * `radius` pixels, with sand and wood. Zero everywhere in pictures whose overall tint is that of skin.
 */
export function skinColours(picture: Planes, radius: number): Plane {
  const [red, green, blue] = picture.planes as readonly [Float32Array, Float32Array, Float32Array];
  const out = emptyPlane(picture);
  let sum = 0;
  for (let i = 0; i < out.data.length; i++) {
    const [r, g, b] = [red[i]!, green[i]!, blue[i]!];
    const luma = 0.299 * r + 0.587 * g + 0.114 * b;
    const cb = 0.564 * (b - luma);
    const cr = 0.713 * (r - luma);
    const warm = ramp(SKIN.warm, cr) * (1 - ramp(SKIN.tooWarm, cr));
    const pale = ramp(SKIN.pale, cb) * (1 - ramp(SKIN.tooPale, cb));
    const value = warm * pale * ramp(SKIN.luma, luma);
    out.data[i] = value;
    sum += value;
  }
  if (sum > SKIN.maxFraction * out.data.length) return emptyPlane(picture);
  return gaussianBlur(out, radius);
}

/** Likelihood of skin (0..1) by its colour, without components that are too large for faces and hands. */
export const skinPlane = (picture: Planes, radius: number): Plane => removeSurfaces(skinColours(picture, radius));

/** Sets components that are too large for faces and hands to zero. */
function removeSurfaces(skin: Plane): Plane {
  const { width, height, data } = skin;
  const { labels, areas } = labelComponents(threshold(skin, SKIN.minLikelihood));
  const borderLengths = areas.map(() => 0);
  const count = (i: number) => {
    borderLengths[labels[i]!]!++;
  };
  for (let x = 0; x < width; x++) for (const y of [0, height - 1]) count(y * width + x);
  for (let y = 0; y < height; y++) for (const x of [0, width - 1]) count(y * width + x);
  const isSurface = areas.map((area, label) => {
    const fraction = area / data.length;
    return (
      fraction > SKIN.maxSurfaceFraction.inside ||
      (fraction > SKIN.maxSurfaceFraction.atBorder && borderLengths[label]! > Math.sqrt(area))
    );
  });
  return { ...skin, data: data.map((value, i) => (labels[i]! > 0 && isSurface[labels[i]!] ? 0 : value)) };
}

/** Closes eyes and mouths in the skin of faces and hands; above 0.5 inside. `skin` comes from `skinPlane`; `radius` in pixels. */
export function facesPlane(skin: Plane, radius: number): Plane {
  const blurredSkin = gaussianBlur(skin, radius);
  return { ...blurredSkin, data: blurredSkin.data.map((value) => ramp(SKIN.face, value)) };
}

/**
 * Likelihood of sky (0..1) at each pixel. Sky is smooth, not black, bluer than red or as white as a cloud, and connected to
 * the upper border without a step down in brightness, where hills begin. Detected on a small copy, then fitted to the edges of
 * the picture by a guided filter.
 */
export function skyPlane(picture: Planes): Plane {
  const small = resizePlanes(picture, fitInside(picture, SKY.sidePx), 'area');
  const { width, height } = small;
  const [red, green, blue] = small.planes as readonly [Float32Array, Float32Array, Float32Array];
  const luma = lumaPlane(small);
  const { deviationAt } = localMoments(luma, SKY.roughnessRadiusPx);
  const deviations = mapTo(Float32Array, luma.data, (_, i) => deviationAt(i));
  const clear = new Float32Array(width * height);
  const likely = new Float32Array(width * height);
  for (let i = 0; i < likely.length; i++) {
    const [r, g, b] = [red[i]!, green[i]!, blue[i]!];
    const { blueMinusRed, blueMinusGreen } = SKY.clear;
    clear[i] = ramp(blueMinusRed, b - r) * ramp(blueMinusGreen, b - g) * ramp(SKY.clear.luma, luma.data[i]!);
    const cloud = ramp(SKY.cloud.luma, luma.data[i]!) * ramp(SKY.cloud.blueMinusRed, b - r);
    likely[i] = Math.max(clear[i]!, cloud) * (1 - ramp(SKY.rough, deviations[i]!));
  }
  const connected = growFromTop({ width, height, data: likely }, luma.data);
  fillClouds({ width, height, data: connected }, luma.data);
  const skyArea = connected.reduce((sum, value) => sum + value, 0);
  const blueArea = connected.reduce((sum, value, i) => sum + value * clear[i]!, 0);
  if (skyArea < SKY.minFraction * connected.length || blueArea < SKY.minBlueFraction * skyArea)
    return emptyPlane(picture);
  const fitted = guidedFilterColor(small, { width, height, data: connected }, { radius: 4, epsilon: 1e-4 });
  const large = resizePlane(fitted, picture, 'linear');
  for (let i = 0; i < large.data.length; i++) large.data[i] = ramp(SKY.edge, large.data[i]!);
  return large;
}

/** Adds bright components that the sky encloses: clouds with a hard edge. */
function fillClouds(sky: Plane, luma: Float32Array): void {
  const parts = labelComponents(invertMask(threshold(sky, 0.5)));
  const outside = borderLabels(parts);
  const sums = parts.areas.map(() => 0);
  for (const [i, label] of parts.labels.entries()) sums[label] = sums[label]! + luma[i]!;
  for (const [i, label] of parts.labels.entries())
    if (label > 0 && !outside.has(label) && sums[label]! > SKY.minCloudLuma * parts.areas[label]!) sky.data[i] = 1;
}

/** Region growing from the uppermost rows over likely pixels without a drop of luma: 1 inside, else 0. */
function growFromTop({ width, height, data }: Plane, luma: Float32Array): Float32Array<ArrayBuffer> {
  const { seedRows, minLikelihood, maxDrop, levelRate } = SKY.growth;
  const out = new Float32Array(data.length);
  const level = new Float32Array(data.length);
  let front: number[] = [];
  let next: number[] = [];
  const visit = (i: number, reference: number) => {
    if (out[i] !== 0 || data[i]! < minLikelihood || luma[i]! < reference - maxDrop) return;
    out[i] = 1;
    const rise = luma[i]! - reference;
    level[i] = reference + rise * (rise > 0 ? levelRate.up : levelRate.down);
    next.push(i);
  };
  for (let i = 0; i < seedRows * width && i < data.length; i++) visit(i, luma[i]!);
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
