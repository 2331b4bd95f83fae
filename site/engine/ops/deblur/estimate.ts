import type { Plane } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { mapTo } from '../map-to.ts';
import { blockNoise } from './blocks.ts';
import type { BlurModel } from './kernels.ts';
import { powerSpectrum, SPECTRUM_SIDE_PX } from './spectrum.ts';

export type BlurEstimate = {
  /** Null if the picture is sharp or too small to measure. */
  readonly model: BlurModel | null;
  /** Noise power over the power of the sharp picture's gradients, as in `WienerOptions`. */
  readonly noiseToSignal: number;
  /** Relative reduction of the cost against a fit without blur, 0..1. */
  readonly confidence: number;
};

/** Samples of the power spectrum. `across` and `down` are frequencies in cycles per pixel, `logF` the logarithm of their norm. */
type SpectrumSamples = {
  readonly across: Float64Array;
  readonly down: Float64Array;
  readonly logF: Float64Array;
  readonly logPower: Float64Array;
};

/** The sharp picture's log power, `level - slope · log f`, and the mean squared residual of the samples. */
type SpectrumFit = { readonly level: number; readonly slope: number; readonly residual: number };

/** Parameters of the blur estimate. Frequencies are in cycles per pixel, logarithms natural. */
const PARAMETERS = {
  /** Prior of the slope: power spectra of natural pictures fall with f to the -2 (Field 1987). `weight` is per sample. */
  slope: { prior: 2, weight: 0.12 },
  /** Band of frequencies that is sampled: lower ones show the composition, higher ones noise. */
  minFrequency: 0.025,
  maxFrequency: 0.48,
  /** Frequency at which the noise-to-signal ratio is evaluated. */
  referenceFrequency: 0.15,
  /** Quantile of the log power that counts as noise. */
  noiseQuantile: 0.05,
  /** First fit: samples below this frequency (log) where the blur's log response is above the limit. */
  initialFit: { maxLogFrequency: -2.3, minLogResponse: -3 },
  /** Later fits: samples whose expected log power exceeds the noise by this. */
  minLogOverNoise: 0.7,
  /** Minimum number of samples in a fit. */
  minSamples: 30,
  /** Limit of one sample's squared residual. */
  maxSquaredResidual: 6,
  /** Factors on the residual: kinds with more free parameters must explain more. */
  penalty: { gaussian: 1, defocus: 1.02, motion: 1.12, path: 1 },
} as const;

/**
 * Estimates the blur of a plane (0..1) from its power spectrum. The spectrum of a sharp picture follows a power law; a blur
 * multiplies it by its own response: a Gaussian lowers high frequencies, a disk has zeros, and a line has zeros in one
 * direction. Fits all candidates and returns the one with the smallest residual in the logarithm.
 */
export function estimateBlur(luma: Plane): BlurEstimate {
  const spectrum = powerSpectrum(luma);
  if (!spectrum) return { model: null, noiseToSignal: 1e-3, confidence: 0 };
  const { samples, logNoise } = sampleSpectrum(smoothedLogPower(spectrum), blockNoise(luma));
  const sharp = fitSpectrum(samples, logNoise, new Float64Array(samples.logF.length));
  let best: { readonly model: BlurModel | null; readonly fit: SpectrumFit; readonly cost: number } = {
    model: null,
    fit: sharp,
    cost: sharp.residual,
  };
  const consider = (model: BlurModel) => {
    const fit = fitSpectrum(samples, logNoise, logResponse(samples, model));
    const cost = fit.residual * PARAMETERS.penalty[model.kind];
    if (cost < best.cost) best = { model, fit, cost };
  };
  for (let sigma = 0.6; sigma < 8; sigma *= 1.06) consider({ kind: 'gaussian', sigma });
  for (let radius = 1.2; radius < 16; radius *= 1.05) consider({ kind: 'defocus', radius });
  for (let length = 4; length < 32; length *= 1.1)
    for (let angle = 0; angle < 180; angle += 7.5) consider({ kind: 'motion', length, angle });
  for (const model of refineModel(best.model)) consider(model);
  const { level, slope } = best.fit;
  const { referenceFrequency } = PARAMETERS;
  const logSignal = level - slope * Math.log(referenceFrequency);
  const noiseToSignal = Math.exp(logNoise - logSignal) / (2 * Math.PI * referenceFrequency) ** 2;
  return { model: best.model, noiseToSignal, confidence: Math.max(0, 1 - best.cost / sharp.residual) };
}

