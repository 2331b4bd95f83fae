import type { Mask, Plane } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { localMost } from '../filter/range.ts';
import { DIRECTIONS, directionOf, type Lines } from './lines.ts';

/** Lines that meet at a greater turn than this, in steps of direction, are two. */
const BEND = 2;

/** Both sides of a line are looked at so far from its middle, in pixels. */
const BESIDE = 7;

/** Other lines are counted within this radius. */
const CROWD = 24;

/** From here on more colour says no more. */
export const MOST_COLOUR = 0.08;

/** Width of the rim, in pixels. */
const RIM = 10;

/** Roughness of pictures that are even. */
const EVEN = 0.012;

/** What is known of a picture around its lines. */
export type Seen = {
  /** Luma without grain, and the same without lines. */
  readonly calm: Plane;
  readonly base: Plane;
  /** How much lines stand out, the mean of that around each pixel, and how rough the picture below them is. */
  readonly hat: Float32Array<ArrayBuffer>;
  readonly around: Float32Array;
  readonly rough: Float32Array;
  /** Greatest less least of red, green and blue. */
  readonly chroma: Float32Array;
  readonly lines: Lines;
  /** Deviation of the colours from that of the whole picture: next to nothing in toned prints. */
  readonly colourful: number;
};

/**
 * What tells damage from lines of the picture, and how much each counts: a logistic regression on 2,706 lines in eleven
 * photographs with scratches and folds drawn over them, in colour, toned, and small, toned and much worn; eleven times
 * one photograph was left out of the learning and then asked. Of the pixels that it calls damage there, 79, 85 and 97 %
 * are, and it finds 59, 80 and 70 % of those that could be found.
 */
const WEIGHTS = {
  /** Contrast over roughness, length in pixels, and its square over the area: logarithms. */
  contrast: 1.307,
  length: 0.624,
  slenderness: 0.831,
  /** Difference of both sides along the whole line, and place by place, over contrast: frames part two areas. */
  step: -0.582,
  sides: -0.956,
  /** Deviation along the line, over contrast. */
  unevenness: -1.019,
  /** Luma between the darkest and the lightest of the picture: bare paper is light. */
  level: 3.081,
  /** Chroma of the line, and how colourful the picture is: worn prints are toned more often than not. */
  chroma: -11.058,
  colour: -15.015,
  /** Deviation of what is below, over contrast, and how much the line takes up of it: damage crosses the picture. */
  crossing: 1.944,
  bond: 1.826,
  /** Share of other lines nearby: wheels, windows and grass have many. */
  crowd: -12.987,
  /** Width in pixels: its logarithm. */
  width: -1.201,
} as const;
const BIAS = -4.552;

type Feature = keyof typeof WEIGHTS;

/**
 * A line of a mask. `odds`: logarithm of how much more likely it is damage than a part of the picture; `rim`: share of
 * it along the picture's rim.
 */
type LinePart = { readonly length: number; readonly odds: number; readonly rim: number };

/** Lines of a mask: `labels` names the line of each pixel; `parts[label]` is null where there is none. */
export function linePartsOf(mask: Mask, seen: Seen) {
  const { labels, count } = strokesOf(joined(mask), seen.lines.turns);
  const sums = emptySums(count);
  const crowd = boxBlur({ ...mask, data: Float32Array.from(mask.data, Math.sign) }, CROWD).data;
  const rim = new Float64Array(count);
  const bounds = Array.from(sums.area, () => ({ left: mask.width, right: 0, top: mask.height, bottom: 0 }));
  for (let i = 0; i < labels.length; i++) {
    if (mask.data[i] === 0) continue;
    addTo(sums, { label: labels[i]!, i }, { ...seen, crowd });
    const [x, y] = [i % mask.width, Math.floor(i / mask.width)];
    const bound = bounds[labels[i]!]!;
    bound.left = Math.min(bound.left, x);
    bound.right = Math.max(bound.right, x);
    bound.top = Math.min(bound.top, y);
    bound.bottom = Math.max(bound.bottom, y);
    if (Math.min(x, y, mask.width - 1 - x, mask.height - 1 - y) < RIM) rim[labels[i]!] = rim[labels[i]!]! + 1;
  }
  const whole = { colour: seen.colourful, ends: endsOf(seen.calm.data) };
  const parts = bounds.map(({ left, right, top, bottom }, label): LinePart | null => {
    if (sums.area[label] === 0) return null;
    const length = Math.hypot(right - left + 1, bottom - top + 1);
    return {
      length,
      rim: rim[label]! / sums.area[label]!,
      odds: oddsOf(featuresOf(sums, label, { ...whole, length })),
    };
  });
  return { labels, parts };
}

