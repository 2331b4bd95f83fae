import type { Pixels, Plane, Planes, Size } from '../../types.ts';
import { rowsOf } from '../bands.ts';
import { replaceHiddenColours } from '../hidden-colours.ts';
import { channelPlane, lumaPlane, rgbPlanes } from '../planes.ts';
import { lerp } from '../scalars.ts';
import { estimateCast } from './cast.ts';
import { reduceForComparison } from './monochrome.ts';
import { BINS, binOf, count, createHistogram, rangeOfHistogram } from './tone-histogram.ts';

/** Strength of each correction, 0..1. */
export type ToneOptions = { readonly levels: number; readonly cast: number; readonly fading: number };

/** Largest stretch of a tonal range: fog and dusk stay soft, between black and white. */
const MAX_GAIN = 2.5;

/** Smallest tonal range (0..1) that is measured: a picture of one colour has none. */
const MIN_RANGE = 0.05;

/** Ranges (0..1) between the darkest and the lightest channel of a picture that is certainly faded, and of one that is not. */
const TONAL_RANGE = { faded: 0.5, full: 0.85 } as const;

/** Exponent that delays a correction without evidence: it acts in full only at strength 1. */
const OVERRIDE_EXPONENT = 6;

/** Tiles per side, and clip limit relative to a uniform histogram, of CLAHE (Zuiderveld 1994). */
const TILES = 8;
const CLIP_LIMIT = 2;

/** Contribution of the equalised luma at full strength. */
const LOCAL_CONTRAST = 0.6;

/**
 * Corrects black and white points, colour cast and local contrast of a picture (RGB in 0..1). The range of each
 * channel is measured in its histogram; midtones are not, because a meadow is green without a cast. `cast` gives all
 * channels the range of the luma, `levels` then stretches them alike until the first reaches white, `fading` equalises
 * lightness locally with limited contrast. They act only as far as there is evidence: blue mountains are no cast if black
 * and white are neutral, and a picture whose channels together use the full range is not faded. In a monochrome print all
 * tones turn grey alike, so that shadows do not become blue while highlights are still yellow. Yields the fraction done.
 */
export function* restoreTones(picture: Planes, options: ToneOptions): Generator<number, Planes> {
  const planes = picture.planes.map((plane) => new Float32Array(plane.length));
  const source: RowSource = {
    ...picture,
    plane: (index) => picture.planes[index]!,
    rows: (from, to) => rowsOfPlanes(picture, from, to),
  };
  for (const step of correctTones(source, options)) {
    for (const [index, plane] of planes.entries()) plane.set(step.band.planes[index]!, step.top * picture.width);
    yield step.done;
  }
  return { ...picture, planes };
}

/** The same for a picture as RGBA, whose alpha is kept: no floats of the whole picture exist at once. */
export function* restoreTonesOf(picture: Pixels, options: ToneOptions): Generator<number, Pixels> {
  const { width, height } = picture;
  const data = new Uint8ClampedArray(picture.data);
  const shown = replaceHiddenColours(picture);
  const source: RowSource = {
    width,
    height,
    plane: (index) => channelPlane(shown, index),
    rows: (from, to) => rgbPlanes(rowsOf(shown, from, to)),
  };
  for (const { band, top, done } of correctTones(source, options)) {
    const [red, green, blue] = band.planes as readonly [Float32Array, Float32Array, Float32Array];
    for (let i = 0, at = 4 * top * width; i < red.length; i++, at += 4) {
      data[at] = red[i]! * 255;
      data[at + 1] = green[i]! * 255;
      data[at + 2] = blue[i]! * 255;
    }
    yield done;
  }
  return { width, height, data };
}

/** A picture whose rows are read as RGB in 0..1 when they are needed. */
type RowSource = Size & {
  /** One channel of the whole picture. */
  readonly plane: (index: number) => Float32Array<ArrayBuffer>;
  readonly rows: (from: number, to: number) => Planes;
};

type ToneStep = { readonly band: Planes; readonly top: number; readonly done: number };

const rowsOfPlanes = ({ width, planes }: Planes, from: number, to: number): Planes => ({
  width,
  height: to - from,
  planes: planes.map((plane) => plane.subarray(from * width, to * width)),
});

/** Rows that are processed at once. */
const BAND_ROWS = 128;

function* bandsOf({ width, height, rows }: RowSource): Generator<{ readonly band: Planes; readonly top: number }> {
  for (let top = 0; top < height; top += BAND_ROWS)
    yield { band: { ...rows(top, Math.min(height, top + BAND_ROWS)), width }, top };
}

/** Yields the corrected bands from top to bottom. */
function* correctTones(source: RowSource, options: ToneOptions): Generator<ToneStep> {
  const correct = channelCorrection(source, options);
  const finish = correct.fading > 0 ? localContrast(source, correct.band, correct.fading) : (band: Planes) => band;
  for (const { band, top } of bandsOf(source))
    yield { band: finish(correct.band(band), top), top, done: (top + band.height) / source.height };
}

type BandCorrection = (band: Planes) => Planes;

