/** How masks are cut into patches. */
export type PatchParameters = {
  /** Side of the grid cells; selected pixels in adjacent cells belong to one watermark. */
  readonly cellPx: number;
  /** Longest side of a patch; longer ones are split. */
  readonly maxSidePx: number;
  /** Margin of the picture around a watermark. */
  readonly marginPx: number;
};

/** Fit of colour and opacity to the borders of strokes. */
export type OverlayParameters = {
  /** Pairs of pixels that a fit needs, and that it samples at most. */
  readonly minPairs: number;
  readonly maxPairs: number;
  /** Residual of a channel from which on a pair counts as an edge of the picture. */
  readonly outlier: number;
  /** The same while the opacity of a white or black overlay is refined: only pairs with nearly equal backgrounds count. */
  readonly refinementOutlier: number;
  /** Residual that rounding to 8 bits explains. */
  readonly rounding: number;
  /** Opacities that are tried, then steps around the best. */
  readonly opacityGrid: {
    readonly min: number;
    readonly max: number;
    readonly step: number;
    readonly refinements: readonly number[];
  };
  /** Cost of full opacity. On an even picture many opacities fit; a low one does the least harm. */
  readonly opacityCost: number;
  /** White or black is preferred if it costs less than `costFactor` times the cost of a free colour plus `costMargin`. */
  readonly neutral: { readonly costFactor: number; readonly costMargin: number };
};

/** Consensus of edges on an overlay. */
export type EdgeParameters = {
  /** Distances from an edge to pixels of the overlay (beyond soft rims, within thin strokes). */
  readonly insideDistancesPx: readonly number[];
  /** Distance from an edge to a pixel beside the overlay. */
  readonly outsideDistancePx: number;
  /** Smallest slope of luma per pixel, and smallest sum of the channels' differences, that make an edge. */
  readonly minSlope: number;
  readonly minJump: number;
  /** Residual (sum of the channels) up to which an overlay explains an edge: a minimum, and a fraction of its jump. */
  readonly tolerance: { readonly min: number; readonly jumpFraction: number };
  /** Pairs of colours that are sampled, and random hypotheses from two of them. */
  readonly maxPairs: number;
  readonly hypotheses: number;
  /** Squared distance of two outer colours that determines an opacity. */
  readonly minSquaredDistance: number;
  /** Lowest opacity of a hypothesis. */
  readonly minOpacity: number;
  /** Step of the opacities that are tried for white and black. */
  readonly opacityStep: number;
  /** Colour that a hypothesis may have outside of 0..1. */
  readonly colourSlack: number;
  /** Weight of white and black relative to other colours. */
  readonly neutralWeight: number;
  /** Decrease of a coloured hypothesis' weight at full opacity: it explains any two even areas. */
  readonly opacityPenalty: number;
  /** Edges added to the variance of a score, so that a few edges give no high score. */
  readonly regularisation: number;
  /** Candidates that are labelled, and their score as a fraction of the best. */
  readonly maxCandidates: number;
  readonly minScoreFraction: number;
  /** Differences from which on two overlays are distinct candidates. */
  readonly distinct: { readonly opacity: number; readonly colour: number };
};

/** Costs of labelling a pixel as covered. */
export type CostParameters = {
  /** Colours that cannot be below the overlay cost the square of their excess over `tolerance`, at most `max`. */
  readonly impossible: { readonly max: number; readonly tolerance: number };
  /** Weight of the overlay network's log-odds, and their bounds. */
  readonly drawn: { readonly weight: number; readonly maxGain: number; readonly maxCost: number };
  /** Squared whitened length of a colour difference that costs half of the maximum. */
  readonly halfCostSquares: number;
};

/** Evidence of the colours beside the mask. */
export type PaletteParameters = {
  readonly binsPerChannel: number;
  /** Count added to every bin: a fraction of the pixels outside of the mask, plus pixels. */
  readonly smoothing: { readonly fraction: number; readonly pixels: number };
  /** Cost of a log-ratio of 1, and the largest cost. */
  readonly weight: number;
  readonly maxCost: number;
  /** Log-ratio that is ignored for an invisible overlay; decreases to 0 at half opacity. */
  readonly chanceLogRatio: number;
};

/** Covariance of the colour differences around a pixel. */
export type WhiteningParameters = {
  /** Standard deviation of noise. */
  readonly noise: number;
  /** Part of the covariance around a pixel that counts as texture. */
  readonly covarianceFactor: number;
  readonly radiusPx: number;
  /** Distance of compared pixels, and the difference from which on it no longer counts more. */
  readonly stepPx: number;
  readonly maxDifference: number;
};

