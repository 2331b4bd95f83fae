import type { Size } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { mapTo } from '../map-to.ts';
import { type LabelCosts, labelCosts, PAIR_OFFSETS, picturesOf } from './label-costs.ts';
import { MARKS, type MarkParameters } from './parameters.ts';
import type { Overlay, Patch } from './patches.ts';

/** Adjacent pixels, with the weight of a border between them: about the inverse of their distance. */
const ADJACENT_OFFSETS = [
  [1, 0, 1],
  [0, 1, 1],
  [1, 1, 0.7],
  [-1, 1, 0.7],
] as const;

/** Kinds of pairs: first `PAIR_OFFSETS`, then `ADJACENT_OFFSETS`. */
const KINDS = PAIR_OFFSETS.length + ADJACENT_OFFSETS.length;

export type Labelling = {
  /** 1 for each pixel that the watermark covers. */
  readonly labels: Uint8Array;
  /** Energy of the empty labelling minus energy of this one. */
  readonly gain: number;
};

export type Effort = {
  /** Forward and backward passes of the messages. */
  readonly passes: number;
  /** Times that the labelling is repeated with costs for the ends of strokes. */
  readonly rounds: number;
  readonly parameters?: MarkParameters;
};

/** A labelling problem, restricted to pixels whose mask is not 0. */
export type LabellingProblem = Size & {
  readonly mask: Uint8Array;
  readonly costs: LabelCosts;
  readonly opacity: number;
};

/** Labels the pixels of the mask that a given overlay covers, by all pictures of the patch. Yields the fraction done. */
export const labelPatch = (patch: Patch, overlay: Overlay, effort: Effort): Generator<number, Labelling> =>
  labelPixels(
    { ...patch, costs: sumOfLabelCosts(patch, overlay, effort.parameters ?? MARKS), opacity: overlay.opacity },
    effort,
  );

/**
 * Minimises the energy of a binary labelling: label costs, plus a cost for the length of borders, plus, in each further
 * round, a cost where a stroke ends although the contour around continues. The solver is sequential tree-reweighted
 * message passing (TRW-S, Kolmogorov 2006). Yields the fraction done.
 */
export function* labelPixels(
  problem: LabellingProblem,
  { passes, rounds, parameters: { labelling, contour } = MARKS }: Effort,
): Generator<number, Labelling> {
  const { width, mask, costs, opacity } = problem;
  const order = Int32Array.from(mask.keys()).filter((i) => mask[i] !== 0);
  const offsets = mapTo(Int32Array, [...PAIR_OFFSETS, ...ADJACENT_OFFSETS], ([dx, dy]) => dy * width + dx);
  const borderCosts = ADJACENT_OFFSETS.map(([, , weight]) => weight * labelling.borderCost);
  const field: Field = { mask, costs, order, offsets, borderCosts, messages: new Float32Array(KINDS * mask.length) };
  let labels = yield* passMessages(field, passes);
  for (let round = 0; round < rounds; round++) {
    const pairwise = costs.pairwise.slice();
    for (const [n, continuation] of contourContinuation(labels, problem, {
      directions: PAIR_OFFSETS,
      contour,
    }).entries())
      for (const i of order) {
        const other = i + offsets[n]!;
        if (other >= mask.length || mask[other] === 0) continue;
        const end = labelling.strokeEndCost * opacity * ((continuation[i]! + continuation[other]!) / 2);
        const pair = 4 * (PAIR_OFFSETS.length * i + n);
        pairwise[pair + 1] = pairwise[pair + 1]! + end;
        pairwise[pair + 2] = pairwise[pair + 2]! + end;
      }
    // Starts from the messages of the round before.
    labels = yield* passMessages({ ...field, costs: { ...costs, pairwise } }, labelling.passesPerRound);
  }
  return { labels, gain: gainOf(field, labels) };
}

/** The labels after further passes of messages. */
function* passMessages(field: Field, passes: number): Generator<number, Uint8Array> {
  for (let pass = 0; pass < passes; pass++) {
    yield pass / passes;
    sendMessages(field, false);
    sendMessages(field, true);
  }
  return decode(field);
}

/** Label costs summed over the pictures of a patch, which are independent evidence. */
function sumOfLabelCosts(patch: Patch, overlay: Overlay, parameters: MarkParameters): LabelCosts {
  const [first, ...others] = picturesOf(patch) as [Patch, ...Patch[]];
  const costs = labelCosts(first, overlay, parameters);
  for (const picture of others) {
    const next = labelCosts(picture, overlay, parameters);
    for (let i = 0; i < next.unary.length; i++) costs.unary[i] = costs.unary[i]! + next.unary[i]!;
    for (let i = 0; i < next.pairwise.length; i++) costs.pairwise[i] = costs.pairwise[i]! + next.pairwise[i]!;
  }
  return costs;
}

type Field = {
  readonly mask: Uint8Array;
  readonly costs: LabelCosts;
  /** Pixels of the mask in ascending order. */
  readonly order: Int32Array;
  /** Index offset of each kind of pair. */
  readonly offsets: Int32Array;
  /** Cost of different labels for each of `ADJACENT_OFFSETS`. */
  readonly borderCosts: readonly number[];
  /** Cost of label 1 minus cost of label 0, for each pixel and kind of pair; the direction of the last pass. */
  readonly messages: Float32Array;
};

