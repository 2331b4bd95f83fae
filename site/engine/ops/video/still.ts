import type { Box, Mask, Plane, Size } from '../../types.ts';
import { mapTo } from '../map-to.ts';
import { labelComponents } from '../matte/components.ts';
import { quantile } from '../scalars.ts';

/** Parameters of the detector of static areas. Luma is 0..255. */
export type StaticAreaParameters = {
  /** Minimum number of distinct frames. */
  readonly minFrames: number;
  /** Minimum mean deviation over time for static content to stand out. */
  readonly minChange: number;
  /** Maximum mean absolute difference between duplicate frames. */
  readonly maxDuplicateDifference: number;
  /** Cells of the picture along its longer side, and when one is static. */
  readonly cells: {
    readonly count: number;
    /** Fractions of a cell's pixels: those that keep their value, and those with detail. */
    readonly minKeptFraction: number;
    readonly minDetailedFraction: number;
    /** Maximum fraction of static cells; above it the camera is static, and its background is not a watermark. */
    readonly maxStaticFraction: number;
  };
  readonly edge: {
    /** Minimum persistent gradient per pixel, and as a multiple of this quantile of all gradients. */
    readonly min: number;
    readonly quantile: number;
    readonly quantileFactor: number;
    /** Quantiles between which the gradients of a pixel over time must have one sign. */
    readonly signQuantiles: { readonly low: number; readonly high: number };
  };
  /** Edges closer than this fraction of the longer side belong to one area. */
  readonly joinFraction: number;
  /** Minimum number of edge pixels in an area. */
  readonly minEdgePixels: number;
  /** Fraction of the picture's width or height from which an area is a black bar. */
  readonly minBarFraction: number;
};

/**
 * Chosen by hand on synthetic clips and recordings on which `tests/bench/video` also reports, not fitted on a set of their
 * own: its figures are optimistic for other videos.
 */
export const STATIC_AREAS: StaticAreaParameters = {
  minFrames: 5,
  minChange: 6,
  maxDuplicateDifference: 2,
  cells: { count: 16, minKeptFraction: 0.5, minDetailedFraction: 0.1, maxStaticFraction: 0.2 },
  edge: { min: 4, quantile: 0.8, quantileFactor: 4, signQuantiles: { low: 0.3, high: 0.7 } },
  joinFraction: 1 / 60,
  minEdgePixels: 12,
  minBarFraction: 0.95,
};

/**
 * Finds areas that stay while the picture moves, by the median gradient of each pixel over time: edges of the picture come and
 * go, so that their median is near 0, while those of a watermark persist (Dekel et al. 2017, eq. 3). Nearby edges are joined
 * to areas (255 in the mask). `all` holds luma (0..255) of frames of one size from the whole video. Null if too little of the
 * picture moves. Yields the fraction done.
 */
export function* findStaticAreas(all: readonly Plane[]): Generator<number, Mask | null> {
  const { minFrames, minChange, cells, edge: limits, joinFraction, minEdgePixels } = STATIC_AREAS;
  const frames = dropDuplicates(all);
  const size = frames[0];
  if (!size || frames.length < minFrames) return null;
  if (temporalDeviation(frames) < minChange || staticCellFraction(frames) > cells.maxStaticFraction) return null;
  const edges = yield* persistentEdges(frames);
  const limit = Math.max(limits.min, limits.quantileFactor * quantile(edges, limits.quantile));
  const { width, height } = size;
  const map = mapTo(Uint8Array, edges, (edge) => (edge > limit ? 1 : 0));
  const reach = Math.max(2, Math.round(Math.max(width, height) * joinFraction));
  const areas = closeMap({ width, height, map }, reach);
  const data = new Uint8Array(width * height);
  for (const { pixels, box } of connectedAreas({ width, height }, areas)) {
    const edgePixels = pixels.filter((at) => map[at]).length;
    if (edgePixels < minEdgePixels || isPictureBorder(box, size)) continue;
    for (const at of pixels) data[at] = 255;
  }
  return { width, height, data };
}

/** Drops frames that repeat the previous one: in a long static shot all edges would persist. */
export function dropDuplicates(frames: readonly Plane[]): readonly Plane[] {
  const kept: Plane[] = [];
  for (const frame of frames) {
    const last = kept.at(-1)?.data;
    const change = last
      ? frame.data.reduce((sum, value, at) => sum + Math.abs(value - last[at]!), 0)
      : Number.POSITIVE_INFINITY;
    if (change > STATIC_AREAS.maxDuplicateDifference * frame.data.length) kept.push(frame);
  }
  return kept;
}

/** Bounding boxes of the connected areas of a mask, largest area first. */
export function boxesOf(mask: Mask): readonly Box[] {
  const areas = connectedAreas(
    mask,
    mask.data.map((value) => (value > 127 ? 1 : 0)),
  );
  return areas.sort((a, b) => b.pixels.length - a.pixels.length).map(({ box }) => box);
}

/** Whether a box spans the picture, as black bars do. */
function isPictureBorder(box: Box, { width, height }: Size): boolean {
  const { minBarFraction } = STATIC_AREAS;
  return box.width > minBarFraction * width || box.height > minBarFraction * height;
}

