import type { Mask, Pixels } from '../../../types.ts';
import { distanceTo } from '../../filter/distance.ts';
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

/** Targets of a level above which it gets one short round only: the coarser ones have settled what goes where. */
const MANY = 160_000;

/**
 * Fills what the mask chooses (any value above 0) with patches of the surroundings, from a small copy of the picture to
 * the whole: nearest patches by random search (Barnes et al. 2009), colours by vote (Wexler et al. 2007), over a pyramid
 * with few rounds at its fine end (Newson et al. 2014, "Video inpainting of complex scenes"). The same input gives the
 * same result. Clear pixels are not copied from. A `start`, such as a network's filling, is followed in what goes where,
 * and its detail is that of the surroundings. Null where nothing is known that patches could be taken from.
 */
export function* synthesise(picture: Pixels, hole: Mask, start: Start | null): Generator<number, Pixels | null> {
  const levels = pyramid(picture, hole, start?.levels ?? Number.POSITIVE_INFINITY);
  const last = levels.length - 1;
  if (levels[last]!.sources.length === 0) return null;
  const random = randomOf(1);
  const work = levels.map(({ targets }) => targets.length + 1);
  const whole = work.reduce((sum, part) => sum + part, 0);
  let field: Field | null = null;
  let done = 0;
  for (let index = last; index >= 0; index--) {
    const level = levels[index]!;
    const depth = distanceTo(level, (i) => level.state[i] !== HOLE).data;
    if (field === null) {
      if (start) copyFill(level, start.picture);
      else peel(level);
      field = randomField(level, random);
    } else {
      field = enlargedField({ level, small: levels[index + 1]!, field }, random);
      firstLooks(level, field, depth);
    }
    for (const share of settle({ level, field, random }, { depth, index, last, most: start ? STARTED_ROUNDS : ROUNDS }))
      yield (done + share * work[index]!) / whole;
    done += work[index]!;
  }
  return pixelsOf(picture, levels[0]!);
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

/** The hole as another picture of the whole size shows it. */
function copyFill(level: Level, start: Pixels): void {
  const known = new Uint8Array(start.width * start.height);
  let copy = levelOf(start, looksOf(start, known), known);
  while (copy.width > level.width) copy = halved(copy);
  for (let i = 0; i < level.state.length; i++)
    for (let c = CHANNELS * i; level.state[i] === HOLE && c < CHANNELS * (i + 1); c++) level.looks[c] = copy.looks[c]!;
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
};

/** Search and vote in turn, until looks hardly change. */
function* settle(parts: Parts, { depth, index, last, most }: Place): Generator<number, void> {
  const { level, field } = parts;
  const many = level.targets.length > MANY;
  const rounds = many ? 1 : Math.max(2, Math.round(most * 0.66 ** (last - index)));
  const reach = Math.max(level.width, level.height);
  for (let round = 0; round < rounds; round++) {
    remeasure(level, field);
    const search = many ? { sweeps: 1, reach: 0 } : { sweeps: 2, reach };
    for (const share of improve(parts, search)) yield (round + share) / rounds;
    const final = index === 0 && round === rounds - 1;
    const change = vote(level, field, { depth, mode: final ? 'best' : 'mean' });
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
