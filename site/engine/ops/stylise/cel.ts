import type { Plane, Planes } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { emptyPlanes, lumaPlane } from '../planes.ts';
import { clamp01, smoothstep } from '../scalars.ts';
import { stretchTones } from './tone.ts';

/** RGB, 0..1. */
export type Colour = readonly [number, number, number];

export type Palette = {
  /** Factor of saturation; 1 is neutral. */
  readonly saturation: number;
  /** Exponent on brightness. */
  readonly gamma: number;
  /** Factors on dark and on light tones. */
  readonly shadow: Colour;
  readonly light: Colour;
};

export type CelOptions = {
  /** Number of brightness levels. */
  readonly tones: number;
  /** Steepness of the steps: 0 none, 1 flat areas. */
  readonly hardness: number;
  readonly palette: Palette;
  /** How far the sky is repainted, 0..1. */
  readonly skyStrength: number;
  /** A thousandth of the longer side, in pixels. */
  readonly unit: number;
};

/** RGB planes from `paint`, and likelihoods of skin and sky, 0..1. */
export type CelInput = { readonly painted: Planes; readonly skin: Plane; readonly sky: Plane };

/**
 * Gradient of brightness per unit: below `from`, noise would fray a step, so brightness is smoothed and the step keeps only
 * `softHardness` of its hardness; above `to`, steps have their full hardness.
 */
const GENTLE_SLOPE = { from: 0.0004, to: 0.0018, softHardness: 0.3 } as const;
/** Fraction of the range lost at the outermost levels that is restored. */
const RANGE_RECOVERY = 0.6;
/** Reduction of the saturation gain for colours that are already saturated. */
const SATURATION_DAMPING = 0.7;
/** Fraction of the out-of-gamut part that is clipped; the rest is desaturated to keep the hue. */
const CLIPPED_FRACTION = 0.5;
/** Reduction of steps, and of the saturation gain, on skin; and of steps in the repainted sky. */
const SKIN_DAMPING = { steps: 0.65, saturation: 0.4 } as const;
const SKY_DAMPING = 0.9;

/**
 * Cel-shades painted colours (RGB 0..1): quantises brightness, softly in gentle gradients (Winnemöller, Olsen and Gooch 2006)
 * and on skin; applies a palette; repaints the sky as a clean gradient with its clouds.
 */
export function celColours({ painted, skin, sky }: CelInput, options: CelOptions): Planes {
  const { tones, hardness, palette, skyStrength } = options;
  const luma = lumaPlane(painted);
  const stretched = stretchTones(luma);
  const smoothed = gaussianBlur(stretched, 6 * options.unit);
  const slopes = gradientMagnitude(smoothed, options.unit);
  const out = emptyPlanes(painted, 3);
  const source = painted.planes as readonly Float32Array[];
  const channels = [0, 1, 2] as const;
  for (let i = 0; i < luma.data.length; i++) {
    const y = luma.data[i]!;
    const stepStrength = 1 - Math.max(SKIN_DAMPING.steps * skin.data[i]!, SKY_DAMPING * skyStrength * sky.data[i]!);
    const hard = smoothstep(GENTLE_SLOPE.from, GENTLE_SLOPE.to, slopes.data[i]!);
    const bright = smoothed.data[i]! + (stretched.data[i]! - smoothed.data[i]!) * hard;
    const level = softQuantise(
      bright,
      tones,
      hardness * (GENTLE_SLOPE.softHardness + (1 - GENTLE_SLOPE.softHardness) * hard),
    );
    const step = level + (level - 0.5) * (RANGE_RECOVERY / (tones - 1));
    const stepped = bright + (step - bright) * Math.min(1, hardness * 1.2) * stepStrength;
    const toned = clamp01(stepped) ** palette.gamma;
    const [r, g, b] = [source[0]![i]! - y, source[1]![i]! - y, source[2]![i]! - y];
    const chromaRange = { max: Math.max(r, g, b), min: Math.min(r, g, b) };
    const saturation = Math.min(1, chromaRange.max - chromaRange.min);
    const saturationGain =
      (palette.saturation - 1) * (1 - SKIN_DAMPING.saturation * skin.data[i]!) * (1 - SATURATION_DAMPING * saturation);
    const gain = y > 0.02 ? Math.min(3, toned / y) : 1;
    const chroma = chromaGainInGamut(toned, chromaRange, Math.sqrt(gain) * (1 + saturationGain));
    const lightness = smoothstep(0.15, 0.75, toned);
    for (const c of channels) {
      const tint = palette.shadow[c] + (palette.light[c] - palette.shadow[c]) * lightness;
      out.planes[c]![i] = clamp01((toned + (source[c]![i]! - y) * chroma) * tint);
    }
  }
  repaintSky(out, sky, skyStrength);
  return out;
}

/** Gradient magnitude by central differences, per `unit` of pixels. */
function gradientMagnitude({ width, height, data }: Plane, unit: number): Plane {
  const out = { width, height, data: new Float32Array(data.length) };
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const across = data[x < width - 1 ? i + 1 : i]! - data[x > 0 ? i - 1 : i]!;
      const down = data[y < height - 1 ? i + width : i]! - data[y > 0 ? i - width : i]!;
      out.data[i] = (Math.hypot(across, down) / 2) * unit;
    }
  return out;
}

