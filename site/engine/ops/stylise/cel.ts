import type { Plane, Planes } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { emptyPlanes, lumaPlane } from '../planes.ts';
import { clamp01, smoothstep } from '../scalars.ts';
import type { Ramp } from './areas-parameters.ts';
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

/** Parameters of cel-shading. Brightness and colours are 0..1. */
export type CelParameters = {
  /** Deviation of the Gaussian that smooths gentle gradients, in `unit`. */
  readonly smoothingUnits: number;
  /**
   * Gradient of brightness per unit: below `from`, noise would fray a step, so brightness is smoothed and the step keeps
   * only `softHardness` of its hardness; above `to`, steps have their full hardness.
   */
  readonly gentleSlope: Ramp & { readonly softHardness: number };
  /** Fraction of a pixel's step per hardness; all of it from 1 on. */
  readonly stepGain: number;
  /** Fraction of the range lost at the outermost levels that is restored. */
  readonly rangeRecovery: number;
  /** Reduction of the saturation gain for colours that are already saturated. */
  readonly saturationDamping: number;
  /** Fraction of the out-of-gamut part that is clipped; the rest is desaturated to keep the hue. */
  readonly clippedFraction: number;
  /** Reduction of steps, and of the saturation gain, on skin; and of steps in the repainted sky. */
  readonly skinDamping: { readonly steps: number; readonly saturation: number };
  readonly skyDamping: number;
  /** Maximum gain of chroma by brightening, and the brightness below which there is none. */
  readonly maxBrightening: number;
  readonly minBrightness: number;
  /** Brightness over which the palette's tint goes from its shadows to its light. */
  readonly tint: Ramp;
  /** Repainting of the sky, as differences from the colour of the clear sky in the same row. */
  readonly sky: {
    /** Clouds are not darker than this, and whiter than that; `brightness` is the weight of brightness beside blueness. */
    readonly notDarker: Ramp;
    readonly whiteness: Ramp;
    readonly brightness: number;
    /** Masts and wires in front of the sky are darker. */
    readonly unobstructed: Ramp;
    /** Fraction of a cloud's shading that stays continuous; the rest is quantised to `levels` of this hardness. */
    readonly continuous: number;
    readonly levels: number;
    readonly hardness: number;
    readonly cloud: Colour;
    /** Rows over which the clear sky's colour is averaged, as a fraction of the height. */
    readonly reach: number;
  };
};

/** Chosen by looking at results on the photographs that the tool's samples also show; no measure was optimised. */
export const CEL: CelParameters = {
  smoothingUnits: 6,
  gentleSlope: { from: 0.0004, to: 0.0018, softHardness: 0.3 },
  stepGain: 1.2,
  rangeRecovery: 0.6,
  saturationDamping: 0.7,
  clippedFraction: 0.5,
  skinDamping: { steps: 0.65, saturation: 0.4 },
  skyDamping: 0.9,
  maxBrightening: 3,
  minBrightness: 0.02,
  tint: { from: 0.15, to: 0.75 },
  sky: {
    notDarker: { from: -0.06, to: 0.02 },
    whiteness: { from: 0.05, to: 0.45 },
    brightness: 0.8,
    unobstructed: { from: -0.16, to: -0.06 },
    continuous: 0.35,
    levels: 4,
    hardness: 0.5,
    cloud: [0.985, 0.99, 1],
    reach: 1 / 6,
  },
};

/**
 * Cel-shades painted colours (RGB 0..1): quantises brightness, softly in gentle gradients (Winnemöller, Olsen and Gooch 2006)
 * and on skin; applies a palette; repaints the sky as a clean gradient with its clouds.
 */
export function celColours({ painted, skin, sky }: CelInput, options: CelOptions): Planes {
  const { tones, hardness, palette, skyStrength } = options;
  const { gentleSlope, skinDamping, tint: tintRamp } = CEL;
  const luma = lumaPlane(painted);
  const stretched = stretchTones(luma);
  const smoothed = gaussianBlur(stretched, CEL.smoothingUnits * options.unit);
  const slopes = gradientMagnitude(smoothed, options.unit);
  const out = emptyPlanes(painted, 3);
  const source = painted.planes as readonly Float32Array[];
  const channels = [0, 1, 2] as const;
  for (let i = 0; i < luma.data.length; i++) {
    const y = luma.data[i]!;
    const stepStrength = 1 - Math.max(skinDamping.steps * skin.data[i]!, CEL.skyDamping * skyStrength * sky.data[i]!);
    const slopeHardness = smoothstep(gentleSlope.from, gentleSlope.to, slopes.data[i]!);
    const bright = smoothed.data[i]! + (stretched.data[i]! - smoothed.data[i]!) * slopeHardness;
    const level = softQuantise(
      bright,
      tones,
      hardness * (gentleSlope.softHardness + (1 - gentleSlope.softHardness) * slopeHardness),
    );
    const step = level + (level - 0.5) * (CEL.rangeRecovery / (tones - 1));
    const stepped = bright + (step - bright) * Math.min(1, hardness * CEL.stepGain) * stepStrength;
    const toned = clamp01(stepped) ** palette.gamma;
    const [r, g, b] = [source[0]![i]! - y, source[1]![i]! - y, source[2]![i]! - y];
    const chromaRange = { max: Math.max(r, g, b), min: Math.min(r, g, b) };
    const saturation = Math.min(1, chromaRange.max - chromaRange.min);
    const saturationGain =
      (palette.saturation - 1) *
      (1 - skinDamping.saturation * skin.data[i]!) *
      (1 - CEL.saturationDamping * saturation);
    const gain = y > CEL.minBrightness ? Math.min(CEL.maxBrightening, toned / y) : 1;
    const chroma = chromaGainInGamut(toned, chromaRange, Math.sqrt(gain) * (1 + saturationGain));
    const lightness = smoothstep(tintRamp.from, tintRamp.to, toned);
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
  return factor <= bound ? factor : Math.max(bound, 0) + (factor - Math.max(bound, 0)) * CEL.clippedFraction;
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
  const { notDarker, whiteness: white, brightness, continuous, levels, hardness, cloud: cloudColour } = CEL.sky;
  for (let i = 0; i < whiteness.data.length; i++) {
    if (sky.data[i]! < 0.01) continue;
    const at = 3 * Math.floor(i / width);
    // Clouds are less blue than the clear sky and not darker, or they are brighter.
    const missingBlue = gradient[at + 2]! - gradient[at]! - (blue[i]! - red[i]!);
    const brighter = (red[i]! + green[i]! + blue[i]! - gradient[at]! - gradient[at + 1]! - gradient[at + 2]!) / 3;
    const bright = smoothstep(notDarker.from, notDarker.to, brighter);
    const whiter = bright * Math.max(missingBlue, 0) + brightness * Math.max(brighter, 0);
    whiteness.data[i] = smoothstep(white.from, white.to, whiter);
    // Much darker pixels are masts and wires in front of the sky.
    unobstructed[i] = smoothstep(CEL.sky.unobstructed.from, CEL.sky.unobstructed.to, brighter);
  }
  const clouds = gaussianBlur(whiteness, width / 1000);
  for (let i = 0; i < whiteness.data.length; i++) {
    const amount = strength * sky.data[i]! * unobstructed[i]!;
    if (amount < 0.01) continue;
    const at = 3 * Math.floor(i / width);
    const w = clouds.data[i]!;
    const cloud = continuous * w + (1 - continuous) * softQuantise(Math.min(0.999, w), levels, hardness);
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
  const reach = height * CEL.sky.reach;
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
