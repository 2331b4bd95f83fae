import type { Pixels, Size } from '../../types.ts';
import { localMax } from '../filter/range.ts';
import { aroundIn, type Cell, middleOf, nearestTo, type Tile, valuesIn } from './cells.ts';
import { type Known, sharesAt } from './coverage.ts';
import { MOST_OPACITY } from './edge-lines.ts';
import type { Mix } from './overlay.ts';
import { type Marked, patchIn } from './patches.ts';
import type { Strokes } from './strokes.ts';

/** A picture with marks that repeat, and the tiles of it that are looked at. */
export type Tiled = {
  readonly marked: Marked;
  readonly cell: Cell;
  readonly tiles: readonly Tile[];
  /** Not 0 where strokes may be in a cell. */
  readonly area: Uint8Array;
};

/** What is known of a cell's opacities, their variances, and where they may be other. */
export type Opacities = {
  readonly alpha: Float32Array;
  readonly unsure: Float32Array;
  readonly where: Uint8Array;
};

/** Times that opacities are made exact by each other, how much further than told each time, and least variance. */
const ROUNDS = 5;
const FURTHER = 1.6;
const LEAST = 1e-5;

/** Rims of strokes are at most that wide. */
const RIM = 2;

/** What a tile differs from all of them: its place, in pixels. */
const MOVED = 0.4;

/** Times that a tile's own opacities are made exact. */
const PASSES = 2;

/** Opacity that counts as none; no opacity is greater than that share of those that do not. */
const NONE = 0.02;
const MOST = 0.99;

/** A tile has the mark where it tells that share of its opacities, told once more by that many sure pixels. */
const PRESENT = 0.5;
const SURE = 30;

/**
 * The opacity at each pixel of a cell by what all tiles say: where strokes are as thin as their rims, labels tell only
 * about where they are. Tiles lie between whole pixels, each otherwise, so that what each says beyond what is known is
 * laid back on the pixels around (Irani and Peleg 1991, “Improving resolution by image registration”). Yields its share
 * done.
 */
export function* opacitiesOf({ marked, cell, tiles, area }: Tiled, { labels, overlay }: Strokes) {
  const deep = deepIn(labels, cell);
  const where = area.map((value, i) => (deep[i] ? 0 : value));
  let alpha = Float32Array.from(labels, (label) => overlay.opacity * label);
  let unsure = Float32Array.from(where, (value) => (value ? overlay.opacity ** 2 / 4 : 0));
  for (let round = 0; round < ROUNDS; round++) {
    const [more, sure] = [0, 1].map(() => new Float64Array(area.length)) as [Float64Array, Float64Array];
    for (const tile of tiles) {
      yield 0.6;
      const { first, shares } = aroundIn(tile, cell);
      const known = { alpha: valuesIn(tile, cell, alpha), unsure: valuesIn(tile, cell, unsure) };
      const asked = Uint8Array.from(nearestTo(tile, cell), (at) => where[at]!);
      for (const one of sharesIn({ marked, tile, asked }, known, { ...overlay, below: 1 })) {
        const beyond = one.sum - one.sure * known.alpha[one.at]!;
        for (const [by, share] of shares) {
          const at = first[one.at]! + by;
          more[at] = more[at]! + share * beyond;
          sure[at] = sure[at]! + share * one.sure;
        }
      }
    }
    const next = (i: number) => alpha[i]! + (FURTHER * more[i]!) / Math.max(1e-9, sure[i]!);
    alpha = alpha.map((value, i) => (where[i] ? Math.min(MOST_OPACITY, Math.max(0, next(i))) : value));
    unsure = unsure.map((value, i) => (where[i] ? LEAST + (1 - alpha[i]!) ** 2 / Math.max(1, sure[i]!) : value));
  }
  return { alpha, unsure, where };
}

/** A tile, and where it is asked for opacities (not 0). */
type Looked = { readonly marked: Marked; readonly tile: Tile; readonly asked: Uint8Array };