/** Candidates between the steps of the coarse search. */
function refineModel(model: BlurModel | null): readonly BlurModel[] {
  const factors = [0.94, 0.955, 0.97, 0.985, 1, 1.015, 1.03, 1.045, 1.06];
  switch (model?.kind) {
    case 'gaussian':
      return factors.map((factor) => ({ ...model, sigma: model.sigma * factor }));
    case 'defocus':
      return factors.map((factor) => ({ ...model, radius: model.radius * factor }));
    case 'motion':
      return factors.flatMap((factor) =>
        [-6, -4.5, -3, -1.5, 0, 1.5, 3, 4.5, 6].map(
          (degrees): BlurModel => ({
            ...model,
            length: model.length * factor,
            angle: (model.angle + degrees + 180) % 180,
          }),
        ),
      );
    default:
      return [];
  }
}

/** Radius in frequency steps of the smoothing of the log power: few windows give a noisy estimate, whose minima resemble noise. */
const smoothingFor = (windows: number): number => (windows < 8 ? 2 : windows < 24 ? 1 : 0);

function smoothedLogPower({ power, windows }: { readonly power: Plane; readonly windows: number }): Plane {
  const logs = { ...power, data: power.data.map((value) => Math.log(value + 1e-12)) };
  return boxBlur(logs, smoothingFor(windows));
}

/** Samples the log power within the band, off the axes, and estimates the noise; `blocks` is the variance from `blockNoise`. */
function sampleSpectrum(
  { width, data }: Plane,
  blocks: number,
): { readonly samples: SpectrumSamples; readonly logNoise: number } {
  const frequencies: (readonly [x: number, y: number])[] = [];
  for (let y = -width / 2 + 1; y < width / 2; y++)
    for (let x = 0; x < width / 2; x++) {
      const f = Math.hypot(x, y) / SPECTRUM_SIDE_PX;
      // The axes hold the frame and vertical and horizontal edges of the picture.
      if (f < PARAMETERS.minFrequency || f > PARAMETERS.maxFrequency || x < 2 || Math.abs(y) < 2 || (x + y) % 2 !== 0)
        continue;
      frequencies.push([x, y]);
    }
  const logPower = mapTo(Float64Array, frequencies, ([x, y]) => data[((y + width) % width) * width + x]!);
  const floor = logPower.slice().sort()[Math.floor(frequencies.length * PARAMETERS.noiseQuantile)]!;
  // Detail that JPEG discarded is below this level and indistinguishable from detail that a blur removed.
  const logNoise = Math.log(Math.exp(floor) + 2 * blocks);
  return {
    samples: {
      across: mapTo(Float64Array, frequencies, ([x]) => x / SPECTRUM_SIDE_PX),
      down: mapTo(Float64Array, frequencies, ([, y]) => y / SPECTRUM_SIDE_PX),
      logF: mapTo(Float64Array, frequencies, ([x, y]) => Math.log(Math.hypot(x, y) / SPECTRUM_SIDE_PX)),
      logPower: logPower.map((power) => Math.max(power, logNoise)),
    },
    logNoise,
  };
}

