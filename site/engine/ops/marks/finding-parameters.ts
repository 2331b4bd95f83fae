/** Search of a lattice in the autocorrelation. */
export type LatticeParameters = {
  /** Longer side to which pictures are reduced. */
  readonly searchSidePx: number;
  /** Limit of the gradients of luma: edges of the picture count no more than faint ones. */
  readonly maxGradient: number;
  /** Overlap of the picture with its shifted copy, as a fraction, below which a shift is not measured. */
  readonly minOverlap: number;
  readonly peak: {
    /** Shorter shifts are skipped: every picture resembles itself there (leaves, bricks, windows). */
    readonly minDistancePx: number;
    readonly maxCount: number;
    /** Standard deviations above the median. */
    readonly minZScore: number;
  };
  /** Shortest vector of a lattice, and the sine of the angle between both. */
  readonly minVectorPx: number;
  readonly minSine: number;
  /** Multiples of each vector that are examined. */
  readonly maxMultiple: number;
  /** What a lattice needs: vectors, the fraction of them that are peaks, and the sum of limited z-scores over √count. */
  readonly evidence: {
    readonly minVectors: number;
    readonly minSignificantFraction: number;
    readonly minScore: number;
    readonly maxZScore: number;
  };
};

/** Mask of a repeated watermark by averaged gradients. */
export type RepetitionParameters = {
  readonly minRepetitions: number;
  /** Mean gradient in standard deviations. */
  readonly minZScore: number;
  readonly minAreaPx: number;
  /** Dilation that closes gaps. */
  readonly dilationPx: number;
  /** What the overlay network sees inside of the mask at least, relative to what it sees beside it. */
  readonly minDrawnRatio: number;
};

/** Tiles that label a cell, message passes and further rounds. */
export type TileEffort = { readonly tiles: number; readonly passes: number; readonly rounds: number };

/** Estimate of a repeated watermark. */
export type TileParameters = {
  /** Extent of the mask, as a fraction of both sides of the picture. */
  readonly minExtent: number;
  /** Number of tiles that are measured: bounded by their total size. */
  readonly measured: { readonly minTiles: number; readonly maxTiles: number; readonly maxPixels: number };
  /** A pixel of the cell may be covered if this fraction of the tiles is masked there. */
  readonly area: { readonly minMaskedFraction: number; readonly dilationPx: number };
  readonly hypothesis: TileEffort;
  readonly final: TileEffort;
  /** Alternations of strokes and overlay. */
  readonly rounds: number;
  /** Factor of the required confidence: the agreement of all tiles is evidence by itself. */
  readonly minConfidenceFactor: number;
  /** Pixels of the picture to which the overlay is fitted. */
  readonly overlayPixels: number;
  /** Parts in which the result is compared with an estimate without repetition. */
  readonly checkedParts: number;
  /** Contrast that this estimate leaves there at least if the result is right, as a fraction of what the result leaves. */
  readonly minOwnContrast: number;
  readonly opacity: {
    /** Rounds of back-projection, and the factor of each correction. */
    readonly rounds: number;
    readonly overrelaxation: number;
    readonly minVariance: number;
    /** Width of the strokes' rims. */
    readonly rimPx: number;
    /** Standard deviation of a tile's position. */
    readonly misplacementPx: number;
    /** Passes over each tile. */
    readonly passes: number;
    /** Lower opacities count as none; higher ones than this quantile of the others are limited to it. */
    readonly minOpacity: number;
    readonly maxQuantile: number;
    /** Regression coefficient from which on a tile has the watermark, and pixels of prior evidence that it has. */
    readonly minPresence: number;
    readonly presencePixels: number;
  };
};

