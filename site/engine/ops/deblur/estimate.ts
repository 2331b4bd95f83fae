import type { Plane } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { blockNoise } from './blocks.ts';
import type { BlurModel } from './kernels.ts';
import { powerSpectrum, SPECTRUM_SIDE_PX } from './spectrum.ts';

export type BlurEstimate = {
  /** Null: sharp, or too little to measure. */
  readonly model: BlurModel | null;
  /** Noise power over the power of the sharp picture's gradients, as `wiener` wants it. */
  readonly noiseToSignal: number;
  /** How much better the model explains the spectrum than no blur at all, 0..1. */
  readonly confidence: number;
};

/** Places of the spectrum. `across` and `down` are frequencies in turns a pixel. */
type SpectrumSamples = {
  readonly across: Float64Array;
  readonly down: Float64Array;
  readonly logF: Float64Array;
  readonly logPower: Float64Array;
};

/** Level and slope of the sharp picture's spectrum, `level - slope · log f`, and how far the points are from it. */
type SpectrumFit = { readonly level: number; readonly slope: number; readonly residual: number };

/** Power spectra of pictures fall by about f to the -2 (Field 1987); a fit may leave that where the points insist. */
const SLOPE = { usual: 2, pull: 0.12 } as const;

/**
 * Measures the blur of a plane (0..1) from its power spectrum. A sharp picture's falls like a power of the frequency; a
 * blur multiplies it by its own: a Gaussian bends it down, a disk and a line cut zeros into it, a line along one
 * direction only. Each candidate is fitted, and the one with the least squares in the logarithm is taken.
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
    const found = fitSpectrum(samples, logNoise, logResponse(samples, model));
    const cost = found.residual * PENALTY[model.kind];
    if (cost < best.cost) best = { model, fit: found, cost };
  };
  for (let sigma = 0.6; sigma < 8; sigma *= 1.06) consider({ kind: 'gaussian', sigma });
  for (let radius = 1.2; radius < 16; radius *= 1.05) consider({ kind: 'defocus', radius });
  for (let length = 4; length < 32; length *= 1.1)
    for (let angle = 0; angle < 180; angle += 7.5) consider({ kind: 'motion', length, angle });
  for (const model of refineModel(best.model)) consider(model);
  const { level, slope } = best.fit;
  // The ratio where the two meet in the middle of what matters: 0.15 turns a pixel.
  const signal = level - slope * Math.log(0.15);
  const noiseToSignal = Math.exp(logNoise - signal) / (2 * Math.PI * 0.15) ** 2;
  return { model: best.model, noiseToSignal, confidence: Math.max(0, 1 - best.cost / sharp.residual) };
}

/** Models between the steps of the search. */
function refineModel(model: BlurModel | null): readonly BlurModel[] {
  const shares = [0.94, 0.955, 0.97, 0.985, 1, 1.015, 1.03, 1.045, 1.06];
  switch (model?.kind) {
    case 'gaussian':
      return shares.map((share) => ({ ...model, sigma: model.sigma * share }));
    case 'defocus':
      return shares.map((share) => ({ ...model, radius: model.radius * share }));
    case 'motion':
      return shares.flatMap((share) =>
        [-6, -4.5, -3, -1.5, 0, 1.5, 3, 4.5, 6].map(
          (turn): BlurModel => ({ ...model, length: model.length * share, angle: (model.angle + turn + 180) % 180 }),
        ),
      );
    default:
      return [];
  }
}

/** Kinds with more freedom must explain more. */
const PENALTY = { gaussian: 1, defocus: 1.02, motion: 1.12, path: 1 } as const;

/**
 * Places of the spectrum over which its logarithm is averaged each way: the mean of a few windows leaps about, and its
 * lowest places would pass for the noise.
 */
const smoothingFor = (windows: number): number => (windows < 8 ? 2 : windows < 24 ? 1 : 0);

function smoothedLogPower({ power, windows }: { readonly power: Plane; readonly windows: number }): Plane {
  const logs = { ...power, data: power.data.map((value) => Math.log(value + 1e-12)) };
  return boxBlur(logs, smoothingFor(windows));
}

