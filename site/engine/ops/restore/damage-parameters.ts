import type { Hues } from './monochrome.ts';

/** Parameters of the damage detector. Logits are natural log-odds of damage; lengths are pixels at `DAMAGE_SIDE_PX`. */
export type DamageParameters = {
  /** Change of a component's seed logit between sensitivity 0 and 1; `followLogit` changes by half of it. */
  readonly sensitivityRangeLogit: number;
  /** Hysteresis (Canny 1986): a component needs one pixel at its seed logit, and grows over all pixels above `followLogit`. */
  readonly followLogit: number;
  readonly seedLogit: {
    /** In a monochrome picture. */
    readonly monochrome: number;
    /** In a colour picture, for components that differ from the background by white or black in all channels alike. */
    readonly neutral: number;
    /** In a colour picture, for components with a colour of their own. */
    readonly tinted: number;
  };
  /** Neutrality (0..1, `neutralityOf`) that separates neutral from tinted components. */
  readonly minNeutrality: number;
  /**
   * Maximum fraction of the picture that is damaged. Where the network takes most of a picture for damage, such as a drawing of
   * few colours, no undamaged part shows what damage is. By definition, not measured.
   */
  readonly maxFraction: number;
  /** Smallest component, in pixels. */
  readonly minAreaPx: number;
  /**
   * A picture with too few witnesses (`countWitnesses`) and too few certain pixels counts as undamaged, and its thresholds
   * rise. Both count as fractions of what is enough, and are added.
   */
  readonly witnesses: {
    /** Logit of a certain pixel. */
    readonly certainLogit: number;
    /** Maximum fraction of a witness's surroundings that resemble it. */
    readonly maxAttachment: number;
    /** Number of witnesses from which thresholds do not rise at all. */
    readonly enough: number;
    /** Fraction of certain pixels from which thresholds do not rise at all. */
    readonly enoughCertain: number;
    /** Rise of all thresholds in a picture without a witness and without a certain pixel; none at sensitivity 1. */
    readonly penaltyLogit: number;
    /**
     * Fraction 0..1 of that rise which the hues of the picture make up for: a toned print is old, which is evidence as well; a grey
     * picture may be.
     */
    readonly certainty: { readonly [hues in Hues]: number };
  };
  readonly strokeEnds: {
    /** Radius around a pixel in which the centroid of its component is measured. */
    readonly radiusPx: number;
    /** Radius for the direction of the stroke. */
    readonly directionRadiusPx: number;
    /** Distance of that centroid from an end; half of `radiusPx` for a thin stroke. */
    readonly minCentroidOffsetPx: number;
    /** Shortest longer side of a stroke's bounding box. */
    readonly minLengthPx: number;
    readonly maxWidthPx: number;
  };
  readonly extension: {
    /** Changes of direction at the end of the stroke, in degrees. */
    readonly turnsDegrees: readonly number[];
    /** Curvatures of the arcs, in 1/pixel. */
    readonly curvatures: readonly number[];
    readonly maxLengthPx: number;
    /** Each pixel of an arc scores its logit, limited to `min..max`, minus `neutral`. */
    readonly logit: { readonly min: number; readonly max: number; readonly neutral: number };
    /** Score for a pixel lighter (or darker) than both sides by `height` (0..1 of luma), for the opposite, and for neither. */
    readonly ridge: { readonly height: number; readonly gain: number; readonly loss: number; readonly none: number };
    /** Sum of scores that an extension needs. */
    readonly minScore: number;
    /** Drop from the maximum of the running sum at which the search stops. */
    readonly maxScoreDrop: number;
  };
  /** Losses: even regions of bare paper (`losses.ts`). */
  readonly losses: {
    /** Difference 0..1 of a channel within a region; beyond its rim the picture is darker by more than twice as much. */
    readonly tolerance: number;
    /** Smallest region. The network finds smaller ones; what is smaller inside of a region is a speck on it. */
    readonly minAreaPx: number;
    /** Maximum fraction of the picture that is lighter than bare paper. */
    readonly maxLighterFraction: number;
    /** Minimum fraction of a region's rim at which the picture is darker by a step. */
    readonly minSharpFraction: number;
    /** Mean logit along a region's rim, if it touches the border of the picture, as torn parts do, and if it does not. */
    readonly minLogit: { readonly atBorder: number; readonly inside: number };
  };
};

/**
 * Chosen by hand on sixteen photographs with synthetic wear (`tests/quality/wear.ts`), of which benches use some; `witnesses` on
 * nine of the site's samples, its `certainty` of grey pictures on the selection set of `scripts/fit/photographs.mjs`. Reported on the 23 photographs of `scripts/fit/photographs.mjs`, on which no value was chosen: the
 * F-measure of damaged pixels is 0.785 there (central 224 pixels, seed 2) and 0.615 on the nine samples (seed 1). A fit on the
 * samples raises it to 0.788 and 0.620, too little to change values by. `losses` were chosen on 33 pictures of packages (photographs,
 * drawings, documents; scikit-image, scikit-learn, MATE) and quarters of them with generated tears, and reported on others
 * (`tests/bench/quality/README.md`).
 */
export const DAMAGE: DamageParameters = {
  sensitivityRangeLogit: 5,
  followLogit: -0.45,
  seedLogit: { monochrome: 3.05, neutral: 2.4, tinted: 5.7 },
  minNeutrality: 0.65,
  maxFraction: 0.5,
  minAreaPx: 3,
  witnesses: {
    certainLogit: 5,
    maxAttachment: 0.05,
    enough: 5,
    enoughCertain: 2e-3,
    penaltyLogit: 10,
    certainty: { toned: 1, grey: 0.85, colour: 0 },
  },
  strokeEnds: { radiusPx: 12, directionRadiusPx: 24, minCentroidOffsetPx: 4.2, minLengthPx: 18, maxWidthPx: 9 },
  extension: {
    turnsDegrees: [-8, -6, -4, -2, 0, 2, 4, 6, 8],
    curvatures: [-1 / 200, -1 / 400, 0, 1 / 400, 1 / 200],
    maxLengthPx: 160,
    logit: { min: -6, max: 2, neutral: 2 },
    ridge: { height: 5 / 255, gain: 5, loss: -5, none: -1.75 },
    minScore: 30,
    maxScoreDrop: 40,
  },
  losses: {
    tolerance: 0.04,
    minAreaPx: 250,
    maxLighterFraction: 0.05,
    minSharpFraction: 0.95,
    minLogit: { atBorder: -3, inside: 0 },
  },
};
