import type { Plane } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import type { Mix, Patch } from './overlay.ts';

/** How far apart pixels are compared: beyond the soft rim of a stroke. */
export const LINKS = [
  [3, 0],
  [0, 3],
  [2, 2],
  [-2, 2],
] as const;

/** Differences that are noise, and which part of the usual ones around are as good as none. */
const NOISE = 0.014;
const LOCAL = 1.5;
const AROUND = 8;

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
 * it, and differences of what is below (Geman and McClure's cost of brightness and of two differences of colours, each
 * as wide as it is around the pair).
 */
export function costsOf(patch: Patch, { colour, opacity }: Mix): Costs {
  const { width, height, planes, mask, drawn } = patch;
  const own = new Float32Array(mask.length);
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    let worst = 0;
    for (let channel = 0; channel < 3; channel++) {
      const value = planes[channel]![i]! - opacity * colour[channel]!;
      worst = Math.max(worst, -value, value - (1 - opacity));
    }
    own[i] = Math.min(IMPOSSIBLE, (worst / TOLERANCE) ** 2) + (drawn ? told(drawn[i]!) : 0);
  }
  const seen = apart(planes);
  const tint = apart(colour.map((value) => Float32Array.of(value))).map(([value]) => opacity * value!);
  const usual = seen.map((data) => usualDifference({ width, height, data }));
  const links = new Float32Array(4 * LINKS.length * mask.length);
  const slope = 1 - opacity;
  const [gentle, root] = [1 / Math.sqrt(slope), Math.sqrt(slope)];
  for (const [n, [dx, dy]] of LINKS.entries())
    for (let y = 0; y < height - dy; y++)
      for (let x = Math.max(0, -dx); x < width - Math.max(0, dx); x++) {
        const i = y * width + x;
        const j = i + dy * width + dx;
        if (mask[i] === 0 && mask[j] === 0) continue;
        let [plain, one, other] = [0, 0, 0];
        for (let channel = 0; channel < 3; channel++) {
          const [a, b] = [seen[channel]![i]!, seen[channel]![j]!];
          const wide = usual[channel]![i]!;
          const shift = tint[channel]!;
          plain += ((a - b) / wide) ** 2;
          // As large as differences are half way between the seen picture and that below.
          one += (((a - shift) * gentle - b * root) / wide) ** 2;
          other += ((a * root - (b - shift) * gentle) / wide) ** 2;
        }
        const [c0, c1, c2] = [limited(plain), limited(other), limited(one)];
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

const limited = (squares: number): number => squares / (3 + squares);

type Floats = Float32Array<ArrayBuffer>;

/** Brightness, and two differences of colours. */
function apart([red, green, blue]: readonly Floats[]): readonly Floats[] {
  return [
    red!.map((value, i) => (value + green![i]! + blue![i]!) / 3),
    red!.map((value, i) => (value - green![i]!) / 2),
    red!.map((value, i) => ((value + green![i]!) / 2 - blue![i]!) / 2),
  ];
}

/** How much neighbours a little apart differ around each pixel. */
function usualDifference({ width, height, data }: Plane): Float32Array {
  const out = new Float32Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const across = x + 2 < width ? Math.abs(data[i]! - data[i + 2]!) : 0;
      const down = y + 2 < height ? Math.abs(data[i]! - data[i + 2 * width]!) : 0;
      out[i] = Math.min(across, down, 0.1);
    }
  return boxBlur({ width, height, data: out }, AROUND).data.map((value) => NOISE + LOCAL * value);
}
