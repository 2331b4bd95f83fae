import type { Facts, OpContext, OpTable, Pixels, Plane, Planes } from '../../types.ts';
import { rgbToYcc, yccToRgb } from '../deblur/colour.ts';
import { type BlurEstimate, estimateBlur } from '../deblur/estimate.ts';
import { type BlurModel, kernelOf } from '../deblur/kernels.ts';
import { richardsonLucy } from '../deblur/richardson-lucy.ts';
import { priorWeight, sparseDeconvolution } from '../deblur/sparse.ts';
import { wiener } from '../deblur/wiener.ts';
import { lumaPlane, planeOf, rgbPlanes, stackPlanes } from '../planes.ts';
import { drain } from '../progress.ts';
import { sharpen } from '../sharpen/unsharp.ts';
import { withAlphaOf } from './enhance.ts';

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

/** Sharpening of a picture whose blur cannot be measured. */
const FALLBACK_SHARPENING = { strength: 1, radius: 1.5, threshold: 0.01 } as const;

export const deblurOps = {
  /** Measures the blur: facts `kind` (`none` if sharp), its parameters, `noiseToSignal`, `confidence`. */
  'deblur.measure': ({ picture }: WithPicture): Facts => factsOf(estimateBlur(lumaPlane(rgbPlanes(picture)))),

  /** Wiener deconvolution; sharpens a picture whose blur cannot be measured. */
  'deblur.wiener': async (
    { picture, blur }: WithPicture & WithBlur,
    params: WienerParams,
    context: OpContext,
  ): Promise<Pixels> => {
    const model = params.model ?? modelOf(blur);
    const planes = rgbPlanes(picture);
    if (!model) return withAlphaOf(picture, sharpen(planes, FALLBACK_SHARPENING));
    // A factor of four avoids worm-like artefacts in flat areas at little cost in sharpness.
    const noiseToSignal = Math.max(4 * noiseOf(blur), MIN_NOISE_TO_SIGNAL[model.kind]) * params.regularisation;
    const restored = await drain(wiener(planes, { kernel: kernelOf(model), noiseToSignal }), context);
    return withAlphaOf(picture, restored);
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
    const planes = rgbPlanes(picture);
    if (!model) return withAlphaOf(picture, sharpen(planes, FALLBACK_SHARPENING));
    const kernel = kernelOf(model);
    const ycc = rgbToYcc(planes);
    const noiseToSignal = Math.max(noiseOf(blur), MIN_NOISE_TO_SIGNAL[model.kind] / 4) * params.regularisation;
    const smoother = { kernel, noiseToSignal: 4 * noiseToSignal };
    const sample = await drain(wiener(stackPlanes([cropCentre(planeOf(ycc, 0))]), smoother), context, {
      from: 0,
      to: 0.05,
    });
    const weight = priorWeight(planeOf(sample, 0), noiseToSignal);
    const luma = await drain(sparseDeconvolution(stackPlanes([planeOf(ycc, 0)]), { kernel, weight }), context, {
      from: 0.05,
      to: 0.7,
    });
    const chroma = stackPlanes([planeOf(ycc, 1), planeOf(ycc, 2)]);
    const colour = await drain(wiener(chroma, smoother), context, { from: 0.7, to: 1 });
    const restored: Planes = { ...ycc, planes: [...luma.planes, ...colour.planes] };
    return withAlphaOf(picture, yccToRgb(restored));
  },

  /** Richardson–Lucy deconvolution of luma, Wiener deconvolution of chroma. */
  'deblur.richardson-lucy': async (
    { picture, blur }: WithPicture & WithBlur,
    params: LucyParams,
    context: OpContext,
  ): Promise<Pixels> => {
    const model = params.model ?? modelOf(blur);
    if (!model) return withAlphaOf(picture, sharpen(rgbPlanes(picture), FALLBACK_SHARPENING));
    const kernel = kernelOf(model);
    const planes = rgbPlanes(picture);
    const ycc = rgbToYcc(planes);
    const { iterations, regularisation } = params;
    const luma = stackPlanes([planeOf(ycc, 0)]);
    const sharp = await drain(richardsonLucy(luma, { kernel, iterations, regularisation }), context, {
      from: 0,
      to: 0.9,
    });
    const chroma = stackPlanes([planeOf(ycc, 1), planeOf(ycc, 2)]);
    const noiseToSignal = Math.max(1e-3, 4 * noiseOf(blur));
    const colour = await drain(wiener(chroma, { kernel, noiseToSignal }), context, { from: 0.9, to: 1 });
    const restored = yccToRgb({ ...ycc, planes: [...sharp.planes, ...colour.planes] });
    return withAlphaOf(picture, restored);
  },
} as const satisfies OpTable;

function factsOf({ model, noiseToSignal, confidence }: BlurEstimate): Facts {
  const isBlurred = confidence >= MIN_BLUR.confidence && !(model?.kind === 'gaussian' && model.sigma < MIN_BLUR.sigma);
  const parameters = isBlurred && model && model.kind !== 'path' ? model : { kind: 'none' };
  return { facts: { ...parameters, noiseToSignal, confidence } };
}

/** The central crop of a plane, at most `SAMPLE_SIDE_PX` wide and high. */
function cropCentre({ width, height, data }: Plane): Plane {
  const size = { width: Math.min(width, SAMPLE_SIDE_PX), height: Math.min(height, SAMPLE_SIDE_PX) };
  const [left, top] = [(width - size.width) >> 1, (height - size.height) >> 1];
  const out = new Float32Array(size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    const from = (y + top) * width + left;
    out.set(data.subarray(from, from + size.width), y * size.width);
  }
  return { ...size, data: out };
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
