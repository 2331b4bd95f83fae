import type { Mask, Pixels } from '../../../types.ts';
import { boxBlur } from '../../filter/box.ts';
import { distanceTo } from '../../filter/distance.ts';
import { mapTo } from '../../map-to.ts';
import { emptyPlane } from '../../planes.ts';
import { membrane } from '../membrane.ts';
import { computeFeatures } from './features.ts';
import { type PatchField, type Random, randomField, upscaleField } from './field.ts';
import { fillFromRim } from './fill-from-rim.ts';
import { CHANNELS, createLevel, EXCLUDED, HOLE, halveLevel, KNOWN, type Level, PATCH_SIDE_PX } from './level.ts';
import { searchPatches } from './search.ts';
import { vote } from './vote.ts';

/** Rounds of search and vote at the coarsest level; each finer level has about two thirds as many. */
const ROUNDS = 12;

/** The same with a guide: more rounds would reduce the filling to repetitions. */
const GUIDED_ROUNDS = 4;

/** A filling of the picture's size whose layout is followed; the more levels, the less closely. */
export type Guide = { readonly picture: Pixels; readonly levels: number };

/** A filled picture. `origin` holds, for each pixel of the hole, the index that it was copied from, else -1. */
export type Synthesis = Pixels & { readonly origin: Int32Array };

/** Number of targets above which a level gets one short round: coarser levels have already fixed the layout. */
const MAX_FULL_SEARCH_TARGETS = 160_000;

/**
 * Fills the hole (above 0) with patches of its surroundings, from coarse to fine: nearest patches by random search (Barnes
 * et al. 2009), colours by vote (Wexler et al. 2007), over a pyramid with few rounds at the fine end (Newson et al. 2014,
 * "Video inpainting of complex scenes"). Deterministic. Transparent pixels are not copied. A `guide`, such as a network's
 * filling, sets the layout: patches whose low-frequency colours are close to the guide's are preferred (Hertzmann et al.
 * 2001, "Image analogies"), while detail comes from the surroundings. Yields the fraction done; returns null if there are
 * no known patches.
 */
export function* synthesise(picture: Pixels, hole: Mask, guide: Guide | null): Generator<number, Synthesis | null> {
  const levels = buildPyramid(picture, hole, guide?.levels ?? Number.POSITIVE_INFINITY);
  const last = levels.length - 1;
  if (levels[last]!.sources.length === 0) return null;
  const random: Random = { state: 1 };
  const guideLevels = guide ? buildGuidePyramid(guide.picture, levels.length) : [];
  const work = levels.map(({ targets }) => targets.length + 1);
  const whole = work.reduce((sum, part) => sum + part, 0);
  let field: PatchField | null = null;
  const origin = new Int32Array(hole.data.length).fill(-1);
  let done = 0;
  for (let index = last; index >= 0; index--) {
    const guideLevel = guideLevels[index];
    const unguided = levels[index]!;
    const level = guideLevel ? { ...unguided, guide: lowFrequencyGuide(unguided, guideLevel) } : unguided;
    const depth = distanceTo(level, (i) => level.state[i] !== HOLE).data;
    if (field === null) {
      if (guideLevel) startFromGuide(level, guideLevel, depth);
      else fillFromRim(level);
      field = randomField(level, random);
    } else {
      field = upscaleField({ level, small: levels[index + 1]!, field }, random);
      startFromField(level, field, depth);
    }
    const maxRounds = guide ? GUIDED_ROUNDS : ROUNDS;
    for (const fraction of refineLevel({ level, field, random }, { depth, index, last, maxRounds, origin }))
      yield (done + fraction * work[index]!) / whole;
    done += work[index]!;
  }
  return { ...pixelsOf(picture, levels[0]!), origin };
}

/** Builds coarser levels until the hole is about as small as a patch. */
function buildPyramid(picture: Pixels, hole: Mask, maxLevels: number): readonly Level[] {
  const state = mapTo(Uint8Array, hole.data, (value, i) =>
    value > 0 ? HOLE : picture.data[4 * i + 3] === 0 ? EXCLUDED : KNOWN,
  );
  const levels = [createLevel(picture, computeFeatures(picture, state), state)];
  for (;;) {
    const level = levels.at(-1)!;
    if (levels.length >= maxLevels) return levels;
    const depth = distanceTo(level, (i) => level.state[i] !== HOLE).data;
    const deepest = depth.reduce((max, value) => Math.max(max, Number.isFinite(value) ? value : 0), 0);
    if (deepest <= PATCH_SIDE_PX / 2 || Math.min(level.width, level.height) < 4 * PATCH_SIDE_PX) return levels;
    const next = halveLevel(level);
    if (next.sources.length < PATCH_SIDE_PX * PATCH_SIDE_PX) return levels;
    levels.push(next);
  }
}