/** `data`: logarithms of the power. */
function sampleSpectrum(
  { width, data }: Plane,
  blocks: number,
): { readonly samples: SpectrumSamples; readonly logNoise: number } {
  const places: (readonly [x: number, y: number])[] = [];
  for (let y = -width / 2 + 1; y < width / 2; y++)
    for (let x = 0; x < width / 2; x++) {
      const f = Math.hypot(x, y) / SPECTRUM_SIDE_PX;
      // The axes carry the picture's frame and upright edges; the lowest frequencies its composition.
      if (f < 0.025 || f > 0.48 || x < 2 || Math.abs(y) < 2 || (x + y) % 2 !== 0) continue;
      places.push([x, y]);
    }
  const logPower = Float64Array.from(places, ([x, y]) => data[((y + width) % width) * width + x]!);
  const least = logPower.slice().sort()[Math.floor(places.length * 0.05)]!;
  // What JPEG leaves out is below this, and cannot be told from what a blur leaves out.
  const logNoise = Math.log(Math.exp(least) + 2 * blocks);
  return {
    samples: {
      across: Float64Array.from(places, ([x]) => x / SPECTRUM_SIDE_PX),
      down: Float64Array.from(places, ([, y]) => y / SPECTRUM_SIDE_PX),
      logF: Float64Array.from(places, ([x, y]) => Math.log(Math.hypot(x, y) / SPECTRUM_SIDE_PX)),
      logPower: logPower.map((power) => Math.max(power, logNoise)),
    },
    logNoise,
  };
}

/** Logarithm of a blur's power response at each place. */
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
      const turn = (model.angle * Math.PI) / 180;
      const [x, y] = [Math.cos(turn) * model.length, Math.sin(turn) * model.length];
      return across.map((value, i) => 2 * Math.log(Math.abs(sinc(value * x + down[i]! * y)) + 1e-3));
    }
    case 'path':
      return new Float64Array(logF.length);
  }
}

const sinc = (turns: number): number => (turns === 0 ? 1 : Math.sin(Math.PI * turns) / (Math.PI * turns));

const J1_NEAR_ZERO = [1, -1.1249997, 0.42187444, -0.07907752, 0.00886124, -0.00063522, 0.00002216] as const;
const J1_AMPLITUDE = [0.79788456, 0.00000156, 0.01659667, 0.00017105, -0.00249511, 0.00113653, -0.00020033] as const;
const J1_PHASE = [-2.35619449, 0.12499612, 0.0000565, -0.00637879, 0.00074348, 0.00079824, -0.00029166] as const;

function polynomial(terms: readonly number[], x: number): number {
  let sum = 0;
  for (let i = terms.length - 1; i >= 0; i--) sum = sum * x + terms[i]!;
  return sum;
}

/** `2 J1(x) / x`, by Abramowitz and Stegun 9.4.4 and 9.4.6. */
export function jinc(x: number): number {
  if (x < 3) return polynomial(J1_NEAR_ZERO, (x / 3) ** 2);
  const t = 3 / x;
  return (2 * polynomial(J1_AMPLITUDE, t) * Math.cos(x + polynomial(J1_PHASE, t))) / (x * Math.sqrt(x));
}

/** Least squares of `level - slope · log f + response`, never below the noise, in three rounds of who counts. */
function fitSpectrum({ logF, logPower }: SpectrumSamples, logNoise: number, responses: Float64Array): SpectrumFit {
  const count = logF.length;
  let level = Number.NaN;
  let slope: number = SLOPE.usual;
  for (let round = 0; round < 3; round++) {
    let n = 0;
    let sx = 0;
    let sy = 0;
    let sxx = 0;
    let sxy = 0;
    for (let i = 0; i < count; i++) {
      const x = logF[i]!;
      const answer = responses[i]!;
      const counts = round === 0 ? x < -2.3 && answer > -3 : level - slope * x + answer > logNoise + 0.7;
      if (!counts) continue;
      const y = logPower[i]! - answer;
      n++;
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
    }
    if (n < 30) return { level: 0, slope, residual: Number.POSITIVE_INFINITY };
    // A pull towards the usual slope, as strong as a share of the points.
    const spread = sxx - (sx * sx) / n + 1e-9;
    const free = -(sxy - (sx * sy) / n) / spread;
    const pull = SLOPE.pull * count;
    slope = (free * spread + SLOPE.usual * pull) / (spread + pull);
    level = (sy + slope * sx) / n;
  }
  let residual = 0;
  for (let i = 0; i < count; i++) {
    const expected = Math.max(level - slope * logF[i]! + responses[i]!, logNoise);
    residual += Math.min((logPower[i]! - expected) ** 2, 6);
  }
  const strain = SLOPE.pull * (slope - SLOPE.usual) ** 2;
  return { level, slope, residual: residual / count + strain };
}