/** Whether both pixels of a pair lie in the mask. */
const isPair = ({ mask, offsets }: Field, from: number, kind: number): boolean =>
  from >= 0 && mask[from] !== 0 && from + offsets[kind]! < mask.length && mask[from + offsets[kind]!] !== 0;

/** Sends the messages of all pixels, in order, to the pixels after them; backwards, to those before them. */
function sendMessages({ mask, costs, order, offsets, messages, borderCosts }: Field, backwards: boolean): void {
  const { unary, pairwise } = costs;
  const pairKinds = PAIR_OFFSETS.length;
  for (let step = 0; step < order.length; step++) {
    const i = order[backwards ? order.length - 1 - step : step]!;
    let sum = unary[i]!;
    for (let kind = 0; kind < KINDS; kind++) {
      const before = i - offsets[kind]!;
      sum += messages[KINDS * i + kind]!;
      if (before >= 0) sum += messages[KINDS * before + kind]!;
    }
    const part = sum / KINDS;
    for (let kind = 0; kind < KINDS; kind++) {
      const other = backwards ? i - offsets[kind]! : i + offsets[kind]!;
      if (other < 0 || other >= mask.length || mask[other] === 0) continue;
      const from = backwards ? other : i;
      const at = KINDS * from + kind;
      const value = part - messages[at]!;
      if (kind >= pairKinds) {
        const border = borderCosts[kind - pairKinds]!;
        messages[at] = Math.min(border, Math.max(-border, value));
      } else {
        const pair = 4 * (pairKinds * from + kind);
        const both = value + pairwise[pair + 3]!;
        const own = value + pairwise[pair + (backwards ? 1 : 2)]!;
        const next = pairwise[pair + (backwards ? 2 : 1)]!;
        const none = pairwise[pair]!;
        messages[at] = Math.min(next, both) - Math.min(none, own);
      }
    }
  }
}

/** Labels each pixel given the labels of the pixels before it. */
function decode(field: Field): Uint8Array {
  const { mask, costs, order, offsets, messages, borderCosts } = field;
  const labels = new Uint8Array(mask.length);
  for (const i of order) {
    let sum = costs.unary[i]!;
    for (let kind = 0; kind < KINDS; kind++) {
      sum += messages[KINDS * i + kind]!;
      const back = i - offsets[kind]!;
      if (!isPair(field, back, kind)) continue;
      if (kind >= PAIR_OFFSETS.length) sum += (labels[back] ? -1 : 1) * borderCosts[kind - PAIR_OFFSETS.length]!;
      else {
        const pair = 4 * (PAIR_OFFSETS.length * back + kind) + 2 * labels[back]!;
        sum += costs.pairwise[pair + 1]! - costs.pairwise[pair]!;
      }
    }
    labels[i] = sum < 0 ? 1 : 0;
  }
  return labels;
}

function gainOf(field: Field, labels: Uint8Array): number {
  const { costs, order, offsets, borderCosts } = field;
  let gain = 0;
  for (const i of order) {
    if (labels[i]) gain -= costs.unary[i]!;
    for (let kind = 0; kind < KINDS; kind++) {
      if (!isPair(field, i, kind)) continue;
      const other = labels[i + offsets[kind]!]!;
      if (kind >= PAIR_OFFSETS.length) gain -= labels[i] === other ? 0 : borderCosts[kind - PAIR_OFFSETS.length]!;
      else {
        const pair = 4 * (PAIR_OFFSETS.length * i + kind);
        gain += costs.pairwise[pair]! - costs.pairwise[pair + 2 * labels[i]! + other]!;
      }
    }
  }
  return gain;
}

export type ContinuationOptions = {
  readonly directions: readonly (readonly [dx: number, dy: number])[];
  readonly contour?: MarkParameters['contour'];
};

/**
 * For each direction [dx, dy], the certainty 0..1 at each pixel that strokes continue that way: 1 along a straight
 * border of the labels (0 or 1) nearby, 0 across it and where there is no border. Measured by the structure tensor of the
 * labels, as in coherence-enhancing diffusion (Weickert 1999).
 */
export function contourContinuation(
  labels: Uint8Array,
  { width, height }: Size,
  { directions, contour = MARKS.contour }: ContinuationOptions,
): readonly Float32Array[] {
  const blurTwice = (data: Float32Array<ArrayBuffer>, radius: number) =>
    boxBlur(boxBlur({ width, height, data }, radius), radius).data;
  const smooth = blurTwice(Float32Array.from(labels), contour.smoothingRadiusPx);
  const tensor = [0, 1, 2].map(() => new Float32Array(labels.length));
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const [across, down] = [smooth[i + 1]! - smooth[i - 1]!, smooth[i + width]! - smooth[i - width]!];
      for (const [k, product] of [across * across, across * down, down * down].entries()) tensor[k]![i] = product;
    }
  const [xx, xy, yy] = tensor.map((data) => blurTwice(data, contour.tensorRadiusPx)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  return directions.map(([dx, dy]) => {
    const squaredLength = dx * dx + dy * dy;
    return xx.map((across, i) => {
      const [mixed, down] = [xy[i]!, yy[i]!];
      const mean = (across + down) / 2;
      const slope = (across * dx * dx + 2 * mixed * dx * dy + down * dy * dy) / squaredLength;
      return Math.max(0, (mean - slope) / (mean + contour.minSquaredSlope)) ** 2;
    });
  });
}
