import type { Plane, Planes } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { emptyPlanes, lumaPlane } from '../planes.ts';
import { smooth } from './areas.ts';
import { evened } from './tone.ts';

/** Red, green and blue, 0..1. */
export type Colour = readonly [number, number, number];

export type Palette = {
  /** Saturation; 1 leaves it. */
  readonly saturation: number;
  /** Brightness is raised to this power. */
  readonly gamma: number;
  /** What dark and light tones are multiplied with. */
  readonly shadow: Colour;
  readonly light: Colour;
};

export type CelOptions = {
  /** Steps of brightness. */
  readonly tones: number;
  /** How hard the steps are: 0 none, 1 flat areas. */
  readonly hardness: number;
  readonly palette: Palette;
  /** How much of the sky is painted anew, 0..1. */
  readonly sky: number;
  /** Pixels of a thousandth of the longer side. */
  readonly unit: number;
};

export type CelInput = { readonly painted: Planes; readonly skin: Plane; readonly sky: Plane };

/**
 * Change of brightness per unit below which a step would be frayed by noise, and from which it may be as hard as wanted;
 * between them the brightness is smoothed and the step has that share of its hardness.
 */
const GENTLE = { from: 0.0004, to: 0.0018, share: 0.3 } as const;
/** Steps leave the outermost tones so much too grey; this share of it is taken back. */
const SPREAD = 0.6;
/** How much less a colour gains that is strong already. */
const SATED = 0.7;
/** Share of what goes beyond the range that is clipped there; the rest is given up for the hue. */
const CLIPPED = 0.5;

/**
 * Colours of a drawn film from painted ones (`paint`), RGB 0..1: brightness in few steps, soft ones where it hardly
 * changes (Winnemöller, Olsen and Gooch 2006) and on skin; a palette; the sky as a clean gradient with its clouds.
 */
export function celColours({ painted, skin, sky }: CelInput, options: CelOptions): Planes {
  const { tones, hardness, palette, sky: share } = options;
  const luma = lumaPlane(painted);
  const even = evened(luma);
  const wide = gaussianBlur(even, 6 * options.unit);
  const slopes = slopeOf(wide, options.unit);
  const out = emptyPlanes(painted, 3);
  const from = painted.planes as readonly Float32Array[];
  const sides = [0, 1, 2] as const;
  for (let i = 0; i < luma.data.length; i++) {
    const y = luma.data[i]!;
    const body = 1 - Math.max(0.65 * skin.data[i]!, 0.9 * share * sky.data[i]!);
    const hard = smooth(GENTLE.from, GENTLE.to, slopes.data[i]!);
    const bright = wide.data[i]! + (even.data[i]! - wide.data[i]!) * hard;
    const middle = quantised(bright, tones, hardness * (GENTLE.share + (1 - GENTLE.share) * hard));
    const step = middle + (middle - 0.5) * (SPREAD / (tones - 1));
    const stepped = bright + (step - bright) * Math.min(1, hardness * 1.2) * body;
    const toned = Math.min(1, Math.max(0, stepped)) ** palette.gamma;
    const [r, g, b] = [from[0]![i]! - y, from[1]![i]! - y, from[2]![i]! - y];
    const ends = { most: Math.max(r, g, b), least: Math.min(r, g, b) };
    const strong = Math.min(1, ends.most - ends.least);
    const more = (palette.saturation - 1) * (1 - 0.4 * skin.data[i]!) * (1 - SATED * strong);
    const gain = y > 0.02 ? Math.min(3, toned / y) : 1;
    const chroma = inRange(toned, ends, Math.sqrt(gain) * (1 + more));
    const lit = smooth(0.15, 0.75, toned);
    for (const c of sides) {
      const tint = palette.shadow[c] + (palette.light[c] - palette.shadow[c]) * lit;
      out.planes[c]![i] = Math.min(1, Math.max(0, (toned + (from[c]![i]! - y) * chroma) * tint));
    }
  }
  paintSky(out, sky, share);
  return out;
}

/** How much brightness changes around each pixel, per unit. */
function slopeOf({ width, height, data }: Plane, unit: number): Plane {
  const out = { width, height, data: new Float32Array(data.length) };
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const across = data[x < width - 1 ? i + 1 : i]! - data[x > 0 ? i - 1 : i]!;
      const down = data[y < height - 1 ? i + width : i]! - data[y > 0 ? i - width : i]!;
      out.data[i] = (Math.hypot(across, down) / 2) * unit;
    }
  return out;
}

type Ends = { readonly most: number; readonly least: number };

