import type { Pixels } from '../../types.ts';
import { oklabDistance, toOklab } from '../color/oklab.ts';
import { mixColours, project } from '../logo/mixture.ts';
import { EDGE_REACH_PX } from '../logo/unmix.ts';
import { bestOf, type Limits, MIN_COLOUR_DISTANCE } from './choose.ts';
import { EDGE, INNER, type PaletteColour, type Sample, samplesOf } from './samples.ts';

/**
 * The colours of strokes too thin to have inner pixels: those of edge pixels with nothing but one colour, or transparency,
 * around them. The other edge pixels may have colours of neither side, where two colours meet or by compression.
 */
export function strokeSamples(picture: Pixels, classes: Uint8Array): readonly Sample[] {
  const { width, height, data } = picture;
  return samplesOf(picture, (i) => classes[i] === EDGE && isStroke(i));

  function isStroke(i: number): boolean {
    const x = i % width;
    const y = (i - x) / width;
    let around: number | null = null;
    for (let v = Math.max(0, y - EDGE_REACH_PX); v <= Math.min(height - 1, y + EDGE_REACH_PX); v++)
      for (let u = Math.max(0, x - EDGE_REACH_PX); u <= Math.min(width - 1, x + EDGE_REACH_PX); u++) {
        const other = v * width + u;
        if (classes[other] === EDGE) continue;
        const colour = classes[other] === INNER ? rgbAt(data, other) : CLEAR_COLOUR;
        if (around !== null && colour !== around) return false;
        around = colour;
      }
    return true;
  }
}

/** Stands for transparency among colours. */
const CLEAR_COLOUR = -1;

const rgbAt = (data: Uint8ClampedArray, i: number): number =>
  (data[4 * i]! << 16) | (data[4 * i + 1]! << 8) | data[4 * i + 2]!;

/** Chooses colours that are neither area colours nor mixtures of two colours. */
export function chooseStrokeColours(
  samples: readonly Sample[],
  areas: readonly PaletteColour[],
  limits: Limits,
): readonly PaletteColour[] {
  const found = [...areas];
  const withoutMixtures = (rest: readonly Sample[], index: number) =>
    rest.filter((sample) => !found.slice(0, index).some((other) => isMixture(sample, other, found[index]!)));
  let rest = samples;
  for (const index of areas.keys()) rest = withoutMixtures(rest, index);
  while (found.length < limits.maxColours) {
    const best = bestOf(rest, found, limits);
    if (!best) break;
    found.push(best);
    rest = withoutMixtures(rest, found.length - 1);
  }
  return found.slice(areas.length);
}

/** Whether a mixture of two colours is so close to a sample that they would be merged. */
function isMixture({ rgb, lab }: Sample, a: PaletteColour, b: PaletteColour): boolean {
  const { fraction } = project(rgb, a.rgb, b.rgb);
  return oklabDistance(lab, toOklab(mixColours(a.rgb, b.rgb, fraction))) < MIN_COLOUR_DISTANCE;
}
