import type { Plane, Planes } from '../../types.ts';
import { lumaPlane } from '../planes.ts';
import { estimateCast } from './cast.ts';

/** Strength of each correction, 0..1. */
export type ToneOptions = { readonly levels: number; readonly cast: number; readonly fading: number };

/** Quantiles of luma that become black and white. */
const CLIPPED_QUANTILES = { dark: 0.005, light: 0.995 } as const;

/** Quantile of luma that bounds the shadows, and the tone above black that they keep in a picture that is not faded. */
const SHADOWS = { quantile: 0.1, tone: 0.1 } as const;

/** Largest stretch of the tonal range: fog and dusk stay soft. */
const MAX_GAIN = 2.5;

/** Midtones of the channels are aligned by a gamma between 1 / `MAX_GAMMA` and `MAX_GAMMA`. */
const MAX_GAMMA = 1.6;

/** Ranges of luma (0..1) of a picture that is certainly faded, and of one that is not. */
const LUMA_RANGE = { faded: 0.5, full: 0.85 } as const;

/** Exponent that delays a correction without evidence: it acts in full only at strength 1. */
const OVERRIDE_EXPONENT = 6;

/** Tiles per side, clip limit relative to a uniform histogram, and bins of CLAHE (Zuiderveld 1994). */
const TILES = 8;
const CLIP_LIMIT = 2;
const BINS = 256;

/** Contribution of the equalised luma at full strength. */
const LOCAL_CONTRAST = 0.6;

/** Rows between two yields. */
const ROWS_PER_YIELD = 128;

/**
 * Corrects black and white points, colour cast and local contrast of a picture (RGB in 0..1). Range and midtone of each
 * channel are measured in its histogram. `levels` stretches all channels alike until the first of them reaches white,
 * `cast` stretches each channel by itself, `fading` equalises lightness locally with limited contrast. Cast and fading
 * act only as far as there is evidence: blue mountains are no cast if black and white are neutral, and a picture with
 * its full range is not faded. In a monochrome print all tones turn grey alike, so that shadows do not become blue while
 * highlights are still yellow. Yields the fraction done.
 */
export function* restoreTones(picture: Planes, options: ToneOptions): Generator<number, Planes> {
  const luma = lumaPlane(picture);
  const common = toneRange(luma.data);
  const { levels } = options;
  const { confidence, toned } = estimateCast(picture, toneRange);
  const castStrength = withEvidence(options.cast, confidence);
  const channelCast = toned ? 0 : castStrength;
  const fadedness = (LUMA_RANGE.full - (common.light - common.dark)) / (LUMA_RANGE.full - LUMA_RANGE.faded);
  const fading = withEvidence(options.fading, fadedness);
  const black = mix(
    Math.min(common.dark, Math.max(0, common.shadows - SHADOWS.tone)),
    common.dark,
    evidenceWeight(levels, fadedness),
  );
  yield 0.1;
  const neutral: Float32Array<ArrayBuffer>[] = [];
  for (const plane of picture.planes)
    neutral.push(toned ? yield* mapInChunks(plane, (value, i) => mix(value, luma.data[i]!, castStrength)) : plane);
  const ranges = neutral.map(toneRange);
  // If one channel of a colour clips before the others, lit skin turns pale and yellow cloth flat.
  const white = Math.max(common.light, ...ranges.map(({ light }) => light));
  const planes: Float32Array<ArrayBuffer>[] = [];
  for (const [index, plane] of neutral.entries()) {
    const range = ranges[index]!;
    const dark = mix(levels * black, range.dark - common.dark + black, channelCast * levels);
    const light = mix(mix(1, white, levels), range.light, channelCast * levels);
    // Without levels, only the differences between the channels are removed.
    const shift = channelCast * (1 - levels) * (range.dark - common.dark);
    const gain = Math.min(MAX_GAIN, 1 / Math.max(0.05, light - dark));
    const stretched = (value: number) => Math.min(0.98, Math.max(0.02, (value - dark) * gain));
    const fullGamma = Math.log(stretched(common.middle)) / Math.log(stretched(range.middle));
    const gamma = 1 + channelCast * (Math.min(MAX_GAMMA, Math.max(1 / MAX_GAMMA, fullGamma)) - 1);
    yield 0.1 + 0.15 * planes.length;
    planes.push(yield* mapInChunks(plane, (value) => Math.min(1, Math.max(0, (value - shift - dark) * gain)) ** gamma));
  }
  const corrected: Planes = { ...picture, planes };
  return fading > 0 ? yield* withLocalContrast(corrected, fading) : corrected;
}

/** Strength of a correction after its evidence (0..1) is taken into account. */
const withEvidence = (strength: number, evidence: number): number => strength * evidenceWeight(strength, evidence);

/** Weight 0..1 of a correction: its evidence, and 1 at full strength whatever the evidence. */
function evidenceWeight(strength: number, evidence: number): number {
  const bounded = Math.min(1, Math.max(0, evidence));
  return bounded + (1 - bounded) * strength ** OVERRIDE_EXPONENT;
}

