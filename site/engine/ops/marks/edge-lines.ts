import { lumaPlane } from '../planes.ts';
import { type Mix, type Patch, PURE } from './overlay.ts';

/** Numbers of one pair: the colour on one side of an edge, then that on the other. */
const PAIR = 6;

/** Steps from the edge to what may be the mark (soft rims, thin strokes), and to what is surely beside it. */
const INSIDE = [1, 2] as const;
const BESIDE = 2.4;

/** Least slope of luma, 0..1 for a pixel, and least sum of differences of the channels, that are an edge. */
const SLOPE = 0.008;
const JUMP = 0.06;

/** A pair agrees within this sum of differences, or this share of its jump. */
const EXACT = 0.036;
const PART_OF_JUMP = 0.12;

/** Pairs that are looked at, and guesses from two of them. */
const MOST_PAIRS = 5000;
const GUESSES = 1500;

/** Least difference (squared) of two grounds that tells an opacity. */
const APART = 0.01;

/** White and black explain as well as another colour that explains this much more. */
const PURE_WORTH = 1.35;

/** A colour of one's own and much opacity explain any two even faces. */
const COST_OF_OPACITY = 0.35;

/** More of any colour is like a thing of the picture itself. */
export const MOST_OPACITY = 0.86;

/** Guesses that are looked at further, and how far apart they are. */
const MOST_FOUND = 3;

/** Those with less than that share of the best score are left out. */
const LIKELY = 0.4;

export type Candidate = Mix & {
  /** Edges that it explains beyond those that it explains outside of the mask by chance, in deviations. */
  readonly score: number;
};

export type EdgeLines = {
  /** How well a mark of this explains the edges. */
  readonly rank: (mix: Mix) => Candidate;
  /** What marks may be made of, likeliest first; `told` is one more to look at. */
  readonly likely: (told: Mix | null) => readonly Candidate[];
};

/**
 * What marks in the mask may be made of, likeliest first. At each edge of a see-through mark of one colour and opacity,
 * the colour inside is the same straight line of the colour beside it, `inside = (1 - opacity) * beside + opacity *
 * colour`; edges of the picture itself agree on none. Lines through pairs of edges, chosen by chance, and all those
 * towards white and black, are ranked by the edges on them (Fischler and Bolles 1981, “Random sample consensus”) less
 * those that lie on them outside of the mask.
 */
export function edgeLines(patch: Patch): EdgeLines {
  const [within, without] = [true, false].map((inside) => edgePairs(patch, inside)) as [Float32Array, Float32Array];
  const chosen = patch.mask.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0);
  const ratio =
    ((chosen / Math.max(1, patch.mask.length - chosen)) * (sample(within).share || 1)) / (sample(without).share || 1);
  const [inside, outside] = [sample(within).pairs, sample(without).pairs];
  const ranked = (mix: Mix, worth: number): Candidate => {
    const own = support(inside, mix);
    const chance = ratio * support(outside, mix);
    return { ...mix, score: (worth * (own - chance)) / Math.sqrt(own + chance + 20) };
  };
  const rank = (mix: Mix) => ranked(mix, PURE_WORTH);
  const likely = (told: Mix | null): readonly Candidate[] => {
    const found: Candidate[] = [];
    for (const colour of PURE)
      for (let opacity = 0.06; opacity < MOST_OPACITY; opacity += 0.02) found.push(rank({ colour, opacity }));
    for (const mix of guesses(inside)) found.push(ranked(mix, 1 - COST_OF_OPACITY * mix.opacity));
    found.sort((a, b) => b.score - a.score);
    const best: Candidate[] = [];
    const add = (one: Candidate) => {
      if (best.every((other) => areApart(one, other))) best.push(one);
    };
    for (const one of found) if (one.score > 0 && best.length < MOST_FOUND - (told ? 1 : 0)) add(one);
    for (const colour of PURE) add(found.find((one) => one.colour === colour)!);
    if (told) add(rank(told));
    const least = LIKELY * (found[0]?.score ?? 0);
    return best.filter(({ score }) => score > least);
  };
  return { rank, likely };
}

const areApart = (one: Mix, other: Mix): boolean =>
  Math.abs(one.opacity - other.opacity) > 0.06 ||
  one.colour.some((value, channel) => Math.abs(value - other.colour[channel]!) > 0.15);

