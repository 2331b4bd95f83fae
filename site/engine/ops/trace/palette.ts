import type { Pixels } from '../../types.ts';
import { type Oklab, oklabDistance, type Rgb, toOklab } from '../color/oklab.ts';

export type PaletteColour = { readonly rgb: Rgb; readonly lab: Oklab };

/** Colours closer than this in OKLab are merged. */
const MIN_COLOUR_DISTANCE = 0.045;

/** Smallest fraction of the opaque pixels that makes a palette colour. */
const MIN_COLOUR_FRACTION = 5e-4;

const ROUNDS = 6;

type Bin = { count: number; red: number; green: number; blue: number };
type Sample = PaletteColour & { readonly count: number };

/**
 * Returns up to `maxColours` colours of a picture's opaque pixels, most frequent first; none if all are transparent. Edge
 * pixels, whose colours are mixed, are skipped if there are others. Initial colours are chosen far apart, then refined by
 * k-means in OKLab.
 */
export function paletteOf(picture: Pixels, maxColours: number): readonly PaletteColour[] {
  const inner = samplesOf(picture, true);
  const samples = inner.length > 0 ? inner : samplesOf(picture, false);
  const total = samples.reduce((sum, { count }) => sum + count, 0);
  let centres = chooseInitialColours(samples, maxColours, total * MIN_COLOUR_FRACTION);
  let weights: readonly number[] = [];
  for (let round = 0; round < ROUNDS; round++) ({ centres, weights } = updateCentres(samples, centres));
  const order = centres.map((_, index) => index).sort((a, b) => weights[b]! - weights[a]!);
  return order.map((index) => centres[index]!);
}

/** The index of the nearest colour. */
export function nearestOf(palette: readonly PaletteColour[], lab: Oklab): number {
  let best = 0;
  for (let i = 1; i < palette.length; i++)
    if (oklabDistance(palette[i]!.lab, lab) < oklabDistance(palette[best]!.lab, lab)) best = i;
  return best;
}

function samplesOf({ width, height, data }: Pixels, withoutEdges: boolean): readonly Sample[] {
  const bins = new Map<number, Bin>();
  const differs = (a: number, b: number) =>
    data[b + 3]! < 250 ||
    Math.max(...[0, 1, 2].map((channel) => Math.abs(data[a + channel]! - data[b + channel]!))) > 12;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      if (data[at + 3]! < 250) continue;
      const edge =
        x === 0 || y === 0 || x === width - 1 || y === height - 1 || differs(at, at - 4) || differs(at, at + 4);
      if (withoutEdges && (edge || differs(at, at - 4 * width) || differs(at, at + 4 * width))) continue;
      const key = ((data[at]! >> 3) << 10) | ((data[at + 1]! >> 3) << 5) | (data[at + 2]! >> 3);
      const bin = bins.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
      bin.count++;
      bin.red += data[at]!;
      bin.green += data[at + 1]!;
      bin.blue += data[at + 2]!;
      bins.set(key, bin);
    }
  return [...bins.values()].map(({ count, red, green, blue }) => {
    const rgb: Rgb = [red / count / 255, green / count / 255, blue / count / 255];
    return { rgb, lab: toOklab(rgb), count };
  });
}

function chooseInitialColours(
  samples: readonly Sample[],
  maxColours: number,
  minCount: number,
): readonly PaletteColour[] {
  const found: Sample[] = [];
  while (found.length < maxColours) {
    let best: Sample | null = null;
    let bestWorth = 0;
    for (const sample of samples) {
      const distance = Math.min(1, ...found.map(({ lab }) => oklabDistance(lab, sample.lab)));
      const weight = Math.sqrt(sample.count) * distance;
      if (distance < MIN_COLOUR_DISTANCE || sample.count < minCount || weight <= bestWorth) continue;
      best = sample;
      bestWorth = weight;
    }
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
