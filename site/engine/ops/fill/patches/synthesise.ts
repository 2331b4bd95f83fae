import type { Mask, Pixels } from '../../../types.ts';
import { boxBlur } from '../../filter/box.ts';
import { distanceTo } from '../../filter/distance.ts';
import { emptyPlane } from '../../planes.ts';
import { membrane } from '../membrane.ts';
import { BARRED, CHANNELS, HOLE, halved, KNOWN, type Level, levelOf, SIDE } from './level.ts';
import { looksOf } from './looks.ts';
import { peel } from './peel.ts';
import { enlargedField, type Field, improve, type Random, randomField, randomOf, remeasure } from './search.ts';
import { vote } from './vote.ts';

/** Rounds of search and vote at the coarsest size; each finer one has about two thirds of it. */
const ROUNDS = 12;

/** The same where a filling is given: more of them would wear it down to what repeats. */
const STARTED_ROUNDS = 4;

/** A filling to begin with, of the picture's size: the more levels, the less it is followed. */
export type Start = { readonly picture: Pixels; readonly levels: number };

/** A filled picture. `origin`: for each pixel of the hole the one that it was copied from, else -1. */
export type Synthesis = Pixels & { readonly origin: Int32Array };

/** Targets of a level above which it gets one short round only: the coarser ones have settled what goes where. */
const MANY = 160_000;

/**
 * Fills what the mask chooses (any value above 0) with patches of the surroundings, from a small copy of the picture to
 * the whole: nearest patches by random search (Barnes et al. 2009), colours by vote (Wexler et al. 2007), over a pyramid
 * with few rounds at its fine end (Newson et al. 2014, "Video inpainting of complex scenes"). The same input gives the
 * same result. Clear pixels are not copied from. A `start`, such as a network's filling, is followed in what goes where:
 * a patch is the better the nearer its colours without detail are to those of the start (as guides are in Hertzmann et al.
 * 2001, "Image analogies"); its detail is that of the surroundings. Null where nothing is known that patches could be taken from.
 */
export function* synthesise(picture: Pixels, hole: Mask, start: Start | null): Generator<number, Synthesis | null> {
  const levels = pyramid(picture, hole, start?.levels ?? Number.POSITIVE_INFINITY);
  const last = levels.length - 1;
  if (levels[last]!.sources.length === 0) return null;
  const random = randomOf(1);
  const copies = start ? copiesOf(start.picture, levels.length) : [];
  const work = levels.map(({ targets }) => targets.length + 1);
  const whole = work.reduce((sum, part) => sum + part, 0);
  let field: Field | null = null;
  const origin = new Int32Array(hole.data.length).fill(-1);
  let done = 0;
  for (let index = last; index >= 0; index--) {
    const copy = copies[index];
    const bare = levels[index]!;
    const level = copy ? { ...bare, guide: guideOf(bare, copy) } : bare;
    const depth = distanceTo(level, (i) => level.state[i] !== HOLE).data;
    if (field === null) {
      if (copy) copyFill(level, copy, depth);
      else peel(level);
      field = randomField(level, random);
    } else {
      field = enlargedField({ level, small: levels[index + 1]!, field }, random);
      firstLooks(level, field, depth);
    }
    const most = start ? STARTED_ROUNDS : ROUNDS;
    for (const share of settle({ level, field, random }, { depth, index, last, most, origin }))
      yield (done + share * work[index]!) / whole;
    done += work[index]!;
  }
  return { ...pixelsOf(picture, levels[0]!), origin };
}

/** Coarser and coarser copies, until the hole is about as small as a patch. */
function pyramid(picture: Pixels, hole: Mask, most: number): readonly Level[] {
  const state = Uint8Array.from(hole.data, (value, i) =>
    value > 0 ? HOLE : picture.data[4 * i + 3] === 0 ? BARRED : KNOWN,
  );
  const levels = [levelOf(picture, looksOf(picture, state), state)];
  for (;;) {
    const level = levels.at(-1)!;
    if (levels.length >= most) return levels;
    const depth = distanceTo(level, (i) => level.state[i] !== HOLE).data;
    const deepest = depth.reduce((most, value) => Math.max(most, Number.isFinite(value) ? value : 0), 0);
    if (deepest <= SIDE / 2 || Math.min(level.width, level.height) < 4 * SIDE) return levels;
    const next = halved(level);
    if (next.sources.length < SIDE * SIDE) return levels;
    levels.push(next);
  }
}

