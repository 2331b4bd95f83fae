import type { Facts, OpContext, OpTable, Pixels, Plane, Planes } from '../../types.ts';
import { inBands, inLongBands } from '../bands.ts';
import { cropPixels } from '../crop.ts';
import { rgbToYcc, yccToRgb } from '../deblur/colour.ts';
import { type BlurEstimate, estimateBlur } from '../deblur/estimate.ts';
import { type BlurModel, kernelOf } from '../deblur/kernels.ts';
import { richardsonLucy } from '../deblur/richardson-lucy.ts';
import { priorWeight, sparseDeconvolution } from '../deblur/sparse.ts';
import { wiener } from '../deblur/wiener.ts';
import { windowMargin } from '../deblur/windows.ts';
import { replaceHiddenColours } from '../hidden-colours.ts';
import { pixelLuma, planeOf, rgbPlanes, stackPlanes } from '../planes.ts';
import { drain, scaleProgress } from '../progress.ts';
import { sharpen } from '../sharpen/unsharp.ts';

type WithPicture = { readonly picture: Pixels };
type WithBlur = { readonly blur: Facts };

/** The blur to remove; null selects the measured one. */
type WithModel = { readonly model: BlurModel | null };

export type WienerParams = WithModel & {
  /** Factor on the measured noise: 1 is neutral, more gives a smoother result. */
  readonly regularisation: number;
};

export type LucyParams = WithModel & { readonly iterations: number; readonly regularisation: number };

/** Minimum standard deviation (pixels) and confidence of a measured blur; below, the picture counts as sharp. */
const MIN_BLUR = { sigma: 0.7, confidence: 0.15 } as const;

/**
 * Minimum noise-to-signal ratio by kind of blur. A line blocks some frequencies entirely, so that content beyond the border
 * and deviations from a straight path act as noise; measured on photographs.
 */
const MIN_NOISE_TO_SIGNAL = { gaussian: 0, defocus: 0, motion: 0.01, path: 0.01 } as const;

/** Side of the central crop whose gradients represent the picture. */
const SAMPLE_SIDE_PX = 384;

/** Sharpening of a picture whose blur cannot be measured. The radius suits blurs of σ 1.5 to 3 pixels best on the `selection` of `scripts/fit`. */
const FALLBACK_SHARPENING = { strength: 1, radius: 2.5, threshold: 0.01 } as const;

export const deblurOps = {
  /** Measures the blur: facts `kind` (`none` if sharp), its parameters, `noiseToSignal`, `confidence`. */
  'deblur.measure': ({ picture }: WithPicture): Facts =>
    factsOf(estimateBlur(pixelLuma(replaceHiddenColours(picture)))),

  /** Wiener deconvolution; sharpens a picture whose blur cannot be measured. */
  'deblur.wiener': async (
    { picture, blur }: WithPicture & WithBlur,
    params: WienerParams,
    context: OpContext,
  ): Promise<Pixels> => {
    const model = params.model ?? modelOf(blur);
    if (!model) return sharpened(picture, context);
    const kernel = kernelOf(model);
    // A factor of four avoids worm-like artefacts in flat areas at little cost in sharpness.
    const noiseToSignal = Math.max(4 * noiseOf(blur), MIN_NOISE_TO_SIGNAL[model.kind]) * params.regularisation;
    return drain(
      inLongBands(picture, bandFor(kernel), (band) => wiener(rgbPlanes(band), { kernel, noiseToSignal })),
      context,
    );
  },

  /**
   * Deconvolution of luma with a sparse prior, which avoids ringing, and of chroma by the Wiener filter. Sharpens a picture
   * whose blur cannot be measured.
   */
  'deblur.sparse': async (
    { picture, blur }: WithPicture & WithBlur,
    params: WienerParams,
    context: OpContext,
  ): Promise<Pixels> => {
    const model = params.model ?? modelOf(blur);
    if (!model) return sharpened(picture, context);
    const kernel = kernelOf(model);
    const noiseToSignal = Math.max(noiseOf(blur), MIN_NOISE_TO_SIGNAL[model.kind] / 4) * params.regularisation;
    const smoother = { kernel, noiseToSignal: 4 * noiseToSignal };
    const centre = replaceHiddenColours(cropCentre(picture));
    const sample = await drain(wiener(stackPlanes([pixelLuma(centre)]), smoother), context, { from: 0, to: 0.05 });
    const weight = priorWeight(planeOf(sample, 0), noiseToSignal);
    const restore = byLumaAndChroma({
      luma: (plane) => sparseDeconvolution(plane, { kernel, weight }),
      chroma: (planes) => wiener(planes, smoother),
      lumaFraction: 0.7,
    });
    return drain(inLongBands(picture, bandFor(kernel), restore), context, { from: 0.05, to: 1 });
  },

  /** Richardson–Lucy deconvolution of luma, Wiener deconvolution of chroma. */
  'deblur.richardson-lucy': async (
    { picture, blur }: WithPicture & WithBlur,
    params: LucyParams,
    context: OpContext,
  ): Promise<Pixels> => {
    const model = params.model ?? modelOf(blur);
    if (!model) return sharpened(picture, context);
    const kernel = kernelOf(model);
    const { iterations, regularisation } = params;
    const noiseToSignal = Math.max(1e-3, 4 * noiseOf(blur));
    const restore = byLumaAndChroma({
      luma: (plane) => richardsonLucy(plane, { kernel, iterations, regularisation }),
      chroma: (planes) => wiener(planes, { kernel, noiseToSignal }),
      lumaFraction: 0.9,
    });
    return drain(inLongBands(picture, bandFor(kernel), restore), context);
  },
} as const satisfies OpTable;

