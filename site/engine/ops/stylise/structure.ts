import type { Plane, Planes } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { lumaPlane, mapPlanes } from '../planes.ts';

export type StructureOptions = {
  /** Deviation in pixels of the details that vanish; above 0. */
  readonly scale: number;
  /** Difference of colour (sum over the channels, 0..3) that counts as an edge. */
  readonly range: number;
};

/** Rounds after which edges have returned. */
const ROUNDS = 4;
/** Passes of the recursive filter in each direction, each over half the distance of the one before. */
const PASSES = 3;

/**
 * The picture (RGB, 0..1) without texture: details smaller than `scale` vanish, edges of larger shapes stay where they
 * are. Rolling guidance (Zhang, Shen, Xu and Jia 2014) with the recursive domain transform (Gastal and Oliveira 2011).
 */
export function* structureOf(picture: Planes, options: StructureOptions): Generator<number, Planes> {
  let guide = mapPlanes(picture, (plane) => gaussianBlur(plane, options.scale));
  for (let round = 0; round < ROUNDS; round++) {
    yield round / ROUNDS;
    guide = smoothed(picture, guide, options);
  }
  return guide;
}

/** How much texture (0..1) `structureOf` removed on average within `radius` pixels. */
export function textureOf(picture: Planes, plain: Planes, radius: number): Plane {
  const [before, after] = [lumaPlane(picture), lumaPlane(plain)];
  const data = before.data.map((value, i) => Math.abs(value - after.data[i]!));
  return boxBlur({ ...before, data }, Math.max(1, Math.round(radius)));
}

/** Smooths a picture up to the edges of `guide`. */
function smoothed(picture: Planes, guide: Planes, { scale, range }: StructureOptions): Planes {
  const reach = (scale * Math.sqrt(3) * 2 ** (PASSES - 1)) / Math.sqrt(4 ** PASSES - 1);
  const [across, down] = differences(guide).map((lengths) =>
    lengths.map((length) => Math.exp((-Math.SQRT2 / reach) * (1 + (scale / range) * length))),
  ) as [Float32Array, Float32Array];
  const out = mapPlanes(picture, (plane) => ({ ...plane, data: plane.data.slice() }));
  for (let pass = 0; pass < PASSES; pass++) {
    alongRows(out, across);
    alongColumns(out, down);
    // Half the distance doubles the exponent.
    square(across);
    square(down);
  }
  return out;
}

function square(values: Float32Array): void {
  for (let i = 0; i < values.length; i++) values[i] = values[i]! * values[i]!;
}

/** Sums over the channels of the absolute differences from the pixels to the left, and above. */
function differences({ width, height, planes }: Planes): readonly [across: Float32Array, down: Float32Array] {
  const across = new Float32Array(width * height);
  const down = new Float32Array(width * height);
  for (const plane of planes)
    for (let i = 0; i < plane.length; i++) {
      if (i % width > 0) across[i] = across[i]! + Math.abs(plane[i]! - plane[i - 1]!);
      if (i >= width) down[i] = down[i]! + Math.abs(plane[i]! - plane[i - width]!);
    }
  return [across, down];
}

/**
 * Mixes each pixel with the one before it in its row by `weights`, forwards and backwards; the channels together, since each
 * pixel waits for the one before it.
 */
function alongRows({ width, planes }: Planes, weights: Float32Array): void {
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  for (let start = 0; start < weights.length; start += width) {
    for (let i = start + 1; i < start + width; i++) {
      const weight = weights[i]!;
      red[i] = red[i]! + weight * (red[i - 1]! - red[i]!);
      green[i] = green[i]! + weight * (green[i - 1]! - green[i]!);
      blue[i] = blue[i]! + weight * (blue[i - 1]! - blue[i]!);
    }
    for (let i = start + width - 2; i >= start; i--) {
      const weight = weights[i + 1]!;
      red[i] = red[i]! + weight * (red[i + 1]! - red[i]!);
      green[i] = green[i]! + weight * (green[i + 1]! - green[i]!);
      blue[i] = blue[i]! + weight * (blue[i + 1]! - blue[i]!);
    }
  }
}

/** The same in columns. */
function alongColumns({ width, planes }: Planes, weights: Float32Array): void {
  for (const plane of planes) {
    for (let i = width; i < plane.length; i++) plane[i] = plane[i]! + weights[i]! * (plane[i - width]! - plane[i]!);
    for (let i = plane.length - width - 1; i >= 0; i--)
      plane[i] = plane[i]! + weights[i + width]! * (plane[i + width]! - plane[i]!);
  }
}
