import type { Size } from '../../types.ts';
import { glimpses, type Moment } from './neighbours.ts';
import { type Line, lineThrough, opacityTowards, type Pairs, weightedMedian } from './regress.ts';
import { ALL, CLEAN, chromaAlpha, type MarkModel, NONE, OPAQUE, SEE_THROUGH } from './unblend.ts';
import { half } from './yuv.ts';

/** Most numbers that are held for the estimate, and moments that are looked at: more tell little more. */
const MOST_PAIRS = 24e6;
const MOST_MOMENTS = 40;
/** Least variance of the picture behind a pixel for its line to tell anything. */
const MOVES = 60;
/** Least moments for a pixel's own colour of chroma. */
const FEW = 6;

export type Estimated = {
  readonly model: MarkModel;
  /** Share of the marked pixels whose opacity could be measured, 0..1. */
  readonly measured: number;
};

/** What is measured on: runs of successive moments, and the place of the mark (1), of luma's size. */
export type Evidence = Size & { readonly runs: readonly (readonly Moment[])[]; readonly hole: Uint8Array };

/**
 * Opacity and colour of a mark, from moments in which the picture moves behind it: C = αW + (1 − α)I, where I is what
 * neighbouring moments show of the same place beside the mark. A line through the pairs (I, C) of a pixel has the slope
 * 1 − α and the base αW. One colour for the whole mark is used where the pixels agree on one, which makes the opacity
 * far surer. After Dekel, Rubinstein, Liu and Freeman 2017, “On the effectiveness of visible watermarks”, whose many
 * pictures with one mark are here the frames. What cannot be measured counts as opaque. Yields the share that is done.
 */
export function* estimateMark({ width, height, runs, hole }: Evidence): Generator<number, Estimated> {
  const places = placesOf(hole);
  const model = emptyModel({ width, height });
  const samples = samplesOf(runs, places.length);
  const [pairs = []] = yield* pairsAt(samples, [0], places);
  const lines = pairs.map(lineThrough);
  const colour = commonColour(lines);
  let measured = 0;
  for (const [index, at] of places.entries()) {
    const found = opacityOf(pairs[index] as Pairs, lines[index] ?? null, colour);
    model.kind[at] = OPAQUE;
    if (!found) continue;
    measured++;
    model.alpha[at] = found.alpha;
    model.colour[0][at] = found.colour;
    if (found.alpha < ALL) model.kind[at] = found.alpha < NONE ? CLEAN : SEE_THROUGH;
  }
  yield* colourChroma(model, samples);
  tidy(model, hole);
  return { model, measured: places.length > 0 ? measured / places.length : 0 };
}

function emptyModel({ width, height }: Size): MarkModel {
  const chroma = half(width) * half(height);
  return {
    width,
    height,
    kind: new Uint8Array(width * height),
    alpha: new Float32Array(width * height),
    colour: [new Float32Array(width * height), new Float32Array(chroma), new Float32Array(chroma)],
  };
}

const placesOf = (map: Uint8Array): Int32Array => Int32Array.from(map.keys()).filter((at) => map[at]);

type Sample = { readonly moments: readonly Moment[]; readonly index: number };

/** As many moments as memory allows, evenly from all runs. */
function samplesOf(runs: Evidence['runs'], pixels: number): readonly Sample[] {
  const all = runs.flatMap((moments) => moments.map((_, index) => ({ moments, index })));
  const most = Math.min(MOST_MOMENTS, Math.max(8, Math.floor(MOST_PAIRS / Math.max(1, pixels))));
  const every = Math.max(1, Math.ceil(all.length / most));
  return all.filter((_, i) => i % every === 0);
}

/** Pairs of each place over time, for luma or for both planes of chroma. */
function* pairsAt(
  samples: readonly Sample[],
  planes: readonly (0 | 1 | 2)[],
  places: Int32Array,
): Generator<number, readonly (readonly Pairs[])[]> {
  const pairs = planes.map(() =>
    Array.from(places, () => ({ shown: new Float32Array(samples.length), clean: new Float32Array(samples.length) })),
  );
  for (const [turn, { moments, index }] of samples.entries()) {
    yield planes[0] === 0 ? (0.7 * turn) / samples.length : 0.7 + (0.2 * turn) / samples.length;
    const seen = glimpses({ moments, index, reach: moments.length }, planes, places);
    for (const [k, plane] of planes.entries()) {
      const { data } = (moments[index] as Moment).planes[plane];
      for (const [i, pair] of (pairs[k] as Pairs[]).entries()) {
        pair.shown[turn] = data[places[i] as number] as number;
        pair.clean[turn] = seen[k]?.[i] as number;
      }
    }
  }
  return pairs;
}