/** Watermarks that several pictures share. */
export type CommonParameters = {
  /** Fewer pictures share too much by chance. */
  readonly minPictures: number;
  /** Longer side to which pictures are reduced for the search. */
  readonly searchSidePx: number;
  readonly edges: {
    /** Radius in which the mean gradient is measured, and 8-bit levels of noise that are added to it. */
    readonly radiusPx: number;
    readonly noiseLevels: number;
    /** Smallest gradient relative to that mean, and the fraction of chance edges above the threshold. */
    readonly minStrength: number;
    readonly chanceFraction: number;
  };
  /** Edge pixels of a region, and the factor by which one region exceeds the largest region of chance. */
  readonly region: { readonly minEdgePixels: number; readonly chanceFactor: number };
  /** Longest side of a part. */
  readonly maxSidePx: number;
  /** Strokes that are closer to the border of their box may continue beyond. */
  readonly borderPx: number;
  /** Distance from strokes in which further strokes are searched. */
  readonly strokeMarginPx: number;
  /** Pictures that determine the overlay, and the score of the edges (in deviations) of a picture that has it. */
  readonly overlayPictures: number;
  readonly minEdgeScore: number;
  /** Confidence in the watermark over all pictures, and in one picture. */
  readonly minConfidence: number;
  readonly minPictureConfidence: number;
  /** Alternations of strokes and overlay. */
  readonly rounds: number;
  /** Lower opacities count as none. */
  readonly minOpacity: number;
};

/** Areas of text. */
export type TextParameters = {
  readonly dilation: {
    /** Radius relative to area over perimeter. A DB detector shrinks text (Liao et al. 2020 use 1.5). */
    readonly areaFactor: number;
    /** Smallest radius, as a fraction of the picture's longer side. */
    readonly minFraction: number;
  };
  /** Mean probability of real text above the level; branches and bricks stay below. */
  readonly minMeanExcess: number;
  /** Drawn pixels of text that lies over the picture: their probability, as a fraction of its area, and their number. */
  readonly overlay: { readonly minProbability: number; readonly minFraction: number; readonly minPixels: number };
  /** Strokes that lead out of an area: their probability, their length relative to its dilation, their distance. */
  readonly strayStrokes: {
    readonly minProbability: number;
    readonly reachFactor: number;
    readonly maxDistanceHeights: number;
  };
  /** Lines along a side of the picture. */
  readonly signature: {
    readonly minLengthHeights: number;
    readonly maxDistanceHeights: number;
    /** Height, as a fraction of the picture's longer side. */
    readonly maxHeightFraction: number;
    /** Sine of the angle to the side. */
    readonly maxSine: number;
  };
};

/** Whole words around text. */
export type WordParameters = {
  /** Margins of a line in which letters are searched. */
  readonly windowHeights: { readonly along: number; readonly across: number };
  /** Samples along each side of a square whose median is the background. */
  readonly maxSamplesPerSide: number;
  readonly ink: {
    /** Fraction of a line's pixels that are strokes; ink differs from the background by this fraction of their contrast. */
    readonly strokeFraction: number;
    readonly minRelativeContrast: number;
    /** Smallest contrast of ink, in 8-bit levels. */
    readonly minLevels: number;
  };
  readonly letter: {
    readonly minHeights: number;
    readonly maxHeights: number;
    /** Height of a letter that the detector saw. */
    readonly maxSeenHeights: number;
    readonly maxLengthHeights: number;
    /** Distance from the letter before. */
    readonly maxGapHeights: number;
    /** Fraction of a letter, across the line, that lies on the line. */
    readonly minOverlap: number;
  };
  /** Dilation of the letters, for their soft edges. */
  readonly marginHeights: number;
};

/** Letters that continue a line of text. */
export type ContinuationParameters = {
  /** Section that is examined in each step, the progress that a step needs, and the margin beyond the last letter. */
  readonly aheadHeights: number;
  readonly minStepHeights: number;
  readonly marginHeights: number;
  readonly maxSteps: number;
  /** Gain per border pixel, and fraction of the section that letters cover. */
  readonly minGain: number;
  readonly coverage: { readonly min: number; readonly max: number };
  /** Confidence in the line's overlay. */
  readonly minConfidence: number;
};