/** How far colours at `most` and `least` from `tone` may be strengthened by `factor` and keep their hue in 0..1. */
function inRange(tone: number, { most, least }: Ends, factor: number): number {
  const above = most > 0 ? (1 - tone) / most : factor;
  const below = least < 0 ? tone / -least : factor;
  const bound = Math.min(above, below);
  // Bright colours may whiten a little rather than lose all of their colour.
  return factor <= bound ? factor : Math.max(bound, 0) + (factor - Math.max(bound, 0)) * CLIPPED;
}

/** Nearest of `tones` steps, with a soft passage between two of them that `hardness` (0..1) makes narrower. */
export function quantised(value: number, tones: number, hardness: number): number {
  const scaled = value * tones;
  const base = Math.floor(scaled);
  const slope = 2 + 14 * hardness;
  const half = Math.tanh(slope / 2);
  return (base + 0.5 + Math.tanh(slope * (scaled - base - 0.5)) / (2 * half)) / tones;
}

/** A gradient through the sky's own colours from top to bottom, and its clouds on it in soft steps. */
function paintSky({ width, height, planes }: Planes, sky: Plane, share: number): void {
  if (share <= 0) return;
  const rows = skyRows({ width, height, planes }, sky);
  if (!rows) return;
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const whiteness = { width, height, data: new Float32Array(width * height) };
  const free = new Float32Array(width * height);
  for (let i = 0; i < whiteness.data.length; i++) {
    if (sky.data[i]! < 0.01) continue;
    const at = 3 * Math.floor(i / width);
    // Clouds are less blue than the sky behind them and not darker, or brighter.
    const lack = rows[at + 2]! - rows[at]! - (blue[i]! - red[i]!);
    const above = (red[i]! + green[i]! + blue[i]! - rows[at]! - rows[at + 1]! - rows[at + 2]!) / 3;
    const dim = smooth(-0.06, 0.02, above);
    whiteness.data[i] = smooth(0.05, 0.45, dim * Math.max(lack, 0) + 0.8 * Math.max(above, 0));
    // Masts and wires before the sky.
    free[i] = smooth(-0.16, -0.06, above);
  }
  const clouds = gaussianBlur(whiteness, width / 1000);
  for (let i = 0; i < whiteness.data.length; i++) {
    const amount = share * sky.data[i]! * free[i]!;
    if (amount < 0.01) continue;
    const at = 3 * Math.floor(i / width);
    const w = clouds.data[i]!;
    const cloud = 0.35 * w + 0.65 * quantised(Math.min(0.999, w), 4, 0.5);
    const pale = [0.985, 0.99, 1] as const;
    for (const c of [0, 1, 2] as const) {
      const clean = rows[at + c]! + (pale[c] - rows[at + c]!) * cloud;
      planes[c]![i] = planes[c]![i]! + (clean - planes[c]![i]!) * amount;
    }
  }
}

/** Colour of the clear sky in each row (three numbers a row), made a little deeper; null where there is none. */
function skyRows({ width, height, planes }: Planes, sky: Plane): Float32Array | null {
  const sums = new Float64Array(4 * height);
  for (let i = 0; i < sky.data.length; i++) {
    if (sky.data[i]! < 0.5) continue;
    const [r, b] = [planes[0]![i]!, planes[2]![i]!];
    // The bluer, the more it counts: clouds shall not whiten the gradient.
    const weight = sky.data[i]! * (0.01 + Math.max(0, b - r)) ** 2;
    const at = 4 * Math.floor(i / width);
    for (const c of [0, 1, 2]) sums[at + c] = sums[at + c]! + weight * planes[c]![i]!;
    sums[at + 3] = sums[at + 3]! + weight;
  }
  if (!sums.some((value) => value > 0)) return null;
  const rows = new Float32Array(3 * height);
  const reach = height / 6;
  // A wide running mean in both directions: y' = (sum of neighbours by distance) / (sum of their weights).
  const down = running(sums, height, Math.exp(-1 / reach));
  for (let y = 0; y < height; y++) for (const c of [0, 1, 2]) rows[3 * y + c] = down[4 * y + c]! / down[4 * y + 3]!;
  return rows;
}

/** Sums of all rows, each weighted by `fall` to the power of its distance. */
function running(sums: Float64Array, height: number, fall: number): Float64Array {
  const out = Float64Array.from(sums);
  for (const way of [1, -1]) {
    const carried = [0, 0, 0, 0];
    for (let n = 0; n < height; n++) {
      const y = way > 0 ? n : height - 1 - n;
      for (let c = 0; c < 4; c++) {
        out[4 * y + c] = out[4 * y + c]! + carried[c]!;
        carried[c] = (carried[c]! + sums[4 * y + c]!) * fall;
      }
    }
  }
  return out;
}
