import type { Plane, Planes } from '../../types.ts';
import { mapTo } from '../map-to.ts';
import { DIRECTIONS, ELONGATIONS, SECTORS, type SectorTables, sectorTables } from './sectors.ts';

export type PaintInput = {
  /** RGB in 0..1. */
  readonly picture: Planes;
  /** From `edgeTangentFlow`. */
  readonly flow: Planes;
  /** Small dabs where it exceeds 0.5. */
  readonly fine: Plane;
};

export type PaintOptions = {
  /** Radius of a brush dab in pixels. */
  readonly radius: number;
};

/**
 * Anisotropic Kuwahara filter (Kyprianidis, Kang and Döllner 2009; Kyprianidis 2011): smooths colours into dabs that follow
 * the flow and stop at edges. Sampling tables replace weights computed per pixel. Yields the fraction done.
 */
export function* paint({ picture, flow, fine }: PaintInput, { radius }: PaintOptions): Generator<number, Planes> {
  const { width, height } = picture;
  if (radius < 1) return picture;
  const tables = sectorTables(radius);
  const source = padWithSquares(picture, tables.reach);
  const stride = width + 2 * tables.reach;
  const offsets = mapTo(Int32Array, tables.dx, (dx, i) => 4 * (tables.dy[i]! * stride + dx));
  const out = [0, 1, 2].map(() => new Float32Array(width * height)) as [Float32Array, Float32Array, Float32Array];
  const row = { source, offsets, tables, flow, fine, out };
  for (let y = 0; y < height; y++) {
    paintRow(y, 4 * ((y + tables.reach) * stride + tables.reach), row);
    if (y % ROWS_PER_YIELD === 0) yield y / height;
  }
  return { width, height, planes: out as [Float32Array<ArrayBuffer>, ...Float32Array<ArrayBuffer>[]] };
}

/** Rows between two yields. */
const ROWS_PER_YIELD = 32;

type Row = {
  readonly source: Float32Array;
  readonly offsets: Int32Array;
  readonly tables: SectorTables;
  readonly flow: Planes;
  readonly fine: Plane;
  readonly out: readonly [Float32Array, Float32Array, Float32Array];
};

function paintRow(y: number, first: number, { source, offsets, tables, flow, fine, out }: Row): void {
  const { width } = flow;
  const { starts, weights } = tables;
  const [red, green, blue] = out;
  for (let x = 0, i = y * width, at = first; x < width; x++, i++, at += 4) {
    const table = tableIndexAt(flow, fine, i) * SECTORS;
    let [sumR, sumG, sumB, sum] = [0, 0, 0, 0];
    let k = starts[table]!;
    for (let sector = 1; sector <= SECTORS; sector++) {
      const end = starts[table + sector]!;
      let r = 0;
      let g = 0;
      let b = 0;
      let squares = 0;
      for (; k < end; k++) {
        const from = at + offsets[k]!;
        const weight = weights[k]!;
        r += source[from]! * weight;
        g += source[from + 1]! * weight;
        b += source[from + 2]! * weight;
        squares += source[from + 3]! * weight;
      }
      // Inverse eighth power of the standard deviation: the most uniform sectors dominate.
      const variance = Math.max(0, squares - r * r - g * g - b * b) * VARIANCE_SCALE;
      const varianceToFourth = variance * variance * variance * variance;
      const weight = 1 / (1 + varianceToFourth);
      sumR += r * weight;
      sumG += g * weight;
      sumB += b * weight;
      sum += weight;
    }
    red[i] = sumR / sum;
    green[i] = sumG / sum;
    blue[i] = sumB / sum;
  }
}

/** Factor on the variance (0..1 squared): a standard deviation of 0.01 (2.5 byte steps) halves the weight of a sector. */
export const VARIANCE_SCALE = 10_000;

/** Index of the sampling table for the tangent, coherence and dab size at pixel `i`. */
export function tableIndexAt({ planes }: Planes, fine: Plane, i: number): number {
  const [x, y, coherence] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const halfTurns = Math.atan2(y[i]!, x[i]!) / Math.PI;
  const direction = Math.floor((halfTurns - Math.floor(halfTurns)) * DIRECTIONS + 0.5) % DIRECTIONS;
  const elongation = Math.floor(Math.min(1, coherence[i]!) * (ELONGATIONS - 1) + 0.5);
  return direction * ELONGATIONS + elongation + (fine.data[i]! > 0.5 ? DIRECTIONS * ELONGATIONS : 0);
}

/** Interleaves R, G, B and the sum of their squares, with the border repeated by `margin` pixels on each side. */
function padWithSquares({ width, height, planes }: Planes, margin: number): Float32Array {
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const stride = width + 2 * margin;
  const out = new Float32Array(4 * stride * (height + 2 * margin));
  for (let y = 0, to = 0; y < height + 2 * margin; y++) {
    const row = Math.min(height - 1, Math.max(0, y - margin)) * width;
    for (let x = 0; x < stride; x++, to += 4) {
      const i = row + Math.min(width - 1, Math.max(0, x - margin));
      const [r, g, b] = [red[i]!, green[i]!, blue[i]!];
      out[to] = r;
      out[to + 1] = g;
      out[to + 2] = b;
      out[to + 3] = r * r + g * g + b * b;
    }
  }
  return out;
}