export type LabellingParameters = {
  /** Cost of a border between two adjacent pixels. */
  readonly borderCost: number;
  /** Cost of a stroke's end where the contour continues, for an opaque overlay. Labels of pale overlays are less certain. */
  readonly strokeEndCost: number;
  /** Message passes of each further round. */
  readonly passesPerRound: number;
};

/** Structure tensor of the labels. */
export type ContourParameters = {
  readonly smoothingRadiusPx: number;
  readonly tensorRadiusPx: number;
  /** Squared slope that counts as no contour. */
  readonly minSquaredSlope: number;
};

/** Search of the strokes inside a mask. */
export type StrokeParameters = {
  /** Message passes for a hypothesis and for the result; further rounds for the result. */
  readonly passes: { readonly hypothesis: number; readonly final: number };
  readonly finalRounds: number;
  /** Gain of the refitted overlay, relative to the best hypothesis, from which on it is preferred. */
  readonly minRefinedGain: number;
  /** Gain per border pixel, times the score of the edges, of a certain watermark; chance seldom reaches a tenth. */
  readonly certainGain: number;
  /** Below this opacity, un-blending does less harm than filling even if the borders disagree or strokes remain visible. */
  readonly maxPaleOpacity: number;
  /** Difference of two overlays over black and over white at which their agreement falls to 1 / e. */
  readonly agreementTolerance: number;
  /** Fraction of the mask that strokes cover. */
  readonly minCoverage: number;
  /** The mask is taken as the strokes if its borders reach this confidence; coloured overlays count less. */
  readonly mask: { readonly minConfidence: number; readonly colouredWeight: number };
  /** Weight of coloured overlays: lines of the picture resemble one more often than white or black. */
  readonly colouredWeight: number;
  /** Probability of the overlay network from which on a pixel is a stroke. */
  readonly minDrawnProbability: number;
};

/** Opacities at soft borders. */
export type OpacityParameters = {
  /** Radius in which neighbours are evidence of a pixel's background. */
  readonly neighbourRadiusPx: number;
  /** Standard deviation of a colour by noise and rounding. */
  readonly noise: number;
  /** Added variance, relative to the squared variance of the background: mixed colours at edges lie off the line. */
  readonly edgeVariance: number;
  /** Standard deviation of the best measurement. */
  readonly minDeviation: number;
  /** Passes; from the second on, measured pixels are evidence for their neighbours. */
  readonly passes: number;
  /** Cubed distance (px³) to which a neighbour of relative variance 1 is equivalent. */
  readonly neighbourVarianceFactor: number;
  /** Probability that a pixel next to the border, and one further, is covered wholly or not at all. */
  readonly wholeProbability: readonly number[];
  /** Fraction of the opacity by which a measurement may lie outside of its range. */
  readonly overshoot: number;
};

/** Pooling of opacities over pixels of the same shape. */
export type PoolingParameters = {
  /** Standard deviation within a group, relative to the opacity. */
  readonly minDeviation: number;
  /** Prior of a group's variance: a fraction of its parent's, with the weight of that many observations. */
  readonly prior: { readonly varianceFraction: number; readonly count: number };
  readonly rounds: number;
};

export type UnblendingParameters = {
  /** Picture around a mask that shows which edges and colours occur by chance. */
  readonly contextPx: number;
  /** Gain per border pixel from which on a part has the overlay of an earlier part. */
  readonly minSharedGain: number;
  /** Gain or confidence of the shared overlay, relative to the part's own, from which on it is preferred. */
  readonly minSharedFraction: number;
  /** Cells whose strokes, once un-blended, are rougher than the pixels beside them by this factor are filled. */
  readonly visible: { readonly cellPx: number; readonly roughness: number };
};

/** Watermarks in regions so small that filling does little harm. */
export type SmallMarkParameters = {
  /** Height of a small region: the larger of a fraction of the picture's longer side and of pixels. */
  readonly maxHeight: { readonly fraction: number; readonly pixels: number };
  readonly minDrawnProbability: number;
  /** Letters that the network drew are filled with their rims if they reach across this fraction of the region. */
  readonly letters: { readonly minProbability: number; readonly rimPx: number; readonly minCoverage: number };
  /** Distance over which contrast and texture are measured: beyond soft rims. */
  readonly comparisonPx: number;
  /** Smallest visible contrast, as a length in RGB. */
  readonly minContrast: number;
};