/** Measures the whole picture, and returns the correction of its channels and the strength of that of local contrast. */
function channelCorrection(source: RowSource, options: ToneOptions): { band: BandCorrection; fading: number } {
  const luma = createHistogram();
  for (const { band } of bandsOf(source)) count(luma, lumaPlane(band).data);
  const common = rangeOfHistogram(luma);
  const { levels } = options;
  const { confidence, toned } = estimateCast(reducedForComparison(source));
  const castStrength = withEvidence(options.cast, confidence);
  const channelCast = toned ? 0 : castStrength;
  const neutral = (band: Planes): Planes => {
    if (!toned) return band;
    const grey = lumaPlane(band).data;
    return {
      ...band,
      planes: band.planes.map((plane) => plane.map((value, i) => lerp(value, grey[i]!, castStrength))),
    };
  };
  const channels = [0, 1, 2].map(createHistogram);
  for (const { band } of bandsOf(source))
    for (const [index, plane] of neutral(band).planes.entries()) count(channels[index]!, plane);
  const ranges = channels.map(rangeOfHistogram);
  // If one channel of a colour clips before the others, lit skin turns pale and yellow cloth flat. What fades a print
  // lightens all channels: a full colour shows that it did not. Once a cast is removed, all channels have one range.
  const white = lerp(Math.max(common.light, ...ranges.map(({ light }) => light)), common.light, channelCast);
  const black = lerp(Math.min(common.dark, ...ranges.map(({ dark }) => dark)), common.dark, channelCast);
  const fadedness = (TONAL_RANGE.full - (white - black)) / (TONAL_RANGE.full - TONAL_RANGE.faded);
  // A print with a cast has faded.
  const stretch = lerp(withEvidence(levels, fadedness), levels, channelCast);
  const dark = stretch * black;
  const range = Math.max(MIN_RANGE, lerp(1, white, stretch) - dark);
  const gain = Math.min(MAX_GAIN, 1 / range);
  // What the limit leaves is divided between black and white; nothing becomes paler than it was.
  const lowest = Math.min(dark, (1 - gain * range) / 2);
  const curves = ranges.map((own) => {
    const ownGain = Math.min(MAX_GAIN, (common.light - common.dark) / Math.max(MIN_RANGE, own.light - own.dark));
    return (value: number) => {
      const withoutCast = lerp(value, common.dark + (value - own.dark) * ownGain, channelCast);
      return Math.min(1, Math.max(0, (withoutCast - dark) * gain + lowest));
    };
  });
  return {
    fading: withEvidence(options.fading, fadedness),
    band: (band) => ({ ...band, planes: neutral(band).planes.map((plane, index) => plane.map(curves[index]!)) }),
  };
}

/** The picture at the size at which colours are compared, reduced channel by channel. */
function reducedForComparison({ width, height, plane }: RowSource): Planes {
  const channels = [0, 1, 2].map((index) => reduceForComparison({ width, height, planes: [plane(index)] }));
  return { ...channels[0]!, planes: channels.map(({ planes }) => planes[0]!) };
}

/** Strength of a correction after its evidence (0..1) is taken into account. */
const withEvidence = (strength: number, evidence: number): number => strength * evidenceWeight(strength, evidence);

/** Weight 0..1 of a correction: its evidence, and 1 at full strength whatever the evidence. */
function evidenceWeight(strength: number, evidence: number): number {
  const bounded = Math.min(1, Math.max(0, evidence));
  return bounded + (1 - bounded) * strength ** OVERRIDE_EXPONENT;
}

/** The correction of local contrast of bands that `correct` has corrected, which start at row `top`. */
function localContrast(source: RowSource, correct: BandCorrection, strength: number) {
  const equalise = equalisation(source, correct);
  return (band: Planes, top: number): Planes => {
    const luma = lumaPlane(band);
    const target = equalise(luma, top);
    const planes = band.planes.map((plane) =>
      plane.map((value, i) =>
        Math.min(1, Math.max(0, value + strength * LOCAL_CONTRAST * (target[i]! - luma.data[i]!))),
      ),
    );
    return { ...band, planes };
  };
}

/** Contrast-limited adaptive histogram equalisation (CLAHE) of the luma (0..1) of corrected bands. */
function equalisation(source: RowSource, correct: BandCorrection): (luma: Plane, top: number) => Float32Array {
  const { width, height } = source;
  const columns = Math.min(TILES, Math.max(1, Math.floor(width / 32)));
  const rows = Math.min(TILES, Math.max(1, Math.floor(height / 32)));
  const tiles = Array.from({ length: columns * rows }, createHistogram);
  const tileAt = (position: number, tilesAcross: number, length: number): number => {
    let tile = Math.floor((position * tilesAcross) / length);
    // Tiles begin at rounded positions.
    while (tile + 1 < tilesAcross && position >= Math.floor(((tile + 1) * length) / tilesAcross)) tile++;
    return tile;
  };
  const columnOf = Int32Array.from({ length: width }, (_, x) => tileAt(x, columns, width));
  for (const { band, top } of bandsOf(source)) {
    const { data } = lumaPlane(correct(band));
    for (let i = 0; i < data.length; i++) {
      const row = tileAt(top + Math.floor(i / width), rows, height);
      const tile = tiles[row * columns + columnOf[i % width]!]!;
      tile.counts[binOf(data[i]!)]! += 1;
      tile.total += 1;
    }
  }
  const maps = tiles.map(({ counts, total }) => equalisingMap(counts, total));
  return ({ data }, start) => {
    const out = new Float32Array(data.length);
    for (let y = start; y < start + data.length / width; y++) {
      const v = Math.min(rows - 1, Math.max(0, ((y + 0.5) * rows) / height - 0.5));
      const [top, down] = [Math.floor(v), v - Math.floor(v)];
      const bottom = Math.min(rows - 1, top + 1);
      for (let x = 0; x < width; x++) {
        const u = Math.min(columns - 1, Math.max(0, ((x + 0.5) * columns) / width - 0.5));
        const [left, across] = [Math.floor(u), u - Math.floor(u)];
        const right = Math.min(columns - 1, left + 1);
        const i = (y - start) * width + x;
        const bin = binOf(data[i]!);
        const at = (row: number, column: number) => maps[row * columns + column]![bin]!;
        const upper = lerp(at(top, left), at(top, right), across);
        out[i] = lerp(upper, lerp(at(bottom, left), at(bottom, right), across), down);
      }
    }
    return out;
  };
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
