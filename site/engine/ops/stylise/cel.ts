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
};

export type CelInput = { readonly painted: Planes; readonly skin: Plane; readonly sky: Plane };

/**
 * Colours of a drawn film from painted ones (`paint`), RGB 0..1: brightness in few soft steps (Winnemöller, Olsen and
 * Gooch 2006), more of them on skin; a palette; the sky as a clean gradient with its clouds.
 */
export function celColours({ painted, skin, sky }: CelInput, options: CelOptions): Planes {
  const { tones, hardness, palette, sky: share } = options;
  const luma = lumaPlane(painted);
  const even = evened(luma);
  const out = emptyPlanes(painted, 3);
  const from = painted.planes as readonly Float32Array[];
  const sides = [0, 1, 2] as const;
  for (let i = 0; i < luma.data.length; i++) {
    const y = luma.data[i]!;
    const bright = even.data[i]!;
    const body = 1 - Math.max(0.65 * skin.data[i]!, 0.9 * share * sky.data[i]!);
    const stepped = bright + (quantised(bright, tones, hardness) - bright) * Math.min(1, hardness * 1.2) * body;
    const toned = Math.max(0, stepped) ** palette.gamma;
    const calm = 1 - 0.4 * skin.data[i]!;
    const saturation = 1 + (palette.saturation - 1) * calm;
    const lit = smooth(0.15, 0.75, toned);
    const gain = y > 0.02 ? Math.min(3, toned / y) : 1;
    for (const c of sides) {
      const tint = palette.shadow[c] + (palette.light[c] - palette.shadow[c]) * lit;
      out.planes[c]![i] = Math.min(1, Math.max(0, (toned + (from[c]![i]! - y) * Math.sqrt(gain) * saturation) * tint));
    }
  }
  paintSky(out, sky, share);
  return out;
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
  for (let i = 0; i < whiteness.data.length; i++) {
    if (sky.data[i]! < 0.01) continue;
    const at = 3 * Math.floor(i / width);
    // Clouds are less blue than the sky behind them, or brighter.
    const lack = rows[at + 2]! - rows[at]! - (blue[i]! - red[i]!);
    const above = (red[i]! + green[i]! + blue[i]! - rows[at]! - rows[at + 1]! - rows[at + 2]!) / 3;
    whiteness.data[i] = smooth(0.05, 0.45, Math.max(lack, 0) + 0.8 * Math.max(above, 0));
  }
  const clouds = gaussianBlur(whiteness, width / 1000);
  for (let i = 0; i < whiteness.data.length; i++) {
    const amount = share * sky.data[i]!;
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
