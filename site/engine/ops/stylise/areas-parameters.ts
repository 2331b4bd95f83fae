/** Bounds of a soft threshold: 0 below `from`, 1 above `to` (or the other way round). */
export type Ramp = { readonly from: number; readonly to: number };

/** Parameters of the detector of skin. Colours are luma, Cb and Cr for RGB in 0..1. */
export type SkinParameters = {
  /** Red difference (Cr) that begins to be skin, and that is too red. */
  readonly warm: Ramp;
  readonly tooWarm: Ramp;
  /** Blue difference (Cb) that begins to be skin, and that is too blue. */
  readonly pale: Ramp;
  readonly tooPale: Ramp;
  readonly luma: Ramp;
  /** Maximum fraction of skin-coloured pixels; above it the colour is the tint of an old print. */
  readonly maxFraction: number;
  /**
   * Maximum fraction of the picture that one component may cover; larger ones are sand, wood or a close-up that needs no
   * small dabs. `atBorder` applies to components that touch the border along more than their own width.
   */
  readonly maxSurfaceFraction: { readonly inside: number; readonly atBorder: number };
  /** Likelihood from which pixels belong to a component. */
  readonly minLikelihood: number;
  /** Blurred likelihood that closes eyes and mouths. */
  readonly face: Ramp;
};

/** Parameters of the detector of sky. Differences of channels and luma for RGB in 0..1. */
export type SkyParameters = {
  /** Longer side of the copy on which the sky is detected. */
  readonly sidePx: number;
  /** Clear sky: blue minus red, blue minus green, and luma. */
  readonly clear: { readonly blueMinusRed: Ramp; readonly blueMinusGreen: Ramp; readonly luma: Ramp };
  /** Clouds: luma, and blue minus red. */
  readonly cloud: { readonly luma: Ramp; readonly blueMinusRed: Ramp };
  /** Standard deviation of luma around a pixel that is too rough for sky, and the radius in which it is measured. */
  readonly rough: Ramp;
  readonly roughnessRadiusPx: number;
  /** Minimum fraction of the picture that is sky, and of the sky that is blue; below, it is a wall or a backdrop. */
  readonly minFraction: number;
  readonly minBlueFraction: number;
  /** Mean luma from which a component that the sky encloses is a cloud. */
  readonly minCloudLuma: number;
  /** Region growing from the upper border. */
  readonly growth: {
    /** Rows at the top from which the sky grows. */
    readonly seedRows: number;
    readonly minLikelihood: number;
    /** Maximum drop of luma below the running level of the sky: hills begin with a larger one. */
    readonly maxDrop: number;
    /** Fraction of a rise or drop by which the running level follows, per pixel. */
    readonly levelRate: { readonly up: number; readonly down: number };
  };
  /** Likelihood after the guided filter. */
  readonly edge: Ramp;
};

/**
 * The colour box is that of Chai and Ngan (1999) with soft bounds. The other values were chosen by looking at results on
 * photographs that the tool's samples and benches also show, not fitted on a set of their own: expect more errors on others.
 */
export const SKIN: SkinParameters = {
  warm: { from: 0.02, to: 0.045 },
  tooWarm: { from: 0.15, to: 0.19 },
  pale: { from: -0.2, to: -0.15 },
  tooPale: { from: -0.03, to: -0.01 },
  luma: { from: 0.15, to: 0.3 },
  maxFraction: 0.55,
  maxSurfaceFraction: { inside: 0.18, atBorder: 0.08 },
  minLikelihood: 0.25,
  face: { from: 0.1, to: 0.5 },
};

/** Chosen as those of `SKIN` were: by looking, on photographs that are also reported on. */
export const SKY: SkyParameters = {
  sidePx: 240,
  clear: {
    blueMinusRed: { from: 0, to: 0.06 },
    blueMinusGreen: { from: -0.05, to: 0 },
    luma: { from: 0.02, to: 0.08 },
  },
  cloud: { luma: { from: 0.62, to: 0.8 }, blueMinusRed: { from: -0.03, to: 0.01 } },
  rough: { from: 0.03, to: 0.07 },
  roughnessRadiusPx: 2,
  minFraction: 0.04,
  minBlueFraction: 0.25,
  minCloudLuma: 0.62,
  growth: { seedRows: 3, minLikelihood: 0.4, maxDrop: 0.045, levelRate: { up: 0.2, down: 0.02 } },
  edge: { from: 0.3, to: 0.8 },
};