/** Both ways across each edge: where luma's slope is highest along itself. */
function edgePairs(patch: Patch, inside: boolean): Float32Array {
  const { width, height, planes, mask } = patch;
  const across = new Float32Array(width * height);
  const down = new Float32Array(width * height);
  const steep = new Float32Array(width * height);
  const [red, green, blue] = planes as [Float32Array, Float32Array, Float32Array];
  const luma = lumaPlane(patch).data;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const sums = (step: number, side: number) =>
        (2 * (luma[i + step]! - luma[i - step]!) +
          (luma[i + step - side]! - luma[i - step - side]!) +
          (luma[i + step + side]! - luma[i - step + side]!)) /
        8;
      across[i] = sums(1, width);
      down[i] = sums(width, 1);
      steep[i] = Math.hypot(across[i]!, down[i]!);
    }
  const out: number[] = [];
  for (let y = 4; y < height - 4; y++)
    for (let x = 4; x < width - 4; x++) {
      const i = y * width + x;
      const slope = steep[i]!;
      if ((mask[i] !== 0) !== inside || slope < SLOPE) continue;
      const [nx, ny] = [across[i]! / slope, down[i]! / slope];
      const at = (far: number) => Math.round(y + far * ny) * width + Math.round(x + far * nx);
      if (steep[at(1)]! > slope || steep[at(-1)]! >= slope) continue;
      for (const far of INSIDE)
        for (const side of [1, -1]) {
          const [p, q] = [at(side * far), at(-side * BESIDE)];
          out.push(red[p]!, green[p]!, blue[p]!, red[q]!, green[q]!, blue[q]!);
        }
    }
  return Float32Array.from(out);
}

/** Some of many pairs, evenly, and which share they are. */
function sample(all: Float32Array): { readonly pairs: Float32Array; readonly share: number } {
  const count = all.length / PAIR;
  // Not a multiple of the four pairs of one edge.
  const every = count > MOST_PAIRS ? Math.ceil(count / MOST_PAIRS) | 1 : 1;
  if (every === 1) return { pairs: all, share: 1 };
  const pairs = new Float32Array(PAIR * Math.floor(count / every));
  for (let k = 0; k < pairs.length / PAIR; k++)
    pairs.set(all.subarray(PAIR * k * every, PAIR * (k * every + 1)), PAIR * k);
  return { pairs, share: pairs.length / all.length };
}

/** How many pairs lie on the line, those near to it in part. */
function support(pairs: Float32Array, { colour, opacity }: Mix): number {
  const slope = 1 - opacity;
  const [red, green, blue] = colour.map((value) => opacity * value) as [number, number, number];
  let sum = 0;
  for (let k = 0; k < pairs.length; k += PAIR) {
    const [r, g, b] = [pairs[k]!, pairs[k + 1]!, pairs[k + 2]!];
    const [u, v, w] = [pairs[k + 3]!, pairs[k + 4]!, pairs[k + 5]!];
    const jump = Math.abs(r - u) + Math.abs(g - v) + Math.abs(b - w);
    if (jump < JUMP) continue;
    const rest = Math.abs(r - slope * u - red) + Math.abs(g - slope * v - green) + Math.abs(b - slope * w - blue);
    const far = rest / Math.max(EXACT, PART_OF_JUMP * jump);
    if (far < 1) sum += 1 - far * far;
  }
  return sum;
}

function* guesses(pairs: Float32Array): Generator<Mix> {
  const count = pairs.length / PAIR;
  let state = 1;
  const next = () => {
    // Numerical Recipes' linear congruence: the same guesses every time.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return PAIR * Math.floor((state / 2 ** 32) * count);
  };
  for (let turn = 0; turn < GUESSES && count > 1; turn++) {
    const [i, j] = [next(), next()];
    let [squares, product] = [0, 0];
    for (let channel = 0; channel < 3; channel++) {
      const beside = pairs[i + 3 + channel]! - pairs[j + 3 + channel]!;
      squares += beside * beside;
      product += beside * (pairs[i + channel]! - pairs[j + channel]!);
    }
    const slope = product / squares;
    if (squares < APART || slope < 1 - MOST_OPACITY || slope > 0.94) continue;
    const opacity = 1 - slope;
    const colour = [0, 1, 2].map(
      (channel) =>
        (pairs[i + channel]! + pairs[j + channel]! - slope * (pairs[i + 3 + channel]! + pairs[j + 3 + channel]!)) /
        (2 * opacity),
    );
    if (colour.some((value) => value < -0.05 || value > 1.05)) continue;
    yield { colour: colour.map((value) => Math.min(1, Math.max(0, value))) as unknown as Mix['colour'], opacity };
  }
}
