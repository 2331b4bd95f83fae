import type { Plane, Planes } from '../../types.ts';
import { type SectorTables, STRETCHES, sectorTables, TURNS } from './sectors.ts';

export type PaintInput = {
  /** RGB in 0..1. */
  readonly picture: Planes;
  /** From `tangents`. */
  readonly flow: Planes;
  /** Where it is above a half, dabs are small. */
  readonly fine: Plane;
};

export type PaintOptions = {
  /** Of a brush dab, in pixels. */
  readonly radius: number;
};

const SECTORS = 8;

/**
 * Colours smoothed into dabs that follow the flow and stop at edges: the anisotropic Kuwahara filter (Kyprianidis, Kang
 * and Döllner 2009; Kyprianidis 2011), with sampling tables in place of weights worked out at each pixel. A
 * generator of its share done.
 */
export function* paint({ picture, flow, fine }: PaintInput, { radius }: PaintOptions): Generator<number, Planes> {
  const { width, height } = picture;
  if (radius < 1) return picture;
  const tables = sectorTables(radius);
  const source = padded(picture, tables.reach);
  const stride = width + 2 * tables.reach;
  const offsets = Int32Array.from(tables.dx, (dx, i) => 4 * (tables.dy[i]! * stride + dx));
  const out = [0, 1, 2].map(() => new Float32Array(width * height)) as [Float32Array, Float32Array, Float32Array];
  const row = { source, offsets, tables, flow, fine, out };
  for (let y = 0; y < height; y++) {
    paintRow(y, 4 * ((y + tables.reach) * stride + tables.reach), row);
    if (y % ROWS === 0) yield y / height;
  }
  return { width, height, planes: out as [Float32Array<ArrayBuffer>, ...Float32Array<ArrayBuffer>[]] };
}

/** Rows between two looks at the signal. */
const ROWS = 32;

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
    const table = tableFor(flow, fine, i) * SECTORS;
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
      // The eighth power of the deviation in bytes, so that the calmest sectors win.
      const variance = Math.max(0, squares - r * r - g * g - b * b) * SHARPNESS;
      const fourth = variance * variance * variance * variance;
      const share = 1 / (1 + fourth);
      sumR += r * share;
      sumG += g * share;
      sumB += b * share;
      sum += share;
    }
    red[i] = sumR / sum;
    green[i] = sumG / sum;
    blue[i] = sumB / sum;
  }
}

/** Variance (0..1 squared) to units in which a deviation of two and a half bytes begins to count. */
export const SHARPNESS = 10_000;

/** Which table belongs to the tangent, the coherence and the size of dabs at a pixel. */
export function tableFor({ planes }: Planes, fine: Plane, i: number): number {
  const [x, y, coherence] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const half = Math.atan2(y[i]!, x[i]!) / Math.PI;
  const turn = Math.floor((half - Math.floor(half)) * TURNS + 0.5) % TURNS;
  const stretch = Math.floor(Math.min(1, coherence[i]!) * (STRETCHES - 1) + 0.5);
  return turn * STRETCHES + stretch + (fine.data[i]! > 0.5 ? TURNS * STRETCHES : 0);
}

/** R, G, B and the sum of their squares, pixel by pixel, with the border repeated `by` pixels beyond itself. */
function padded({ width, height, planes }: Planes, by: number): Float32Array {
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const stride = width + 2 * by;
  const out = new Float32Array(4 * stride * (height + 2 * by));
  for (let y = 0, to = 0; y < height + 2 * by; y++) {
    const row = Math.min(height - 1, Math.max(0, y - by)) * width;
    for (let x = 0; x < stride; x++, to += 4) {
      const i = row + Math.min(width - 1, Math.max(0, x - by));
      const [r, g, b] = [red[i]!, green[i]!, blue[i]!];
      out[to] = r;
      out[to + 1] = g;
      out[to + 2] = b;
      out[to + 3] = r * r + g * g + b * b;
    }
  }
  return out;
}
