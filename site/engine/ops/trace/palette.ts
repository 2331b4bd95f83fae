import type { Pixels } from '../../types.ts';
import { oklabDistance, type Rgb, toOklab } from '../color/oklab.ts';
import { bestOf, type Limits, MIN_COLOUR_DISTANCE, nearestOf } from './choose.ts';
import { CLEAR, classesOf, INNER, type PaletteColour, type Sample, samplesOf } from './samples.ts';
import { chooseStrokeColours, strokeSamples } from './strokes.ts';

/** Smallest fraction of the counted pixels that makes a palette colour. */
const MIN_COLOUR_FRACTION = 5e-4;

const ROUNDS = 6;

/**
 * Returns up to `maxColours` colours of a picture's visible pixels, most frequent first; none if all are transparent. Initial
 * colours are chosen far apart, those of areas before those of strokes too thin to have one, then refined by k-means in
 * OKLab. Edge pixels, whose colours are mixed, do not count.
 */
export function paletteOf(picture: Pixels, maxColours: number): readonly PaletteColour[] {
  const classes = classesOf(picture);
  const inner = samplesOf(picture, (i) => classes[i] === INNER);
  const areas = chooseAreaColours(
    inner,
    limitsFor((kind) => kind === INNER),
  );
  const edges = areas.length < maxColours ? strokeSamples(picture, classes) : [];
  const strokes = chooseStrokeColours(
    edges,
    areas,
    limitsFor((kind) => kind !== CLEAR),
  );
  const isOfStroke = ({ lab }: Sample) =>
    strokes.some((stroke) => oklabDistance(stroke.lab, lab) < MIN_COLOUR_DISTANCE);
  const samples = [...inner, ...edges.filter(isOfStroke)];
  let centres: readonly PaletteColour[] = [...areas, ...strokes];
  let weights: readonly number[] = [];
  for (let round = 0; round < ROUNDS; round++) ({ centres, weights } = updateCentres(samples, centres));
  const order = centres.map((_, index) => index).sort((a, b) => weights[b]! - weights[a]!);
  return order.map((index) => centres[index]!);

  function limitsFor(isCounted: (kind: number) => boolean): Limits {
    const total = classes.reduce((count, kind) => count + Number(isCounted(kind)), 0);
    return { maxColours, minCount: MIN_COLOUR_FRACTION * total };
  }
}

function chooseAreaColours(samples: readonly Sample[], limits: Limits): readonly PaletteColour[] {
  const found: Sample[] = [];
  while (found.length < limits.maxColours) {
    const best = bestOf(samples, found, limits);
    if (!best) break;
    found.push(best);
  }
  return found;
}

function updateCentres(
  samples: readonly Sample[],
  centres: readonly PaletteColour[],
): { readonly centres: readonly PaletteColour[]; readonly weights: readonly number[] } {
  const sums = centres.map(() => [0, 0, 0, 0]);
  for (const { rgb, lab, count } of samples) {
    const sum = sums[nearestOf(centres, lab)];
    if (!sum) continue;
    for (let channel = 0; channel < 3; channel++) sum[channel]! += rgb[channel]! * count;
    sum[3]! += count;
  }
  const next = sums.map(([red = 0, green = 0, blue = 0, count = 0], index): PaletteColour => {
    if (count === 0) return centres[index]!;
    const rgb: Rgb = [red / count, green / count, blue / count];
    return { rgb, lab: toOklab(rgb) };
  });
  return { centres: next, weights: sums.map(([, , , count = 0]) => count) };
}
