import type { Mask, Plane, Size } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { labelComponents } from '../matte/components.ts';
import {
  closeMap,
  dropDuplicates,
  MIN_CHANGE,
  quantile,
  quantileNearestZero,
  temporalDeviation,
} from '../video/still.ts';

/** Fewer pictures have too much in common by chance. */
export const LEAST_PICTURES = 3;

/** How far apart pixels are compared, so that soft edges count whole, and how far around each edges are looked at. */
const STEP = 2;
const AROUND = 8;

/** What is added to the usual edge around, in 0..255, so that noise is none, and the least share of both that counts. */
const NOISE = 4;
const FAINT = 0.6;

/** Of edges by chance, that share is stronger than what counts. */
const CHANCE = 0.002;

/** Edges of a mark, in pixels: more than that, and that many times as many as chance gives anywhere. */
const LEAST = 24;
const TIMES = 3;

/**
 * Where several pictures (luma, 0..255, of one size) have edges in common: a mask of boxes, null where they have none.
 * What is common by chance is seen from the same pictures moved against each other. After Dekel, Rubinstein, Liu and
 * Freeman 2017, “On the effectiveness of visible watermarks”, eq. 3.
 */
export function* steadyAreas(all: readonly Plane[]): Generator<number, Mask | null> {
  const pictures = dropDuplicates(all);
  const [size] = pictures;
  if (!size || pictures.length < LEAST_PICTURES || temporalDeviation(pictures) < MIN_CHANGE) return null;
  const edges = yield* commonEdges(pictures);
  const chance = yield* commonEdges(pictures.map(moved));
  const level = Math.max(FAINT, quantile(chance, 1 - CHANCE));
  const byChance = Math.max(0, ...areasAbove(chance, level, size).map(({ edgePixels }) => edgePixels));
  const found = areasAbove(edges, level, size).filter(({ edgePixels }) => edgePixels > Math.max(LEAST, byChance));
  if (!found.some(({ edgePixels }) => edgePixels > TIMES * byChance)) return null;
  const data = new Uint8Array(edges.length);
  for (const { left, top, right, bottom } of found)
    for (let y = top; y <= bottom; y++) data.fill(255, y * size.width + left, y * size.width + right + 1);
  return { width: size.width, height: size.height, data };
}

/**
 * How strong an edge is that most pictures have at a pixel, beside the usual ones around it in each; 0 where they do not
 * agree on its direction. Edges of a pale mark are seen where a picture is even, and those of rough ones do not count.
 */
function* commonEdges(pictures: readonly Plane[]): Generator<number, Float32Array> {
  const { width, height } = pictures[0]!;
  const all: Float32Array[][] = [];
  for (const step of [STEP, STEP * width]) {
    yield 0.2;
    all.push(
      pictures.map(({ data }) => {
        const edges = data.map((value, i) => (i + step < data.length ? data[i + step]! - value : 0));
        const usual = boxBlur({ width, height, data: edges.map(Math.abs) }, AROUND).data;
        return edges.map((edge, i) => edge / (NOISE + usual[i]!));
      }),
    );
  }
  const out = new Float32Array(width * height);
  const values = new Float32Array(pictures.length);
  const agreed = (planes: readonly Float32Array[], i: number): number => {
    for (const [k, plane] of planes.entries()) values[k] = plane[i]!;
    return quantileNearestZero(values);
  };
  for (let y = 0; y < height - STEP; y++) {
    yield 0.2 + (0.8 * y) / height;
    for (let x = 0; x < width - STEP; x++) {
      const i = y * width + x;
      out[i] = Math.hypot(agreed(all[0]!, i), agreed(all[1]!, i));
    }
  }
  return out;
}

/** The picture moved around its borders, each by another way. */
function moved({ width, height, data }: Plane, index: number): Plane {
  const by = Math.round(((0.19 + 0.37 * index) % 1) * height) * width + Math.round(((0.31 * index) % 1) * width);
  return { width, height, data: data.map((_, i) => data[(i + by) % data.length]!) };
}

type Area = { left: number; top: number; right: number; bottom: number; edgePixels: number };

function areasAbove(edges: Float32Array, level: number, { width, height }: Size): readonly Area[] {
  const map = Uint8Array.from(edges, (edge) => (edge > level ? 1 : 0));
  const reach = Math.max(2, Math.round(Math.max(width, height) / 60));
  const { labels, areas } = labelComponents({
    width,
    height,
    data: closeMap({ width, height, map }, reach).map((one) => 255 * one),
  });
  const found = areas.map((): Area => ({ left: width, top: height, right: 0, bottom: 0, edgePixels: 0 }));
  for (let i = 0; i < labels.length; i++) {
    const area = found[labels[i]!]!;
    const [x, y] = [i % width, Math.floor(i / width)];
    area.left = Math.min(area.left, x);
    area.top = Math.min(area.top, y);
    area.right = Math.max(area.right, x);
    area.bottom = Math.max(area.bottom, y);
    if (map[i]) area.edgePixels++;
  }
  return found.slice(1);
}
