import type { Size } from '../../types.ts';

/** A see-through mark of one colour: what is seen is `(1 - opacity) * picture + opacity * colour`. All in 0..1. */
export type Overlay = {
  readonly colour: readonly [red: number, green: number, blue: number];
  readonly opacity: number;
  /** 0..1: how much better the borders of the mark are explained with it than without. */
  readonly trust: number;
};

/** A part of a picture around marks, or the same part of several with the same marks. */
export type Patch = Size & {
  /** R, G and B in 0..1, of one picture after the other. */
  readonly planes: readonly Floats[];
  /** Not 0 where a mark may be. */
  readonly mask: Uint8Array;
  /** How likely each pixel is drawn over the picture, 0..1, where a network told. */
  readonly drawn?: Float32Array | null;
};
type Floats = Float32Array<ArrayBuffer>;

/** Where two pixels are compared: far enough apart that neither is on the soft edge between them. */
const OFFSETS: readonly (readonly [dx: number, dy: number])[] = [
  [3, 0],
  [0, 3],
  [4, 0],
  [0, 4],
  [3, 3],
  [3, -3],
];

/** More pairs than that say nothing new. */
const MOST_PAIRS = 3000;
const LEAST_PAIRS = 24;

/** Differences from here on count as edges of the picture itself. */
const OUTLIER = 0.08;

/** In the last steps only pairs that hardly differ count: what is below them is the same. */
const ALIKE = 0.01;

/** What colours are off by for being whole numbers: even paper below a mark tells an opacity that is a little wrong. */
const ROUNDING = 0.4 / 255;

/** Colours that marks have more often than others, and how little worse they may explain it than a free one. */
export const PURE: readonly Overlay['colour'][] = [
  [1, 1, 1],
  [0, 0, 0],
];
const AS_GOOD = { share: 1.01, more: 0.05 } as const;

/** On an even picture many opacities explain a mark; a low one does least harm. */
const COST_OF_OPACITY = 0.03;

/** Colours inside and outside, six numbers for each pair. */
type Pairs = { readonly numbers: Float32Array; readonly count: number };

/**
 * The overlay that explains best how the pixels inside the strokes differ from those across their borders; null where
 * there is nothing to compare. `opacity` where it is known. Pairs of neighbours vary by the picture itself on both sides
 * alike, so that residuals are divided by the root of the slope (reduced major axis; an ordinary regression would find
 * too much opacity), and truncated, so that edges of the picture do not count.
 */
export function fitOverlay(patch: Patch, labels: Uint8Array, opacity: number | null): Overlay | null {
  const solid = pairsOf(patch, labels, true);
  const pairs = solid.count >= LEAST_PAIRS ? solid : pairsOf(patch, labels, false);
  if (pairs.count < LEAST_PAIRS) return null;
  const plain = cost(pairs, { colour: [0, 0, 0], opacity: 0 });
  const free = search(opacity, (share) => colourFor(pairs, share));
  const pure = PURE.map((colour) =>
    search(opacity, (share) => ({ colour, opacity: share, cost: cost(pairs, { colour, opacity: share }) })),
  ).sort((a, b) => a.cost - b.cost)[0]!;
  const isAsGood = pure.cost < free.cost * AS_GOOD.share + AS_GOOD.more;
  const found = isAsGood ? pure : free;
  const mix = {
    colour: found.colour,
    opacity: isAsGood && opacity === null ? sharper(pairs, pure) : found.opacity,
  };
  return { ...mix, trust: plain > 0 ? Math.max(0, 1 - cost(pairs, mix) / plain) : 0 };
}

/** The opacity of the least cost: on a grid, then finer and finer; only the known one where there is one. */
function search(known: number | null, solve: (opacity: number) => Fit): Fit {
  if (known !== null) return solve(known);
  let best = solve(0.06);
  const consider = (opacity: number) => {
    if (opacity < 0.03 || opacity > 0.98) return;
    const found = solve(opacity);
    if (found.cost + COST_OF_OPACITY * found.opacity < best.cost + COST_OF_OPACITY * best.opacity) best = found;
  };
  for (let opacity = 0.09; opacity < 0.98; opacity += 0.03) consider(opacity);
  for (const step of [0.015, 0.0075, 0.004, 0.002]) for (const sign of [-1, 1]) consider(best.opacity + sign * step);
  return best;
}

