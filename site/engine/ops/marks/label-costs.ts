import type { Mix, Patch } from './overlay.ts';
import { paletteCosts } from './palette.ts';
import { lengthOf, whitenings } from './whitening.ts';

/** How far apart pixels are compared: beyond the soft rim of a stroke. */
export const LINKS = [
  [3, 0],
  [0, 3],
  [2, 2],
  [-2, 2],
] as const;

/** What a colour that cannot be below the mark costs at most, and how far beyond it may be for 1. */
const IMPOSSIBLE = 8;
const TOLERANCE = 0.02;

export type Costs = {
  /** What it costs more to be in than out. */
  readonly own: Float32Array;
  /** For each pixel and link: both out, the other in, this in, both in. */
  readonly links: Float32Array;
};

/**
 * What it costs to have each pixel, and each pair a little apart, in or out of a known mark: colours that cannot be below
 * it, or are seldom seen beside the mask, and differences of what is below (Geman and McClure's cost of brightness and of
 * two differences of colours, as they vary around the pair).
 */
export function costsOf(patch: Patch, { colour, opacity }: Mix): Costs {
  const { width, height, planes, mask, drawn } = patch;
  const own = paletteCosts(patch, { colour, opacity });
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    let worst = 0;
    for (let channel = 0; channel < 3; channel++) {
      const value = planes[channel]![i]! - opacity * colour[channel]!;
      worst = Math.max(worst, -value, value - (1 - opacity));
    }
    own[i] = own[i]! + Math.min(IMPOSSIBLE, (worst / TOLERANCE) ** 2) + (drawn ? told(drawn[i]!) : 0);
  }
  const seen = apart(planes);
  const tint = apart(colour.map((value) => Float32Array.of(value))).map(([value]) => opacity * value!);
  const maps = whitenings(seen, patch);
  const [below, before, after] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const links = new Float32Array(4 * LINKS.length * mask.length);
  const slope = 1 - opacity;
  const [gentle, root] = [1 / Math.sqrt(slope), Math.sqrt(slope)];
  for (const [n, [dx, dy]] of LINKS.entries())
    for (let y = 0; y < height - dy; y++)
      for (let x = Math.max(0, -dx); x < width - Math.max(0, dx); x++) {
        const i = y * width + x;
        const j = i + dy * width + dx;
        if (mask[i] === 0 && mask[j] === 0) continue;
        for (let channel = 0; channel < 3; channel++) {
          const [a, b] = [seen[channel]![i]!, seen[channel]![j]!];
          const shift = tint[channel]!;
          below[channel] = a - b;
          // As large as differences are half way between the seen picture and that below.
          before[channel] = (a - shift) * gentle - b * root;
          after[channel] = a * root - (b - shift) * gentle;
        }
        const c0 = limited(lengthOf(maps, i, below));
        const c1 = limited(lengthOf(maps, i, after));
        const c2 = limited(lengthOf(maps, i, before));
        if (mask[j] === 0) own[i] = own[i]! + c2 - c0;
        else if (mask[i] === 0) own[j] = own[j]! + c1 - c0;
        else {
          const t = 4 * (LINKS.length * i + n);
          links[t] = c0;
          links[t + 1] = c1;
          links[t + 2] = c2;
          links[t + 3] = c0;
        }
      }
  return { own, links };
}

/** What a network's word is worth, and at most: that it sees nothing says little, for it misses pale strokes. */
const WORD = 0.5;
const MOST = { drawn: 1.5, not: 0.02 } as const;
const told = (likely: number): number =>
  Math.min(MOST.not, Math.max(-MOST.drawn, WORD * Math.log((1.01 - likely) / (likely + 0.01))));

/** Squares of that length count half. */
const HALF = 1.5;
const limited = (squares: number): number => squares / (HALF + squares);

type Floats = Float32Array<ArrayBuffer>;

/** Brightness, and two differences of colours. */
function apart([red, green, blue]: readonly Floats[]): readonly Floats[] {
  return [
    red!.map((value, i) => (value + green![i]! + blue![i]!) / 3),
    red!.map((value, i) => (value - green![i]!) / 2),
    red!.map((value, i) => ((value + green![i]!) / 2 - blue![i]!) / 2),
  ];
}
