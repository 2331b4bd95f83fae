import type { Plane, Planes } from '../../types.ts';
import { lumaPlane } from '../planes.ts';
import { comparedAt, SINGLE, toneOf, widest } from './shades.ts';

/** What a picture's colours say of a cast. */
export type Cast = {
  /** Whether there is one, 0..1. */
  readonly sure: number;
  /** All of the picture is one colour in shades, as a yellowed or toned black-and-white print. */
  readonly toned: boolean;
};

/** Difference of the channels from which on there is a cast, and where it is beyond doubt. */
const LEVEL = { from: 0.05, to: 0.15 } as const;

/** The same for a print in shades of one tone: a warm tone up to there is the print's own, what is beyond has yellowed. */
const TONED = { from: 0.1, to: 0.18 } as const;

/** Shares of the pixels, by luma, that are a picture's darkest and brightest ones; some beyond may be clipped. */
const DARKEST = { from: 0.001, to: 0.01 } as const;
const BRIGHTEST = { from: 0.99, to: 0.999 } as const;

/** Power of the mean of edges (van de Weijer et al. 2007, "Edge-based color constancy"). */
const POWER = 5;

type Ends = { readonly dark: number; readonly light: number };

/**
 * How sure a cast of a picture is (RGB in 0..1). Light and fading colour what should be black or white, and edges alike;
 * a red hat or a meadow does not: where a channel ends only in some coloured thing, other pixels are the brightest, and
 * edges are as strong in each channel. `endsOf` gives the tones that a channel starts and ends at.
 */
export function castOf(picture: Planes, endsOf: (plane: Float32Array) => Ends): Cast {
  const small = comparedAt(picture);
  const luma = lumaPlane(small);
  const common = endsOf(luma.data);
  const own = small.planes.map(endsOf);
  const dark = own.map((ends) => ends.dark - common.dark);
  const light = own.map((ends) => ends.light - common.light);
  const tone = toneOf(small);
  // By all shades alike: paper that has stayed white beside brown middle tones is a print of as much tone.
  if (tone.spread < SINGLE * (common.light - common.dark)) return { sure: sureness([tone.tint], TONED), toned: true };
  const order = luma.data.map((_, i) => i).sort((a, b) => luma.data[a]! - luma.data[b]!);
  const edges = edgeOf(luma);
  const tinted = small.planes.map((data) => (edgeOf({ ...luma, data }) / Math.max(1e-6, edges) - 1) * common.light);
  const atBlack = agreed(dark, tintOf(small, order, DARKEST));
  const atWhite = agreed(light, tintOf(small, order, BRIGHTEST)).map((shift, i) => nearer(shift, tinted[i]!));
  return { sure: sureness([widest(atBlack), widest(atWhite)], LEVEL), toned: false };
}

const sureness = (shifts: readonly number[], level: { readonly from: number; readonly to: number }): number =>
  Math.min(1, Math.max(0, (Math.max(...shifts) - level.from) / (level.to - level.from)));

/** The smaller of two shifts into one direction; none where they are opposed. */
const nearer = (a: number, b: number): number => (a * b <= 0 ? 0 : Math.sign(a) * Math.min(Math.abs(a), Math.abs(b)));

/** Shifts as far as two ways of measuring them agree, in all channels: else it is a thing's colour that both see. */
function agreed(a: readonly number[], b: readonly number[]): readonly number[] {
  const apart = Math.max(...a.map((shift, i) => Math.abs(shift - b[i]!)));
  return a.map((shift, i) => {
    const least = nearer(shift, b[i]!);
    return Math.sign(least) * Math.max(0, Math.abs(least) - apart);
  });
}

/** How each channel differs from luma in the mean of some pixels; `order`: all pixels by their luma. */
function tintOf({ planes }: Planes, order: Float32Array, share: { readonly from: number; readonly to: number }) {
  const from = Math.floor(share.from * order.length);
  const places = order.subarray(from, Math.max(from + 1, Math.floor(share.to * order.length)));
  const [red = 0, green = 0, blue = 0] = planes.map(
    (plane) => places.reduce((sum, i) => sum + plane[i]!, 0) / places.length,
  );
  const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
  return [red - luma, green - luma, blue - luma];
}

/** Strength of the edges of a plane. */
function edgeOf({ width, height, data }: Plane): number {
  let sum = 0;
  for (let y = 1; y < height - 1; y++)
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++)
      sum += Math.hypot(data[i + 1]! - data[i - 1]!, data[i + width]! - data[i - width]!) ** POWER;
  return (sum / data.length) ** (1 / POWER);
}