/** Builds the levels of a picture without holes. */
function buildGuidePyramid(picture: Pixels, count: number): readonly Level[] {
  const known = new Uint8Array(picture.width * picture.height);
  const levels = [createLevel(picture, computeFeatures(picture, known), known)];
  while (levels.length < count) levels.push(halveLevel(levels.at(-1)!));
  return levels;
}

/** Texture that a guide gets at least, relative to its surroundings, in holes deeper than networks fill reliably. */
const MIN_TEXTURE = { fraction: 0.6, depthPx: 8 } as const;

/**
 * Initialises the hole from the guide. In deep holes its texture is raised towards that of the surroundings: networks blur
 * where they are uncertain, and the flattest patches of the picture would match that blur best.
 */
function startFromGuide({ width, height, state, features }: Level, guide: Level, depth: Float32Array): void {
  for (let i = 0; i < state.length; i++)
    if (state[i] === HOLE) features.set(guide.features.subarray(CHANNELS * i, CHANNELS * (i + 1)), CHANNELS * i);
  if (!depth.some((distance) => distance > MIN_TEXTURE.depthPx)) return;
  const known = state.map((kind) => (kind === KNOWN ? 1 : 0));
  for (let c = 3; c < CHANNELS; c++) {
    const texture = emptyPlane({ width, height });
    for (let i = 0; i < state.length; i++) texture.data[i] = features[CHANNELS * i + c]!;
    const interpolated = membrane(texture, known).data;
    for (let i = 0, at = c; i < state.length; i++, at += CHANNELS)
      if (state[i] === HOLE) features[at] = Math.max(features[at]!, MIN_TEXTURE.fraction * interpolated[i]!);
  }
}

/** Low-pass filtered colours: of the guide inside the hole, of the picture around it. */
function lowFrequencyGuide(level: Level, guideLevel: Level): Uint8Array {
  const { width, height, state, features } = level;
  const guide = new Uint8Array(3 * state.length);
  for (let c = 0; c < 3; c++) {
    const plane = emptyPlane(level);
    for (let i = 0; i < state.length; i++)
      plane.data[i] = (state[i] === HOLE ? guideLevel.features : features)[CHANNELS * i + c]!;
    const smoothed = boxBlur(boxBlur({ width, height, data: plane.data }, 2), 2).data;
    for (let i = 0; i < state.length; i++) guide[3 * i + c] = smoothed[i]! + 0.5;
  }
  return guide;
}

/** Initialises a finer level from the upscaled field. */
function startFromField(level: Level, field: PatchField, depth: Float32Array): void {
  vote(level, field, { depth, mode: 'mean' });
}

type Parts = { readonly level: Level; readonly field: PatchField; readonly random: Random };
type LevelOptions = {
  readonly depth: Float32Array;
  readonly index: number;
  readonly last: number;
  /** Rounds at the coarsest level. */
  readonly maxRounds: number;
  readonly origin: Int32Array;
};

/** Alternates search and vote until features hardly change. */
function* refineLevel(parts: Parts, { depth, index, last, maxRounds, origin }: LevelOptions): Generator<number, void> {
  const { level, field } = parts;
  const isLarge = level.targets.length > MAX_FULL_SEARCH_TARGETS;
  const rounds = isLarge ? 1 : Math.max(2, Math.round(maxRounds * 0.66 ** (last - index)));
  const reach = Math.max(level.width, level.height);
  for (let round = 0; round < rounds; round++) {
    const search = isLarge ? { sweeps: 1, reach: 0 } : { sweeps: 2, reach };
    for (const fraction of searchPatches(parts, search)) yield (round + fraction) / rounds;
    const final = index === 0 && round === rounds - 1;
    const change = vote(level, field, final ? { depth, mode: 'best', origin } : { depth, mode: 'mean' });
    if (change < 0.5 && !final && index > 0) return;
  }
}

function pixelsOf(picture: Pixels, { features, state }: Level): Pixels {
  const data = picture.data.slice();
  for (let i = 0; i < state.length; i++) {
    if (state[i] !== HOLE) continue;
    for (let c = 0; c < 3; c++) data[4 * i + c] = features[CHANNELS * i + c]!;
  }
  return { width: picture.width, height: picture.height, data };
}