/** Mean absolute deviation of pixels from their mean over time, 0..255. */
export function temporalDeviation(frames: readonly Plane[]): number {
  const count = (frames[0] as Plane).data.length;
  let sum = 0;
  let sampled = 0;
  for (let at = 0; at < count; at += 7) {
    const values = frames.map(({ data }) => data[at] as number);
    const mean = values.reduce((total, value) => total + value, 0) / values.length;
    sum += values.reduce((total, value) => total + Math.abs(value - mean), 0) / values.length;
    sampled++;
  }
  return sum / sampled;
}

/** Fraction of the cells that have detail and whose pixels mostly keep their value. */
function staticCellFraction(frames: readonly Plane[]): number {
  const { cells, edge, maxDuplicateDifference } = STATIC_AREAS;
  const { width, height, data } = frames[0] as Plane;
  const side = Math.max(4, Math.ceil(Math.max(width, height) / cells.count));
  let [staticCells, allCells] = [0, 0];
  for (let top = 0; top + side <= height; top += side)
    for (let left = 0; left + side <= width; left += side) {
      let [kept, detailed, sampled] = [0, 0, 0];
      for (let y = top; y < top + side; y += 2)
        for (let x = left; x < left + side - 1; x += 2) {
          const at = y * width + x;
          const change = frames.reduce((sum, frame) => sum + Math.abs((frame.data[at] as number) - data[at]!), 0);
          if (change < maxDuplicateDifference * frames.length) kept++;
          if (Math.abs(data[at + 1]! - data[at]!) > edge.min) detailed++;
          sampled++;
        }
      if (kept > cells.minKeptFraction * sampled && detailed > cells.minDetailedFraction * sampled) staticCells++;
      allCells++;
    }
  return staticCells / Math.max(1, allCells);
}

/** Magnitude of the gradient that all frames share at each pixel; 0 where they disagree on its direction. */
function* persistentEdges(frames: readonly Plane[]): Generator<number, Float32Array> {
  const { width, height } = frames[0] as Plane;
  const out = new Float32Array(width * height);
  const across = new Float32Array(frames.length);
  const down = new Float32Array(frames.length);
  const planes = frames.map(({ data }) => data);
  for (let y = 0; y < height - 1; y++) {
    yield y / height;
    for (let x = 0; x < width - 1; x++) {
      const at = y * width + x;
      for (let i = 0; i < planes.length; i++) {
        const data = planes[i] as Float32Array;
        across[i] = (data[at + 1] as number) - (data[at] as number);
        down[i] = (data[at + width] as number) - (data[at] as number);
      }
      out[at] = Math.hypot(quantileNearestZero(across), quantileNearestZero(down));
    }
  }
  return out;
}

/** The value nearest to 0 between two quantiles (`edge.signQuantiles`): 0 unless both have the same sign. Sorts its input in place. */
export function quantileNearestZero(values: Float32Array): number {
  const sorted = values.sort();
  const { signQuantiles } = STATIC_AREAS.edge;
  const low = sorted[Math.floor(sorted.length * signQuantiles.low)] as number;
  const high = sorted[Math.floor(sorted.length * signQuantiles.high)] as number;
  if (low > 0) return low;
  return Math.min(high, 0);
}

/** Pixels of 0 or 1. */
type BinaryMap = Size & { readonly map: Uint8Array };

/** Morphological closing by a square of radius `reach` that leaves areas two pixels wider. */
export function closeMap({ width, height, map }: BinaryMap, reach: number): Uint8Array {
  const grown = dilate({ width, height, map }, { reach, value: 1 });
  return dilate({ width, height, map: grown }, { reach: Math.max(0, reach - 2), value: 0 });
}

/** Sets all pixels within `reach` (a square) of a pixel with `value` to that value. */
function dilate(
  { width, height, map }: BinaryMap,
  { reach, value }: { readonly reach: number; readonly value: 0 | 1 },
) {
  const rows = Uint8Array.from(map);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (map[y * width + x] === value)
        rows.fill(value, y * width + Math.max(0, x - reach), y * width + Math.min(width, x + reach + 1));
  const out = Uint8Array.from(rows);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (rows[y * width + x] !== value) continue;
      for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++)
        out[row * width + x] = value;
    }
  return out;
}

type Area = { readonly pixels: readonly number[]; readonly box: Box };

/** Connected components of the pixels above 0. */
function connectedAreas(size: Size, map: Uint8Array): Area[] {
  const { labels, areas } = labelComponents({ ...size, data: Uint8Array.from(map) });
  const components = areas.map((): number[] => []);
  for (let at = 0; at < labels.length; at++) if (map[at]) components[labels[at] as number]?.push(at);
  return components.slice(1).map((pixels) => ({ pixels, box: boxOfIndices(pixels, size.width) }));
}

/** Bounding box of pixels whose indices ascend. */
function boxOfIndices(pixels: readonly number[], width: number): Box {
  let [left, right] = [width, 0];
  for (const at of pixels) [left, right] = [Math.min(left, at % width), Math.max(right, at % width)];
  const top = Math.floor((pixels[0] as number) / width);
  const bottom = Math.floor((pixels.at(-1) as number) / width);
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
