import type { Patch } from './overlay.ts';

/** What a pixel at a border says by itself of the mark's opacity there, and how sure that is. */
export type Guess = { readonly at: number; readonly opacity: number; readonly variance: number };

/** What pixels alike say of one of them: their mean, and how far it may be from that. */
type Others = { readonly mean: Float64Array; readonly spread: Float64Array };

/**
 * What pixels alike have in common, the more of it the liker: half the side of their neighbourhoods, turned or as it is,
 * and the side of the square of the picture in which all of them lie.
 */
const LIKENESS = [
  { radius: 0, turned: false, within: null },
  { radius: 1, turned: true, within: null },
  { radius: 2, turned: true, within: null },
  { radius: 2, turned: false, within: null },
  { radius: 3, turned: false, within: null },
  { radius: 2, turned: false, within: 8 },
] as const;

/** Least deviation of opacities among pixels alike, as a share of the mark's. */
const LEAST = 0.02;

/** A group is believed to vary by that share of the wider one's variance, as if seen so many times. */
const BEFORE = { share: 0.3, times: 3 } as const;

const ROUNDS = 3;

/**
 * What other pixels say of each guess: strokes are drawn alike, so that where the strokes around two pixels are the same,
 * their opacities hardly differ. Groups of the same 7 × 7 neighbours borrow from those of the same 5 × 5, these from
 * 3 × 3, and these from all pixels of their depth (empirical Bayes; Morris 1983); last those beside each other, which lie
 * on the same straight edge, and are cut by it at the same share of a pixel. A pixel's own guess is left out.
 */
export function othersOf(guesses: readonly Guess[], labels: Uint8Array, around: Around): Others {
  const { patch, depth, opacity } = around;
  let mean = new Float64Array(guesses.length).fill(opacity / 2);
  let spread = new Float64Array(guesses.length).fill(opacity ** 2);
  for (const likeness of LIKENESS) {
    const next = { mean: mean.slice(), spread: spread.slice() };
    const patterns = patternsOf(patch, labels, likeness);
    const { radius, within } = likeness;
    const keyOf = (at: number) => {
      const key = radius > 0 ? patterns(at) : depth[at]!;
      const [x, y] = [at % patch.width, Math.floor(at / patch.width)];
      return within === null ? `${key}` : `${key} ${Math.floor(x / within)} ${Math.floor(y / within)}`;
    };
    for (const members of groupsOf(guesses, keyOf)) {
      const [first] = members as [number];
      const parent = { mean: mean[first]!, spread: spread[first]!, binding: within !== null };
      const chosen = members.map((index) => guesses[index]!);
      const inside = spreadOf(chosen, parent, (LEAST * opacity) ** 2);
      const all = sumsOf(chosen, parent, inside);
      for (const [k, index] of members.entries()) {
        const own = 1 / (chosen[k]!.variance + inside);
        next.mean[index] = (all.sum - own * chosen[k]!.opacity) / (all.weight - own);
        next.spread[index] = inside + 1 / (all.weight - own);
      }
    }
    ({ mean, spread } = next);
  }
  return { mean, spread };
}

/** Where guesses were made: the patch, each pixel's depth in the strokes, and the mark's opacity. */
export type Around = { readonly patch: Patch; readonly depth: Int8Array; readonly opacity: number };

function groupsOf(guesses: readonly Guess[], keyOf: (at: number) => string): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (const [index, { at }] of guesses.entries()) {
    const key = keyOf(at);
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

type Likeness = { readonly radius: number; readonly turned: boolean };

/** The labels around a pixel as the bits of a number, 49 at most; `turned` counts turns and mirror pictures as the same. */
function patternsOf(
  { width, height }: Patch,
  labels: Uint8Array,
  { radius, turned }: Likeness,
): (at: number) => number {
  const span = Array.from({ length: 2 * radius + 1 }, (_, i) => i - radius);
  const plain = span.flatMap((v) => span.map((u) => [u, v] as const));
  const orders = turned
    ? [-1, 1].flatMap((a) => [-1, 1].flatMap((b) => [false, true].map((swap) => ({ a, b, swap }))))
    : [{ a: 1, b: 1, swap: false }];
  const ways = orders.map(({ a, b, swap }) =>
    plain.map(([u, v]) => (swap ? ([a * v, b * u] as const) : ([a * u, b * v] as const))),
  );
  return (at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    let least = Number.POSITIVE_INFINITY;
    for (const way of ways) {
      let key = 0;
      for (const [u, v] of way) {
        const row = width * Math.min(height - 1, Math.max(0, y + v));
        key = 2 * key + labels[row + Math.min(width - 1, Math.max(0, x + u))]!;
      }
      least = Math.min(least, key);
    }
    return least;
  };
}

/** What is believed of a group before; where that is `binding`, the group is not asked how far it differs. */
type Parent = { readonly mean: number; readonly spread: number; readonly binding: boolean };

/**
 * Mean of the guesses and of what is believed before, as a sum and its weight. As far as the guesses all differ from that
 * by more than chance, it counts less: most strokes end at whole pixels, one letter's bar does not. Those beside each
 * other may differ from it by one edge of the picture.
 */
function sumsOf(guesses: readonly Guess[], { mean, spread, binding }: Parent, inside: number) {
  let [weight, sum] = [0, 0];
  for (const { opacity, variance } of guesses) {
    weight += 1 / (variance + inside);
    sum += opacity / (variance + inside);
  }
  const apart = binding ? 0 : Math.max(0, (sum / weight - mean) ** 2 - spread - 1 / weight);
  const before = 1 / (spread + apart);
  return { weight: weight + before, sum: sum + mean * before };
}

/** Variance of the opacities in a group, the noise of the guesses taken out. */
function spreadOf(guesses: readonly Guess[], parent: Parent, least: number): number {
  const before = BEFORE.share * parent.spread;
  let inside = before;
  for (let round = 0; round < ROUNDS; round++) {
    const { weight, sum } = sumsOf(guesses, parent, inside);
    let [weights, squares] = [0, 0];
    for (const { opacity, variance } of guesses) {
      const sure = 1 / (variance + inside) ** 2;
      weights += sure;
      squares += sure * ((opacity - sum / weight) ** 2 - variance);
    }
    const seen = Math.max(least, squares / weights);
    const times = weights * seen ** 2;
    inside = Math.max(least, (times * seen + BEFORE.times * before) / (times + BEFORE.times));
  }
  return inside;
}
