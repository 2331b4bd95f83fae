import type { Plane, Planes } from '../../types.ts';
import { lumaPlane } from '../planes.ts';
import { MAX_MONOCHROME_SPREAD, measureTint, rangeOf } from './monochrome.ts';
import { toneRange } from './tone-histogram.ts';

export type Cast = {
  /** Confidence that the picture has a colour cast, 0..1. */
  readonly confidence: number;
  /** The picture is monochrome, as a yellowed or toned black-and-white print is. */
  readonly toned: boolean;
};

/** Difference of the channels (0..1) at which the confidence in a cast is 0 and 1. */
const CAST_SHIFT = { none: 0.05, certain: 0.15 } as const;

/** The same for a monochrome print: up to `none` the warm tone is the print's own, beyond it has yellowed. */
const TONED_SHIFT = { none: 0.1, certain: 0.18 } as const;

/** Darkest level of any channel (0..1) at which the confidence in a scanned print is 0 and 1: paper is never fully black. */
const PRINTED_BLACK = { none: 0.02, certain: 0.055 } as const;

/** The darkest and the brightest pixels, as fractions in order of luma; pixels beyond may be clipped. */
const DARKEST = { from: 0.001, to: 0.01 } as const;
const BRIGHTEST = { from: 0.99, to: 0.999 } as const;

/** Exponent of the Minkowski mean of edges (van de Weijer et al. 2007, "Edge-based color constancy"). */
const EDGE_EXPONENT = 5;

/**
 * Estimates how likely a picture (RGB in 0..1, as `reduceForComparison` returns it) has a colour cast. Light and fading
 * tint black, white and edges alike; a red hat or a meadow does not: there the brightest pixels of a channel are not the
 * brightest of the picture, and edges are as strong in every channel. An evening or a stormy sky tints a whole picture
 * too: only paper that has yellowed, and whose ink is no longer black, is an aged print.
 */
export function estimateCast(small: Planes): Cast {
  const luma = lumaPlane(small);
  const common = toneRange(luma.data);
  const channels = small.planes.map(toneRange);
  const tint = measureTint(small);
  // Across all levels: a print with white paper and brown middle tones is as much toned as one that is brown throughout.
  if (tint.spread < MAX_MONOCHROME_SPREAD * (common.light - common.dark))
    return { confidence: confidenceOf([tint.tint], TONED_SHIFT), toned: true };
  const order = luma.data.map((_, i) => i).sort((a, b) => luma.data[a]! - luma.data[b]!);
  const edges = edgeStrength(luma);
  const edgeShifts = small.planes.map(
    (data) => (edgeStrength({ ...luma, data }) / Math.max(1e-6, edges) - 1) * common.light,
  );
  const darkShifts = channels.map(({ dark }) => dark - common.dark);
  const lightShifts = channels.map(({ light }) => light - common.light);
  const atBlack = agreement(darkShifts, meanTint(small, order, DARKEST));
  const white = meanTint(small, order, BRIGHTEST);
  const atWhite = agreement(lightShifts, white).map((shift, i) => smallerShift(shift, edgeShifts[i]!));
  const cast = confidenceOf([rangeOf(atBlack), rangeOf(atWhite)], CAST_SHIFT);
  const isYellowed = white[0]! >= white[1]! && white[1]! >= white[2]!;
  const printed = isYellowed ? confidenceOf([Math.min(...channels.map(({ dark }) => dark))], PRINTED_BLACK) : 0;
  return { confidence: cast * printed, toned: false };
}

const confidenceOf = (
  shifts: readonly number[],
  { none, certain }: { readonly none: number; readonly certain: number },
): number => Math.min(1, Math.max(0, (Math.max(...shifts) - none) / (certain - none)));

/** The smaller of two shifts in the same direction; 0 if they oppose each other. */
const smallerShift = (a: number, b: number): number =>
  a * b <= 0 ? 0 : Math.sign(a) * Math.min(Math.abs(a), Math.abs(b));

/** Shifts reduced by the largest disagreement of the two measurements, which is the colour of an object. */
function agreement(a: readonly number[], b: readonly number[]): readonly number[] {
  const difference = Math.max(...a.map((shift, i) => Math.abs(shift - b[i]!)));
  return a.map((shift, i) => {
    const smaller = smallerShift(shift, b[i]!);
    return Math.sign(smaller) * Math.max(0, Math.abs(smaller) - difference);
  });
}

/** Mean difference of each channel from luma over a range of pixels; `order` lists all pixels by luma. */
function meanTint({ planes }: Planes, order: Float32Array, range: { readonly from: number; readonly to: number }) {
  const from = Math.floor(range.from * order.length);
  const pixels = order.subarray(from, Math.max(from + 1, Math.floor(range.to * order.length)));
  const [red = 0, green = 0, blue = 0] = planes.map(
    (plane) => pixels.reduce((sum, i) => sum + plane[i]!, 0) / pixels.length,
  );
  const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
  return [red - luma, green - luma, blue - luma];
}

/** Minkowski mean of the gradient magnitudes of a plane. */
function edgeStrength({ width, height, data }: Plane): number {
  let sum = 0;
  for (let y = 1; y < height - 1; y++)
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++)
      sum += Math.hypot(data[i + 1]! - data[i - 1]!, data[i + width]! - data[i - width]!) ** EDGE_EXPONENT;
  return (sum / data.length) ** (1 / EDGE_EXPONENT);
}