/** A picture at the sizes of the pyramid. */
function copiesOf(picture: Pixels, count: number): readonly Level[] {
  const known = new Uint8Array(picture.width * picture.height);
  const copies = [levelOf(picture, looksOf(picture, known), known)];
  while (copies.length < count) copies.push(halved(copies.at(-1)!));
  return copies;
}

/** The least texture of a start, as a share of that around; where the hole is deeper, in pixels, than networks are sure. */
const LEAST_TEXTURE = { share: 0.6, depth: 8 } as const;

/**
 * The hole as the copy shows it, and in deep ones about as textured as what is around: there networks blur what they are
 * not sure of, and the patches nearest to that would be the flattest of the picture, whatever they show.
 */
function copyFill({ width, height, state, looks }: Level, copy: Level, depth: Float32Array): void {
  for (let i = 0; i < state.length; i++)
    if (state[i] === HOLE) looks.set(copy.looks.subarray(CHANNELS * i, CHANNELS * (i + 1)), CHANNELS * i);
  if (!depth.some((distance) => distance > LEAST_TEXTURE.depth)) return;
  const known = state.map((kind) => (kind === KNOWN ? 1 : 0));
  for (let c = 3; c < CHANNELS; c++) {
    const texture = emptyPlane({ width, height });
    for (let i = 0; i < state.length; i++) texture.data[i] = looks[CHANNELS * i + c]!;
    const around = membrane(texture, known).data;
    for (let i = 0, at = c; i < state.length; i++, at += CHANNELS)
      if (state[i] === HOLE) looks[at] = Math.max(looks[at]!, LEAST_TEXTURE.share * around[i]!);
  }
}

/** Colours without their detail: of the copy in the hole, of the level around it. */
function guideOf(level: Level, copy: Level): Uint8Array {
  const { width, height, state, looks } = level;
  const guide = new Uint8Array(3 * state.length);
  for (let c = 0; c < 3; c++) {
    const plane = emptyPlane(level);
    for (let i = 0; i < state.length; i++) plane.data[i] = (state[i] === HOLE ? copy.looks : looks)[CHANNELS * i + c]!;
    const calm = boxBlur(boxBlur({ width, height, data: plane.data }, 2), 2).data;
    for (let i = 0; i < state.length; i++) guide[3 * i + c] = calm[i]! + 0.5;
  }
  return guide;
}

/** First looks of a finer level: what the enlarged field points at. */
function firstLooks(level: Level, field: Field, depth: Float32Array): void {
  vote(level, field, { depth, mode: 'mean' });
}

type Parts = { readonly level: Level; readonly field: Field; readonly random: Random };
type Place = {
  readonly depth: Float32Array;
  readonly index: number;
  readonly last: number;
  /** Rounds at the coarsest level. */
  readonly most: number;
  readonly origin: Int32Array;
};

/** Search and vote in turn, until looks hardly change. */
function* settle(parts: Parts, { depth, index, last, most, origin }: Place): Generator<number, void> {
  const { level, field } = parts;
  const many = level.targets.length > MANY;
  const rounds = many ? 1 : Math.max(2, Math.round(most * 0.66 ** (last - index)));
  const reach = Math.max(level.width, level.height);
  for (let round = 0; round < rounds; round++) {
    remeasure(level, field);
    const search = many ? { sweeps: 1, reach: 0 } : { sweeps: 2, reach };
    for (const share of improve(parts, search)) yield (round + share) / rounds;
    const final = index === 0 && round === rounds - 1;
    const change = vote(level, field, final ? { depth, mode: 'best', origin } : { depth, mode: 'mean' });
    if (change < 0.5 && !final && index > 0) return;
  }
}

function pixelsOf(picture: Pixels, { looks, state }: Level): Pixels {
  const data = picture.data.slice();
  for (let i = 0; i < state.length; i++) {
    if (state[i] !== HOLE) continue;
    for (let c = 0; c < 3; c++) data[4 * i + c] = looks[CHANNELS * i + c]!;
  }
  return { width: picture.width, height: picture.height, data };
}