const oddsOf = (features: { readonly [name in Feature]: number }): number =>
  Object.entries(WEIGHTS).reduce((sum, [name, weight]) => sum + weight * features[name as Feature], BIAS);

/** Gaps of a pixel closed, so that a line is one part. */
const joined = (mask: Mask): Plane => localMost({ ...mask, data: Float32Array.from(mask.data) }, 1);

/** Connected parts within which the direction of lines changes little by little. */
function strokesOf({ width, data }: Plane, turns: Uint8Array) {
  const labels = new Int32Array(data.length);
  const stack = new Int32Array(data.length);
  let count = 1;
  let depth = 0;
  const visit = (i: number, from: number) => {
    if (data[i] === 0 || labels[i] !== 0) return;
    const turn = Math.abs(turns[i]! - turns[from]!);
    if (Math.min(turn, DIRECTIONS - turn) > BEND) return;
    labels[i] = count;
    stack[depth++] = i;
  };
  for (let start = 0; start < data.length; start++) {
    visit(start, start);
    if (depth === 0) continue;
    while (depth > 0) {
      const i = stack[--depth]!;
      const x = i % width;
      if (x > 0) visit(i - 1, i);
      if (x < width - 1) visit(i + 1, i);
      if (i >= width) visit(i - width, i);
      if (i < data.length - width) visit(i + width, i);
    }
    count++;
  }
  return { labels, count };
}

const NAMES = [
  'area',
  'hat',
  'rough',
  'value',
  'value2',
  'base',
  'base2',
  'both',
  'step',
  'sides',
  'chroma',
  'crowd',
] as const;

/** Sums over the pixels of each part. */
type Sums = { readonly [name in (typeof NAMES)[number]]: Float64Array };

const emptySums = (count: number): Sums =>
  Object.fromEntries(NAMES.map((name) => [name, new Float64Array(count)])) as Sums;

/** A pixel, and the part that it belongs to. */
type Place = { readonly label: number; readonly i: number };

function addTo(sums: Sums, { label, i }: Place, seen: Seen & { readonly crowd: Float32Array }): void {
  const { calm, base, hat, around, rough, chroma, crowd } = seen;
  const [value, below, step] = [calm.data[i]!, base.data[i]!, stepAt(seen, i)];
  const amounts = {
    area: 1,
    hat: hat[i]! - around[i]!,
    rough: rough[i]!,
    value,
    value2: value * value,
    base: below,
    base2: below * below,
    both: value * below,
    step,
    sides: Math.abs(step),
    chroma: chroma[i]!,
    crowd: crowd[i]!,
  };
  for (const name of NAMES) sums[name][label] = sums[name][label]! + amounts[name];
}

/** Difference between both sides of the line at a pixel. */
function stepAt({ calm: { width, height, data }, lines }: Seen, i: number): number {
  const [dx, dy] = directionOf(lines.turns[i]!);
  const at = (side: number) => {
    const x = Math.min(width - 1, Math.max(0, Math.round((i % width) - side * dy)));
    const y = Math.min(height - 1, Math.max(0, Math.round(Math.floor(i / width) + side * dx)));
    return data[y * width + x]!;
  };
  return at(BESIDE) - at(-BESIDE);
}

type Whole = {
  readonly length: number;
  readonly colour: number;
  readonly ends: readonly [number, number];
};

function featuresOf(sums: Sums, label: number, { length, colour, ends }: Whole) {
  const area = sums.area[label]!;
  const mean = (name: keyof Sums) => sums[name][label]! / area;
  const contrast = Math.max(0.01, mean('hat'));
  const [value, base] = [mean('value'), mean('base')];
  const spread = Math.sqrt(Math.max(0, mean('value2') - value * value));
  const below = Math.sqrt(Math.max(0, mean('base2') - base * base));
  return {
    contrast: Math.log(contrast / (mean('rough') + EVEN)),
    length: Math.log(length),
    slenderness: Math.log((length * length) / area),
    step: Math.min(2, Math.abs(mean('step')) / contrast),
    sides: Math.min(3, mean('sides') / contrast),
    unevenness: Math.min(2, spread / contrast),
    level: (value - ends[0]) / Math.max(0.1, ends[1] - ends[0]),
    chroma: mean('chroma'),
    colour: Math.min(MOST_COLOUR, colour),
    crossing: Math.min(2, below / contrast),
    bond: (mean('both') - value * base) / Math.max(1e-4, spread * below),
    crowd: mean('crowd'),
    width: Math.log(area / length),
  };
}

/** Luma that nearly all of the picture is above, and below. */
function endsOf(data: Float32Array): readonly [number, number] {
  const sample = data.filter((_, i) => i % 7 === 0).sort();
  return [sample[Math.floor(0.005 * sample.length)] ?? 0, sample[Math.floor(0.995 * (sample.length - 1))] ?? 1];
}