/** The opacity near by, as eight bits hold it, that explains best the pairs which the mark explains at all. */
function sharper(pairs: Pairs, { colour, opacity }: Mix): number {
  const near = [-3, -2, -1, 0, 1, 2, 3].map((step) => (Math.round(255 * opacity) + step) / 255);
  const costs = near.map((share) => cost(pairs, { colour, opacity: share }, ALIKE));
  return near[costs.indexOf(Math.min(...costs))]!;
}

/** White or black, as most marks are. */
export const isPure = ({ colour }: Mix): boolean => PURE.includes(colour);

/** How much better this overlay explains the borders of the strokes than none, 0..1. */
export function trustIn(patch: Patch, labels: Uint8Array, overlay: Overlay): number {
  const pairs = pairsOf(patch, labels, false);
  const plain = cost(pairs, { colour: [0, 0, 0], opacity: 0 });
  return pairs.count < LEAST_PAIRS || plain === 0 ? 0 : Math.max(0, 1 - cost(pairs, overlay) / plain);
}

/** What a mark is made of. */
export type Mix = Pick<Overlay, 'colour' | 'opacity'>;
type Fit = Mix & { readonly cost: number };

/** The best colour for an opacity: three rounds of means without outliers. */
function colourFor(pairs: Pairs, opacity: number): Fit {
  const colour: [number, number, number] = [0, 0, 0];
  const { numbers, count } = pairs;
  const slope = 1 - opacity;
  for (let channel = 0; channel < 3; channel++) {
    const shifts = new Float32Array(count);
    for (let i = 0; i < count; i++) shifts[i] = numbers[6 * i + channel]! - slope * numbers[6 * i + 3 + channel]!;
    let middle = shifts.slice().sort()[count >> 1]!;
    for (const reach of [2 * OUTLIER, OUTLIER, OUTLIER]) {
      let sum = 0;
      let weight = 0;
      for (const shift of shifts)
        if (Math.abs(shift - middle) < reach) {
          sum += shift;
          weight++;
        }
      if (weight > 0) middle = sum / weight;
    }
    colour[channel] = Math.min(1, Math.max(0, middle / opacity));
  }
  return { colour, opacity, cost: cost(pairs, { colour, opacity }) };
}

/** Mean difference of the pairs beyond rounding, truncated at `outlier` for each channel, 0..1. */
function cost({ numbers, count }: Pairs, { colour, opacity }: Mix, outlier = OUTLIER): number {
  const slope = 1 - opacity;
  const scale = 1 / Math.sqrt(slope);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    let difference = 0;
    for (let channel = 0; channel < 3; channel++) {
      const at = 6 * i + channel;
      const off = Math.abs(numbers[at]! - slope * numbers[at + 3]! - opacity * colour[channel]!);
      difference += Math.max(0, off - ROUNDING) * scale;
    }
    const far = difference / (3 * outlier);
    sum += far < 1 ? far * (2 - far) : 1;
  }
  return sum / Math.max(1, count);
}

/** Pairs across the borders; `solid` takes only pixels whose neighbours are all on their own side. */
function pairsOf({ width, height, planes }: Patch, labels: Uint8Array, solid: boolean): Pairs {
  const found: number[] = [];
  const inside = (i: number) =>
    !solid ||
    (labels[i - 1] === labels[i] &&
      labels[i + 1] === labels[i] &&
      labels[i - width] === labels[i] &&
      labels[i + width] === labels[i]);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (!inside(i)) continue;
      for (const [dx, dy] of OFFSETS) {
        if (x + dx >= width - 1 || y + dy >= height - 1 || y + dy < 1) continue;
        const j = i + dy * width + dx;
        if (labels[i] !== labels[j] && inside(j)) found.push(labels[i] ? i : j, labels[i] ? j : i);
      }
    }
  const pictures = planes.length / 3;
  const all = (found.length / 2) * pictures;
  const every = Math.max(1, all / MOST_PAIRS);
  const count = Math.min(MOST_PAIRS, Math.floor(all / every));
  const numbers = new Float32Array(6 * count);
  for (let k = 0; k < count; k++) {
    const pair = Math.floor(k * every);
    const at = 2 * Math.floor(pair / pictures);
    const first = 3 * (pair % pictures);
    for (let channel = 0; channel < 3; channel++) {
      numbers[6 * k + channel] = planes[first + channel]![found[at]!]!;
      numbers[6 * k + 3 + channel] = planes[first + channel]![found[at + 1]!]!;
    }
  }
  return { numbers, count };
}