/** Rows that are deconvolved at once; pictures up to this height are one band. */
const BAND_ROWS = 1024;

/** Bands with the rows around them that the windows of a kernel read. */
const bandFor = ({ width }: Plane) => ({ rows: BAND_ROWS, margin: windowMargin((width - 1) / 2) });

const sharpened = (picture: Pixels, context: OpContext): Promise<Pixels> =>
  drain(
    inBands([picture], SHARPENED_BAND, ([band]) => sharpen(rgbPlanes(band), FALLBACK_SHARPENING)),
    context,
  );

/** The sharpener reads this many rows beyond a band, at most. */
const SHARPENED_BAND = { rows: 256, margin: 64 } as const;

type Restoration = {
  readonly luma: (plane: Planes) => Generator<number, Planes>;
  readonly chroma: (planes: Planes) => Generator<number, Planes>;
  /** Fraction of the time that luma takes. */
  readonly lumaFraction: number;
};

/** Restores luma and chroma of a picture by methods of their own. */
function byLumaAndChroma({ luma, chroma, lumaFraction }: Restoration) {
  return function* (picture: Pixels): Generator<number, Planes> {
    const ycc = rgbToYcc(rgbPlanes(picture));
    const sharp = yield* scaleProgress(luma(stackPlanes([planeOf(ycc, 0)])), 0, lumaFraction);
    const smooth = stackPlanes([planeOf(ycc, 1), planeOf(ycc, 2)]);
    const colour = yield* scaleProgress(chroma(smooth), lumaFraction, 1);
    return yccToRgb({ ...ycc, planes: [...sharp.planes, ...colour.planes] });
  };
}

function factsOf({ model, noiseToSignal, confidence }: BlurEstimate): Facts {
  const isBlurred = confidence >= MIN_BLUR.confidence && !(model?.kind === 'gaussian' && model.sigma < MIN_BLUR.sigma);
  const parameters = isBlurred && model && model.kind !== 'path' ? model : { kind: 'none' };
  return { facts: { ...parameters, noiseToSignal, confidence } };
}

/** The central crop of a picture, at most `SAMPLE_SIDE_PX` wide and high. */
function cropCentre(picture: Pixels): Pixels {
  const [width, height] = [Math.min(picture.width, SAMPLE_SIDE_PX), Math.min(picture.height, SAMPLE_SIDE_PX)];
  return cropPixels(picture, { x: (picture.width - width) >> 1, y: (picture.height - height) >> 1, width, height });
}

function noiseOf({ facts }: Facts): number {
  return typeof facts.noiseToSignal === 'number' ? facts.noiseToSignal : 1e-3;
}

/** Reads the model from the facts of `deblur.measure`; null if the picture is sharp. */
export function modelOf({ facts }: Facts): BlurModel | null {
  const { kind, sigma, radius, length, angle } = facts;
  if (kind === 'gaussian' && typeof sigma === 'number') return { kind, sigma };
  if (kind === 'defocus' && typeof radius === 'number') return { kind, radius };
  if (kind === 'motion' && typeof length === 'number' && typeof angle === 'number') return { kind, length, angle };
  return null;
}
