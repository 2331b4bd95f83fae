import type { Mask, Plane, Size } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { mapTo } from '../map-to.ts';
import { labelComponents } from '../matte/components.ts';
import { quantile } from '../scalars.ts';
import { closeMap, dropDuplicates, quantileNearestZero, STATIC_AREAS, temporalDeviation } from '../video/still.ts';
import { MARKS, type MarkParameters } from './parameters.ts';

/** Pixels of a watermark's soft edges, over which gradients are measured. */
const GRADIENT_STEP_PX = 2;

/**
 * Returns boxes (as a mask) in which several pictures (luma 0..255, of one size) share edges; null if there are none. The
 * edges that pictures share by chance are measured in the same pictures shifted against each other.
 */
export function* findSharedEdges(
  all: readonly Plane[],
  parameters: MarkParameters = MARKS,
): Generator<number, Mask | null> {
  const { common } = parameters;
  const { minEdgePixels, chanceFactor } = common.region;
  const pictures = dropDuplicates(all);
  const [size] = pictures;
  if (!size || pictures.length < common.minPictures || temporalDeviation(pictures) < STATIC_AREAS.minChange)
    return null;
  const edges = yield* medianEdges(pictures, parameters);
  const chance = yield* medianEdges(pictures.map(shiftCyclically), parameters);
  const level = Math.max(common.edges.minStrength, quantile(chance, 1 - common.edges.chanceFraction));
  const chanceRegions = edgeRegions(chance, level, size);
  const chancePixels = Math.max(0, ...chanceRegions.map(({ edgePixels }) => edgePixels));
  const regions = edgeRegions(edges, level, size).filter(
    ({ edgePixels }) => edgePixels > Math.max(minEdgePixels, chancePixels),
  );
  if (!regions.some(({ edgePixels }) => edgePixels > chanceFactor * chancePixels)) return null;
  const data = new Uint8Array(edges.length);
  for (const { left, top, right, bottom } of regions)
    for (let y = top; y <= bottom; y++) data.fill(255, y * size.width + left, y * size.width + right + 1);
  return { width: size.width, height: size.height, data };
}

/**
 * Length of the median gradient over the pictures, each relative to the mean gradient around the pixel; 0 where the
 * pictures disagree on the direction. A pale watermark shows where a picture is even; rough regions count little.
 */
function* medianEdges(
  pictures: readonly Plane[],
  { common: { edges: parameters } }: MarkParameters,
): Generator<number, Float32Array> {
  const { width, height } = pictures[0]!;
  const gradients: Float32Array[][] = [];
  for (const step of [GRADIENT_STEP_PX, GRADIENT_STEP_PX * width]) {
    yield 0.2;
    gradients.push(
      pictures.map(({ data }) => {
        const gradient = data.map((value, i) => (i + step < data.length ? data[i + step]! - value : 0));
        const mean = boxBlur({ width, height, data: gradient.map(Math.abs) }, parameters.radiusPx).data;
        return gradient.map((value, i) => value / (parameters.noiseLevels + mean[i]!));
      }),
    );
  }
  const out = new Float32Array(width * height);
  const values = new Float32Array(pictures.length);
  const medianAt = (planes: readonly Float32Array[], i: number): number => {
    for (const [k, plane] of planes.entries()) values[k] = plane[i]!;
    return quantileNearestZero(values);
  };
  for (let y = 0; y < height - GRADIENT_STEP_PX; y++) {
    yield 0.2 + (0.8 * y) / height;
    for (let x = 0; x < width - GRADIENT_STEP_PX; x++) {
      const i = y * width + x;
      out[i] = Math.hypot(medianAt(gradients[0]!, i), medianAt(gradients[1]!, i));
    }
  }
  return out;
}

/** The picture shifted across its borders, by another distance for each index. */
function shiftCyclically({ width, height, data }: Plane, index: number): Plane {
  const offset = Math.round(((0.19 + 0.37 * index) % 1) * height) * width + Math.round(((0.31 * index) % 1) * width);
  return { width, height, data: data.map((_, i) => data[(i + offset) % data.length]!) };
}

/** A box, its right and bottom pixels included, and the number of edge pixels in it. */
type EdgeRegion = { left: number; top: number; right: number; bottom: number; edgePixels: number };

function edgeRegions(edges: Float32Array, level: number, { width, height }: Size): readonly EdgeRegion[] {
  const map = mapTo(Uint8Array, edges, (edge) => (edge > level ? 1 : 0));
  const closingRadius = Math.max(2, Math.round(Math.max(width, height) / 60));
  const { labels, areas } = labelComponents({
    width,
    height,
    data: closeMap({ width, height, map }, closingRadius).map((value) => 255 * value),
  });
  const regions = areas.map((): EdgeRegion => ({ left: width, top: height, right: 0, bottom: 0, edgePixels: 0 }));
  for (let i = 0; i < labels.length; i++) {
    const region = regions[labels[i]!]!;
    const [x, y] = [i % width, Math.floor(i / width)];
    region.left = Math.min(region.left, x);
    region.top = Math.min(region.top, y);
    region.right = Math.max(region.right, x);
    region.bottom = Math.max(region.bottom, y);
    if (map[i]) region.edgePixels++;
  }
  return regions.slice(1);
}