type ChromaRange = { readonly max: number; readonly min: number };

/** Limits the gain `factor` on channel differences from `tone` (range `min..max`), so that colours stay in 0..1 with their hue. */
function chromaGainInGamut(tone: number, { max, min }: ChromaRange, factor: number): number {
  const above = max > 0 ? (1 - tone) / max : factor;
  const below = min < 0 ? tone / -min : factor;
  const bound = Math.min(above, below);
  // Partial clipping: bright colours shift towards white instead of losing all their chroma.
  return factor <= bound ? factor : Math.max(bound, 0) + (factor - Math.max(bound, 0)) * CLIPPED_FRACTION;
}

/** Quantises a value in 0..1 to `tones` levels with soft transitions; `hardness` (0..1) makes them narrower. */
export function softQuantise(value: number, tones: number, hardness: number): number {
  const scaled = value * tones;
  const base = Math.floor(scaled);
  const slope = 2 + 14 * hardness;
  const half = Math.tanh(slope / 2);
  return (base + 0.5 + Math.tanh(slope * (scaled - base - 0.5)) / (2 * half)) / tones;
}

/** Repaints the sky in place: a vertical gradient of its own colours, and its clouds in soft steps. */
function repaintSky({ width, height, planes }: Planes, sky: Plane, strength: number): void {
  if (strength <= 0) return;
  const gradient = skyGradient({ width, height, planes }, sky);
  if (!gradient) return;
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const whiteness = { width, height, data: new Float32Array(width * height) };
  const unobstructed = new Float32Array(width * height);
  for (let i = 0; i < whiteness.data.length; i++) {
    if (sky.data[i]! < 0.01) continue;
    const at = 3 * Math.floor(i / width);
    // Clouds are less blue than the clear sky and not darker, or they are brighter.
    const missingBlue = gradient[at + 2]! - gradient[at]! - (blue[i]! - red[i]!);
    const brighter = (red[i]! + green[i]! + blue[i]! - gradient[at]! - gradient[at + 1]! - gradient[at + 2]!) / 3;
    const notDarker = smoothstep(-0.06, 0.02, brighter);
    whiteness.data[i] = smoothstep(0.05, 0.45, notDarker * Math.max(missingBlue, 0) + 0.8 * Math.max(brighter, 0));
    // Much darker pixels are masts and wires in front of the sky.
    unobstructed[i] = smoothstep(-0.16, -0.06, brighter);
  }
  const clouds = gaussianBlur(whiteness, width / 1000);
  for (let i = 0; i < whiteness.data.length; i++) {
    const amount = strength * sky.data[i]! * unobstructed[i]!;
    if (amount < 0.01) continue;
    const at = 3 * Math.floor(i / width);
    const w = clouds.data[i]!;
    const cloud = 0.35 * w + 0.65 * softQuantise(Math.min(0.999, w), 4, 0.5);
    const cloudColour = [0.985, 0.99, 1] as const;
    for (const c of [0, 1, 2] as const) {
      const clean = gradient[at + c]! + (cloudColour[c] - gradient[at + c]!) * cloud;
      planes[c]![i] = planes[c]![i]! + (clean - planes[c]![i]!) * amount;
    }
  }
}

/** Colour of the clear sky in each row (RGB, row by row), smoothed over rows; null without sky. */
function skyGradient({ width, height, planes }: Planes, sky: Plane): Float32Array | null {
  const sums = new Float64Array(4 * height);
  for (let i = 0; i < sky.data.length; i++) {
    if (sky.data[i]! < 0.5) continue;
    const [r, b] = [planes[0]![i]!, planes[2]![i]!];
    // Weight by blueness, so that clouds do not whiten the gradient.
    const weight = sky.data[i]! * (0.01 + Math.max(0, b - r)) ** 2;
    const at = 4 * Math.floor(i / width);
    for (const c of [0, 1, 2]) sums[at + c] = sums[at + c]! + weight * planes[c]![i]!;
    sums[at + 3] = sums[at + 3]! + weight;
  }
  if (!sums.some((value) => value > 0)) return null;
  const gradient = new Float32Array(3 * height);
  const reach = height / 6;
  // A smoothed running mean in both directions: y' = (sum of neighbours by distance) / (sum of their weights).
  const smoothedSums = decayingSums(sums, height, Math.exp(-1 / reach));
  for (let y = 0; y < height; y++)
    for (const c of [0, 1, 2]) gradient[3 * y + c] = smoothedSums[4 * y + c]! / smoothedSums[4 * y + 3]!;
  return gradient;
}

/** Sums over all rows, each weighted by `decay` to the power of its distance (two recursive passes). */
function decayingSums(sums: Float64Array, height: number, decay: number): Float64Array {
  const out = Float64Array.from(sums);
  for (const direction of [1, -1]) {
    const carried = [0, 0, 0, 0];
    for (let n = 0; n < height; n++) {
      const y = direction > 0 ? n : height - 1 - n;
      for (let c = 0; c < 4; c++) {
        out[4 * y + c] = out[4 * y + c]! + carried[c]!;
        carried[c] = (carried[c]! + sums[4 * y + c]!) * decay;
      }
    }
  }
  return out;
}
