import type { Colour } from '../../engine/ops/planes.ts';

export type Style = {
  /** Radii of dabs at full strength, in units. */
  readonly dabs: readonly number[];
  /** Tone levels added to those of the option. */
  readonly tones: number;
  readonly hardness: number;
  readonly saturation: number;
  readonly gamma: number;
  /** Brightness of black, 0..1. */
  readonly lift: number;
  readonly shadow: Colour;
  readonly light: Colour;
  readonly line: { readonly sigma: number; readonly along: number; readonly threshold: number; readonly gain: number };
  readonly ink: Colour;
  readonly inkTransparency: number;
};

export const STYLES: { readonly [name: string]: Style } = {
  /** Film: clear tone levels, thin tinted lines, cool shadows. */
  cel: {
    dabs: [9, 7],
    tones: 0,
    hardness: 0.8,
    saturation: 1.45,
    gamma: 0.85,
    lift: 0.03,
    shadow: [0.9, 0.92, 1.1],
    light: [1.03, 1, 0.97],
    line: { sigma: 1.3, along: 6, threshold: 0.005, gain: 55 },
    ink: [0.12, 0.08, 0.16],
    inkTransparency: 0.35,
  },
  /** Printed page: three tone levels, faded colours, heavy black lines. */
  ink: {
    dabs: [9, 8],
    tones: -3,
    hardness: 1,
    saturation: 0.5,
    gamma: 1.1,
    lift: 0,
    shadow: [0.92, 0.92, 1],
    light: [1.03, 1.01, 0.96],
    line: { sigma: 2.4, along: 8, threshold: 0.004, gain: 80 },
    ink: [0.03, 0.03, 0.06],
    inkTransparency: 0,
  },
  /** Watercolour: light, soft tone levels, faint coloured lines. */
  pastel: {
    dabs: [11, 8],
    tones: 1,
    hardness: 0.3,
    saturation: 0.95,
    gamma: 0.62,
    lift: 0.26,
    shadow: [1, 0.98, 1.08],
    light: [1.02, 1.01, 1],
    line: { sigma: 1, along: 6, threshold: 0.005, gain: 32 },
    ink: [0.35, 0.28, 0.38],
    inkTransparency: 0.5,
  },
};

/** Changes of a palette to the colours of a style: factors, except `gamma`, which is an exponent. */
export type PaletteChange = {
  readonly saturation: number;
  readonly gamma: number;
  readonly shadow: Colour;
  readonly light: Colour;
};

export const PALETTES: { readonly [name: string]: PaletteChange } = {
  natural: { saturation: 1, gamma: 1, shadow: [1, 1, 1], light: [1, 1, 1] },
  vivid: { saturation: 1.35, gamma: 0.95, shadow: [1, 1, 1.03], light: [1.02, 1.01, 1] },
  warm: { saturation: 1.08, gamma: 0.97, shadow: [1.1, 0.97, 0.86], light: [1.06, 1, 0.86] },
  cool: { saturation: 0.98, gamma: 1, shadow: [0.88, 0.98, 1.12], light: [0.92, 1, 1.05] },
  night: { saturation: 0.75, gamma: 1.7, shadow: [0.55, 0.66, 1.15], light: [0.74, 0.84, 1.02] },
};

export const CEL = STYLES.cel as Style;
export const NATURAL = PALETTES.natural as PaletteChange;
