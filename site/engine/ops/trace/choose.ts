import { type Oklab, oklabDistance } from '../color/oklab.ts';
import type { PaletteColour, Sample } from './samples.ts';

/** Colours closer than this in OKLab are merged. */
export const MIN_COLOUR_DISTANCE = 0.045;

export type Limits = {
  readonly maxColours: number;
  /** Samples of fewer pixels make no palette colour. */
  readonly minCount: number;
};

/** The index of the nearest colour. */
export function nearestOf(palette: readonly PaletteColour[], lab: Oklab): number {
  let best = 0;
  for (let i = 1; i < palette.length; i++)
    if (oklabDistance(palette[i]!.lab, lab) < oklabDistance(palette[best]!.lab, lab)) best = i;
  return best;
}

/** The sample that adds most to the chosen colours: frequent, and far from them; null if all are rare or near. */
export function bestOf(
  samples: readonly Sample[],
  chosen: readonly PaletteColour[],
  { minCount }: Limits,
): Sample | null {
  let best: Sample | null = null;
  let bestWorth = 0;
  for (const sample of samples) {
    const distance = Math.min(1, ...chosen.map(({ lab }) => oklabDistance(lab, sample.lab)));
    const worth = Math.sqrt(sample.count) * distance;
    if (distance < MIN_COLOUR_DISTANCE || sample.count < minCount || worth <= bestWorth) continue;
    best = sample;
    bestWorth = worth;
  }
  return best;
}
