import type { Size } from '../../types.ts';
import { goingOn } from './contours.ts';
import { type Costs, costsOf, LINKS } from './label-costs.ts';
import type { Mix, Patch } from './overlay.ts';

/** Neighbours that have the same label most often, and what it costs where they have not. */
const SIDES = [
  [1, 0, 1],
  [0, 1, 1],
  [1, 1, 0.7],
  [-1, 1, 0.7],
] as const;
const BORDER = 0.3;
const BORDERS = SIDES.map(([, , weight]) => weight * BORDER);

/**
 * What it costs that a stroke ends where the labels around would have it go on, for a mark that hides all: the paler one
 * is, the less sure are the labels that tell where it goes.
 */
const ENDS = 3;

/** Passes for each time that strokes are looked for again. */
const AGAIN = 3;

/** One message for each link and each side. */
const KINDS = LINKS.length + SIDES.length;

export type Labelling = {
  /** 1 where the mark is. */
  readonly labels: Uint8Array;
  /** How much less the picture costs with the mark taken out. */
  readonly gain: number;
};

export type Effort = {
  /** Times that messages go there and back. */
  readonly passes: number;
  /** Times that strokes are looked for again where those found would go on. */
  readonly rounds: number;
};

/** What is to be labelled: only where the mask is not 0, by what a mark of that opacity costs there. */
export type Unlabelled = Size & { readonly mask: Uint8Array; readonly costs: Costs; readonly opacity: number };

/** Where a known mark is, by what each picture of the patch says. Yields its share done. */
export const labelled = (patch: Patch, mix: Mix, effort: Effort): Generator<number, Labelling> =>
  labelledBy({ ...patch, costs: costsOfAll(patch, mix), opacity: mix.opacity }, effort);

/**
 * Where a known mark is, so that the pictures below become likeliest (`costsOf`), its borders short, and its strokes go
 * on straight. By sequential tree-reweighted message passing (Kolmogorov 2006, “Convergent tree-reweighted message
 * passing for energy minimization”); messages are differences between in and out. Yields its share done.
 */
export function* labelledBy(unlabelled: Unlabelled, { passes, rounds }: Effort): Generator<number, Labelling> {
  const { width, mask, costs, opacity } = unlabelled;
  const order = Int32Array.from(mask.keys()).filter((i) => mask[i] !== 0);
  const offsets = Int32Array.from([...LINKS, ...SIDES], ([dx, dy]) => dy * width + dx);
  const field: Field = { mask, costs, order, offsets, messages: new Float32Array(KINDS * mask.length) };
  let labels = yield* settled(field, passes);
  for (let round = 0; round < rounds; round++) {
    const links = costs.links.slice();
    for (const [n, sure] of goingOn(labels, unlabelled, LINKS).entries())
      for (const i of order) {
        const other = i + offsets[n]!;
        if (other >= mask.length || mask[other] === 0) continue;
        const end = ENDS * opacity * ((sure[i]! + sure[other]!) / 2);
        const pair = 4 * (LINKS.length * i + n);
        links[pair + 1] = links[pair + 1]! + end;
        links[pair + 2] = links[pair + 2]! + end;
      }
    // The messages of before are nearly right.
    labels = yield* settled({ ...field, costs: { ...costs, links } }, AGAIN);
  }
  return { labels, gain: gainOf(field, labels) };
}

/** The labels after so many more passes of messages. */
function* settled(field: Field, passes: number): Generator<number, Uint8Array> {
  const { order } = field;
  for (let turn = 0; turn < passes; turn++) {
    yield turn / passes;
    for (let n = 0; n < order.length; n++) send(field, order[n]!, 1);
    for (let n = order.length - 1; n >= 0; n--) send(field, order[n]!, -1);
  }
  return decoded(field);
}

/** What several pictures say of one mark is independent of each other: their costs add up. */
function costsOfAll(patch: Patch, mix: Mix): Costs {
  const costs = costsOf(patch, mix);
  for (let first = 3; first < patch.planes.length; first += 3) {
    const { own, links } = costsOf({ ...patch, planes: patch.planes.slice(first, first + 3) }, mix);
    for (let i = 0; i < own.length; i++) costs.own[i] = costs.own[i]! + own[i]!;
    for (let i = 0; i < links.length; i++) costs.links[i] = costs.links[i]! + links[i]!;
  }
  return costs;
}

type Field = {
  readonly mask: Uint8Array;
  readonly costs: Costs;
  readonly order: Int32Array;
  readonly offsets: Int32Array;
  readonly messages: Float32Array;
};

/** Whether there is a pair of this kind from one pixel to the next. */
const isPair = ({ mask, offsets }: Field, from: number, kind: number): boolean =>
  from >= 0 && mask[from] !== 0 && from + offsets[kind]! < mask.length && mask[from + offsets[kind]!] !== 0;

/** Tells all neighbours ahead (1) or behind (-1) what a pixel would have them be. */
function send(field: Field, i: number, way: 1 | -1): void {
  const { costs, offsets, messages } = field;
  let sum = costs.own[i]!;
  for (let kind = 0; kind < KINDS; kind++) {
    sum += messages[KINDS * i + kind]!;
    if (i >= offsets[kind]!) sum += messages[KINDS * (i - offsets[kind]!) + kind]!;
  }
  for (let kind = 0; kind < KINDS; kind++) {
    const from = way === 1 ? i : i - offsets[kind]!;
    if (!isPair(field, from, kind)) continue;
    const at = KINDS * from + kind;
    const value = sum / KINDS - messages[at]!;
    if (kind >= LINKS.length) {
      const border = BORDERS[kind - LINKS.length]!;
      messages[at] = Math.min(border, Math.max(-border, value));
    } else {
      const pair = 4 * (LINKS.length * from + kind);
      const [own, other] = way === 1 ? [2, 1] : [1, 2];
      const { links } = costs;
      messages[at] =
        Math.min(links[pair + other]!, value + links[pair + 3]!) - Math.min(links[pair]!, value + links[pair + own]!);
    }
  }
}

/** Each pixel's label after those before it. */
function decoded(field: Field): Uint8Array {
  const { mask, costs, order, offsets, messages } = field;
  const labels = new Uint8Array(mask.length);
  for (const i of order) {
    let sum = costs.own[i]!;
    for (let kind = 0; kind < KINDS; kind++) {
      sum += messages[KINDS * i + kind]!;
      const back = i - offsets[kind]!;
      if (!isPair(field, back, kind)) continue;
      if (kind >= LINKS.length) sum += (labels[back] ? -1 : 1) * BORDERS[kind - LINKS.length]!;
      else {
        const pair = 4 * (LINKS.length * back + kind) + 2 * labels[back]!;
        sum += costs.links[pair + 1]! - costs.links[pair]!;
      }
    }
    labels[i] = sum < 0 ? 1 : 0;
  }
  return labels;
}

function gainOf(field: Field, labels: Uint8Array): number {
  const { costs, order, offsets } = field;
  let gain = 0;
  for (const i of order) {
    if (labels[i]) gain -= costs.own[i]!;
    for (let kind = 0; kind < KINDS; kind++) {
      if (!isPair(field, i, kind)) continue;
      const other = labels[i + offsets[kind]!]!;
      if (kind >= LINKS.length) gain -= labels[i] === other ? 0 : BORDERS[kind - LINKS.length]!;
      else {
        const pair = 4 * (LINKS.length * i + kind);
        gain += costs.links[pair]! - costs.links[pair + 2 * labels[i]! + other]!;
      }
    }
  }
  return gain;
}