/** What a tile says by itself of the opacities there, by neighbours of less than that opacity. */
function sharesIn({ marked, tile, asked }: Looked, known: Known, { below, ...mix }: Mix & { below: number }) {
  const isUnclear = (i: number) => known.alpha[i]! > below;
  return sharesAt({ patch: patchIn(marked, tile, asked), where: asked, isUnclear }, known, mix);
}

/** What lies so deep in strokes that its opacity is that of the mark. */
function deepIn(labels: Uint8Array, { width, height }: Size): Uint8Array {
  const out = { width, height, data: Float32Array.from(labels, (label) => 1 - label) };
  return Uint8Array.from(localMax(out, RIM).data, (value) => 1 - value);
}

/**
 * The mark of all tiles that have it, inside the mask: what they say together, weighed at each pixel against what it says
 * itself. Yields its share done.
 */
export function* layEach(
  { marked, cell, tiles }: Tiled,
  { alpha: all, unsure, where }: Opacities,
  mix: Mix,
): Generator<number, Pixels> {
  const { picture, mask } = marked;
  const data = new Uint8ClampedArray(picture.data.length);
  const sorted = all.filter((value) => value > NONE).sort();
  const most = sorted[Math.floor(MOST * (sorted.length - 1))] ?? 0;
  const moved = variancesBy(all, cell);
  const prior = unsure.map((value, i) => value + moved[i]!);
  for (const [index, tile] of tiles.entries()) {
    yield 0.8 + (0.2 * index) / tiles.length;
    const middle = middleOf(tile, cell);
    const looked = { marked, tile, asked: Uint8Array.from(nearestTo(tile, cell), (at, i) => middle[i]! * where[at]!) };
    const told = { alpha: valuesIn(tile, cell, all), unsure: valuesIn(tile, cell, prior) };
    if (presence(looked, told, mix) < PRESENT) continue;
    let known = told;
    for (let pass = 0; pass < PASSES; pass++) {
      const next = { alpha: known.alpha.slice(), unsure: known.unsure.slice() };
      for (const { at, sum, sure } of sharesIn(looked, known, { ...mix, below: 1 })) {
        const [own, others] = [sure / (LEAST * sure + (1 - told.alpha[at]!) ** 2), 1 / told.unsure[at]!];
        const share = sum / Math.max(1e-9, sure);
        next.alpha[at] = Math.min(most, Math.max(0, (own * share + others * told.alpha[at]!) / (own + others)));
        next.unsure[at] = 1 / (own + others);
      }
      known = next;
    }
    for (const [i, value] of known.alpha.entries()) {
      const to = (tile.y + Math.floor(i / tile.width)) * picture.width + tile.x + (i % tile.width);
      if (value < NONE || mask.data[to]! <= 127 || middle[i] === 0) continue;
      for (let channel = 0; channel < 3; channel++) data[4 * to + channel] = 255 * mix.colour[channel]!;
      data[4 * to + 3] = 255 * value;
    }
  }
  return { width: picture.width, height: picture.height, data };
}

/** How much of the opacities the ground beside its strokes tells: 1 where a tile has the mark, 0 where it has none. */
function presence(looked: Looked, told: Known, mix: Mix): number {
  let [seen, all] = [SURE * mix.opacity ** 2, SURE * mix.opacity ** 2];
  for (const { at, sum, sure } of sharesIn(looked, told, { ...mix, below: NONE })) {
    seen += told.alpha[at]! * sum;
    all += told.alpha[at]! ** 2 * sure;
  }
  return seen / all;
}

/** The variance of opacities where tiles are a little moved. */
function variancesBy(alpha: Float32Array, { width }: Size): Float32Array {
  return alpha.map((_, i) => {
    const [across, down] = [1, width].map((step) => ((alpha[i + step] ?? 0) - (alpha[i - step] ?? 0)) / 2);
    return MOVED ** 2 * (across! ** 2 + down! ** 2);
  });
}