/** The colour that see-through pixels agree on, 0..255; null where they do not. */
function commonColour(lines: readonly (Line | null)[]): number | null {
  const sure = lines.filter(
    (line): line is Line => line !== null && line.variance > MOVES && line.slope < 0.9 && line.slope > 0.05,
  );
  if (sure.length < 12) return null;
  const colours = sure.map(({ slope, base }) => base / (1 - slope));
  const weights = sure.map(({ slope, variance, count }) => (1 - slope) ** 2 * Math.sqrt(variance * count));
  const colour = weightedMedian(colours, weights);
  const away = weightedMedian(
    colours.map((one) => Math.abs(one - colour)),
    weights,
  );
  return away < 10 ? Math.min(255, Math.max(0, colour)) : null;
}

function opacityOf(pairs: Pairs, line: Line | null, common: number | null) {
  if (!line) return null;
  const tells = line.variance > MOVES && line.rest < 14;
  if (common !== null) {
    const alpha = opacityTowards(pairs, common, line);
    // A line that fits far better without the common colour has its own.
    const own = line.base / Math.max(0.05, 1 - line.slope);
    const other = tells && 1 - line.slope > 0.15 && Math.abs(own - common) > 30;
    if (alpha !== null && !other && line.rest < 14) return { alpha: clamp(alpha), colour: common };
  }
  if (!tells) return null;
  const alpha = clamp(1 - line.slope);
  return { alpha, colour: alpha < NONE ? 0 : Math.min(255, Math.max(0, line.base / alpha)) };
}

/**
 * Colour of chroma with luma's opacity: far surer than a line through the little that chroma varies. Each pixel has its
 * own, as codecs smear chroma; only where too few moments tell it is that of all.
 */
function* colourChroma(model: MarkModel, samples: readonly Sample[]): Generator<number, void> {
  const alpha = chromaAlpha(model);
  const places = placesOf(Uint8Array.from(alpha, (one) => (one >= NONE && one < ALL ? 1 : 0)));
  const pairs = yield* pairsAt(samples, [1, 2], places);
  for (const plane of [1, 2] as const) {
    const colours: number[] = [];
    for (const [i, { shown, clean }] of (pairs[plane - 1] ?? []).entries()) {
      if (i % 512 === 0) yield 0.9 + (0.05 * i) / places.length;
      const a = alpha[places[i] as number] as number;
      const bases = [...shown].flatMap((value, turn) => {
        const one = clean[turn] as number;
        return Number.isNaN(one) ? [] : [value - (1 - a) * one];
      });
      const even = bases.map(() => 1);
      colours.push(bases.length >= FEW ? weightedMedian(bases, even) / a : Number.NaN);
    }
    const known = [...places.keys()].filter((i) => !Number.isNaN(colours[i] as number));
    const common = weightedMedian(
      known.map((i) => colours[i] as number),
      known.map((i) => alpha[places[i] as number] as number),
    );
    for (const [i, at] of places.entries()) {
      const own = colours[i] as number;
      model.colour[plane][at] = Number.isNaN(own) ? common || 128 : own;
    }
  }
}

/** Takes back specks of opacity with nothing around them, and lets what is opaque reach one pixel further. */
function tidy({ width, height, kind, alpha }: MarkModel, hole: Uint8Array): void {
  const old = kind.slice();
  for (const at of placesOf(hole)) {
    const around = neighbours(at, width, height);
    if (old[at] === SEE_THROUGH && (alpha[at] as number) < 0.1 && around.every((other) => old[other] === CLEAN))
      kind[at] = CLEAN;
    const opaque = around.filter((other) => hole[other] && old[other] === OPAQUE).length;
    if (old[at] === OPAQUE && opaque === 0 && around.some((other) => old[other] === SEE_THROUGH)) kind[at] = OPAQUE;
    if (old[at] !== OPAQUE && opaque >= 2) kind[at] = OPAQUE;
  }
}

function neighbours(at: number, width: number, height: number): readonly number[] {
  const [x, y] = [at % width, Math.floor(at / width)];
  const found: number[] = [];
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++)
      if ((dx || dy) && x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
        found.push(at + dy * width + dx);
  return found;
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