/** Values that are processed between two yields. */
const CHUNK_LENGTH = 2 ** 19;

/** `Float32Array.map` that yields between chunks. */
function* mapInChunks(
  values: Float32Array<ArrayBuffer>,
  transform: (value: number, i: number) => number,
): Generator<number, Float32Array<ArrayBuffer>> {
  const out = new Float32Array(values.length);
  for (let from = 0; from < values.length; from += CHUNK_LENGTH) {
    if (from > 0) yield 0.5;
    const to = Math.min(values.length, from + CHUNK_LENGTH);
    for (let i = from; i < to; i++) out[i] = transform(values[i]!, i);
  }
  return out;
}

const mix = (a: number, b: number, fraction: number): number => a + (b - a) * fraction;

/** Quantiles of a channel, 0..1. */
type ToneRange = {
  readonly dark: number;
  readonly shadows: number;
  readonly middle: number;
  readonly light: number;
};

function toneRange(data: Float32Array): ToneRange {
  const counts = new Float64Array(BINS);
  for (const value of data) {
    const bin = Math.min(BINS - 1, Math.max(0, Math.round(value * (BINS - 1))));
    counts[bin] = counts[bin]! + 1;
  }
  const quantile = (fraction: number) => {
    let sum = 0;
    for (let bin = 0; bin < BINS; bin++) {
      sum += counts[bin]!;
      if (sum >= fraction * data.length) return bin / (BINS - 1);
    }
    return 1;
  };
  return {
    dark: quantile(CLIPPED_QUANTILES.dark),
    shadows: quantile(SHADOWS.quantile),
    middle: quantile(0.5),
    light: quantile(CLIPPED_QUANTILES.light),
  };
}

function* withLocalContrast(picture: Planes, strength: number): Generator<number, Planes> {
  const luma = lumaPlane(picture);
  const target = yield* equalise(luma);
  const planes: Float32Array<ArrayBuffer>[] = [];
  for (const plane of picture.planes)
    planes.push(
      yield* mapInChunks(plane, (value, i) =>
        Math.min(1, Math.max(0, value + strength * LOCAL_CONTRAST * (target.data[i]! - luma.data[i]!))),
      ),
    );
  return { ...picture, planes };
}

/** Contrast-limited adaptive histogram equalisation (CLAHE) of a plane in 0..1. */
function* equalise({ width, height, data }: Plane): Generator<number, Plane> {
  const columns = Math.min(TILES, Math.max(1, Math.floor(width / 32)));
  const rows = Math.min(TILES, Math.max(1, Math.floor(height / 32)));
  const maps: Float32Array[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const box = {
        left: Math.floor((column * width) / columns),
        right: Math.floor(((column + 1) * width) / columns),
        top: Math.floor((row * height) / rows),
        bottom: Math.floor(((row + 1) * height) / rows),
      };
      const counts = new Float64Array(BINS);
      for (let y = box.top; y < box.bottom; y++)
        for (let x = box.left; x < box.right; x++) {
          const bin = Math.min(BINS - 1, Math.max(0, Math.round(data[y * width + x]! * (BINS - 1))));
          counts[bin] = counts[bin]! + 1;
        }
      maps.push(equalisingMap(counts, (box.right - box.left) * (box.bottom - box.top)));
    }
  const out = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    if (y % ROWS_PER_YIELD === 0) yield 0.6;
    const v = Math.min(rows - 1, Math.max(0, ((y + 0.5) * rows) / height - 0.5));
    const [top, down] = [Math.floor(v), v - Math.floor(v)];
    const bottom = Math.min(rows - 1, top + 1);
    for (let x = 0; x < width; x++) {
      const u = Math.min(columns - 1, Math.max(0, ((x + 0.5) * columns) / width - 0.5));
      const [left, across] = [Math.floor(u), u - Math.floor(u)];
      const right = Math.min(columns - 1, left + 1);
      const i = y * width + x;
      const bin = Math.min(BINS - 1, Math.max(0, Math.round(data[i]! * (BINS - 1))));
      const at = (row: number, column: number) => maps[row * columns + column]![bin]!;
      const upper = mix(at(top, left), at(top, right), across);
      out[i] = mix(upper, mix(at(bottom, left), at(bottom, right), across), down);
    }
  }
  return { width, height, data: out };
}

/** The clipped cumulative distribution as a lookup table from bin to tone (0..1). */
function equalisingMap(counts: Float64Array, total: number): Float32Array {
  const limit = (CLIP_LIMIT * total) / BINS;
  let excess = 0;
  for (const count of counts) excess += Math.max(0, count - limit);
  const map = new Float32Array(BINS);
  let sum = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const clipped = Math.min(limit, counts[bin]!) + excess / BINS;
    map[bin] = (sum + clipped / 2) / total;
    sum += clipped;
  }
  return map;
}
