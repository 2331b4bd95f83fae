import type { Plane, Planes } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { type Colour, emptyPlanes, lumaPlane } from '../planes.ts';
import { clamp01, lerp, smoothstep } from '../scalars.ts';
import type { Ramp } from './areas-parameters.ts';
import { repaintSky } from './repaint-sky.ts';
import { tonedSkin } from './skin-tones.ts';
import { softQuantise } from './soft-quantise.ts';
import { stretchTones } from './tone.ts';

export type Palette = {
  /** Factor of saturation; 1 is neutral. */
  readonly saturation: number;
  /** Exponent on brightness. */
  readonly gamma: number;
  /** Brightness of black, 0..1. */
  readonly lift: number;
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

export type CelInput = {
  /** RGB planes from `paint`. */
  readonly painted: Planes;
  /** From `peoplePlanes`. */
  readonly faces: Plane;
  readonly skin: Plane;
  readonly owners: Plane;
  /** Likelihood, 0..1. */
  readonly sky: Plane;
  /** From `textureOf`. */
  readonly texture: Plane;
};

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
  /** Fraction of the range lost at the lightest level that is restored; shadows stay lighter than black. */
  readonly rangeRecovery: number;
  /** Reduction of the saturation gain for colours that are already saturated. */
  readonly saturationDamping: number;
  /** Fraction of the out-of-gamut part that is clipped; the rest is desaturated to keep the hue. */
  readonly clippedFraction: number;
  /** Texture from which steps would fray, and their reduction there, on faces, and in the repainted sky. */
  readonly texture: Ramp;
  readonly stepDamping: { readonly texture: number; readonly faces: number; readonly sky: number };
  /** Reduction of the saturation gain on faces and skin. */
  readonly skinDamping: number;
  /** Maximum gain of chroma by brightening, and the brightness below which there is none. */
  readonly maxBrightening: number;
  readonly minBrightness: number;
  /** Brightness over which the palette's tint goes from its shadows to its light. */
  readonly tint: Ramp;
};

/**
 * Chosen by looking at results on the photographs that the tool's samples also show, and those about texture on ten others;
 * no measure was optimised.
 */
export const CEL: CelParameters = {
  smoothingUnits: 6,
  gentleSlope: { from: 0.0004, to: 0.0018, softHardness: 0.3 },
  stepGain: 1.2,
  rangeRecovery: 0.6,
  saturationDamping: 0.7,
  clippedFraction: 0.5,
  texture: { from: 0.008, to: 0.03 },
  stepDamping: { texture: 0.85, faces: 0.65, sky: 0.9 },
  skinDamping: 0.4,
  maxBrightening: 3,
  minBrightness: 0.02,
  tint: { from: 0.15, to: 0.75 },
};

/**
 * Cel-shades painted colours (RGB 0..1): quantises brightness, softly in gentle gradients (Winnemöller, Olsen and Gooch
 * 2006), on faces and in texture; evens skin; applies a palette; repaints the sky as a clean gradient with its clouds.
 */
export function celColours({ painted, faces, skin, owners, sky, texture }: CelInput, options: CelOptions): Planes {
  const { tones, hardness, palette, skyStrength } = options;
  const { gentleSlope, stepDamping, tint: tintRamp } = CEL;
  const luma = lumaPlane(painted);
  const stretched = stretchTones(tonedSkin(luma, { skin, owners }, options.unit));
  const smoothed = gaussianBlur(stretched, CEL.smoothingUnits * options.unit);
  const slopes = gradientMagnitude(smoothed, options.unit);
  const out = emptyPlanes(painted, 3);
  const source = painted.planes as readonly Float32Array[];
  const channels = [0, 1, 2] as const;
  for (let i = 0; i < luma.data.length; i++) {
    const y = luma.data[i]!;
    const damping = Math.max(
      skin.data[i]!,
      stepDamping.faces * faces.data[i]!,
      stepDamping.sky * skyStrength * sky.data[i]!,
      stepDamping.texture * smoothstep(CEL.texture.from, CEL.texture.to, texture.data[i]!),
    );
    const slopeHardness = smoothstep(gentleSlope.from, gentleSlope.to, slopes.data[i]!);
    const bright = smoothed.data[i]! + (stretched.data[i]! - smoothed.data[i]!) * slopeHardness;
    const level = softQuantise(
      bright,
      tones,
      hardness * (gentleSlope.softHardness + (1 - gentleSlope.softHardness) * slopeHardness),
    );
    const step = level + Math.max(0, level - 0.5) * (CEL.rangeRecovery / (tones - 1));
    const stepped = bright + (step - bright) * Math.min(1, hardness * CEL.stepGain) * (1 - damping);
    const toned = lerp(palette.lift, 1, clamp01(stepped) ** palette.gamma);
    const [r, g, b] = [source[0]![i]! - y, source[1]![i]! - y, source[2]![i]! - y];
    const chromaRange = { max: Math.max(r, g, b), min: Math.min(r, g, b) };
    const saturation = Math.min(1, chromaRange.max - chromaRange.min);
    const saturationGain =
      (palette.saturation - 1) *
      (1 - CEL.skinDamping * Math.max(skin.data[i]!, faces.data[i]!)) *
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