/** Log power response of a blur at each sample. */
function logResponse({ across, down, logF }: SpectrumSamples, model: BlurModel): Float64Array {
  switch (model.kind) {
    case 'gaussian': {
      const factor = -4 * Math.PI ** 2 * model.sigma ** 2;
      return logF.map((value) => factor * Math.exp(2 * value));
    }
    case 'defocus': {
      const factor = 2 * Math.PI * model.radius;
      return logF.map((value) => 2 * Math.log(Math.abs(jinc(factor * Math.exp(value))) + 1e-3));
    }
    case 'motion': {
      const radians = (model.angle * Math.PI) / 180;
      const [x, y] = [Math.cos(radians) * model.length, Math.sin(radians) * model.length];
      return across.map((value, i) => 2 * Math.log(Math.abs(sinc(value * x + down[i]! * y)) + 1e-3));
    }
    case 'path':
      return new Float64Array(logF.length);
  }
}

const sinc = (cycles: number): number => (cycles === 0 ? 1 : Math.sin(Math.PI * cycles) / (Math.PI * cycles));

// Coefficients of Abramowitz and Stegun 9.4.4 and 9.4.6.
const J1_NEAR_ZERO = [1, -1.1249997, 0.42187444, -0.07907752, 0.00886124, -0.00063522, 0.00002216] as const;
const J1_AMPLITUDE = [0.79788456, 0.00000156, 0.01659667, 0.00017105, -0.00249511, 0.00113653, -0.00020033] as const;
const J1_PHASE = [-2.35619449, 0.12499612, 0.0000565, -0.00637879, 0.00074348, 0.00079824, -0.00029166] as const;

/** Evaluates a polynomial (coefficients from the constant up) by Horner's method. */
function polynomial(terms: readonly number[], x: number): number {
  let sum = 0;
  for (let i = terms.length - 1; i >= 0; i--) sum = sum * x + terms[i]!;
  return sum;
}

/** `2 J1(x) / x` for x ≥ 0, the response of a disk. */
export function jinc(x: number): number {
  if (x < 3) return polynomial(J1_NEAR_ZERO, (x / 3) ** 2);
  const t = 3 / x;
  return (2 * polynomial(J1_AMPLITUDE, t) * Math.cos(x + polynomial(J1_PHASE, t))) / (x * Math.sqrt(x));
}

/**
 * Fits `level - slope · log f + response`, limited below by the noise, by least squares in three iterations that each select
 * the samples above the noise.
 */
function fitSpectrum({ logF, logPower }: SpectrumSamples, logNoise: number, responses: Float64Array): SpectrumFit {
  const { prior, weight } = PARAMETERS.slope;
  const { maxLogFrequency, minLogResponse } = PARAMETERS.initialFit;
  const count = logF.length;
  let level = Number.NaN;
  let slope: number = prior;
  for (let iteration = 0; iteration < 3; iteration++) {
    let n = 0;
    let sx = 0;
    let sy = 0;
    let sxx = 0;
    let sxy = 0;
    for (let i = 0; i < count; i++) {
      const x = logF[i]!;
      const response = responses[i]!;
      const isSelected =
        iteration === 0
          ? x < maxLogFrequency && response > minLogResponse
          : level - slope * x + response > logNoise + PARAMETERS.minLogOverNoise;
      if (!isSelected) continue;
      const y = logPower[i]! - response;
      n++;
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
    }
    if (n < PARAMETERS.minSamples) return { level: 0, slope, residual: Number.POSITIVE_INFINITY };
    // Gaussian prior on the slope, whose weight grows with the number of samples.
    const variation = sxx - (sx * sx) / n + 1e-9;
    const free = -(sxy - (sx * sy) / n) / variation;
    const priorWeight = weight * count;
    slope = (free * variation + prior * priorWeight) / (variation + priorWeight);
    level = (sy + slope * sx) / n;
  }
  let residual = 0;
  for (let i = 0; i < count; i++) {
    const expected = Math.max(level - slope * logF[i]! + responses[i]!, logNoise);
    residual += Math.min((logPower[i]! - expected) ** 2, PARAMETERS.maxSquaredResidual);
  }
  return { level, slope, residual: residual / count + weight * (slope - prior) ** 2 };
}
