import type { Mask, Plane, Planes, Size } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { localMost, localRange } from '../filter/range.ts';
import { partsOf } from '../matte/components.ts';
import { lumaPlane } from '../planes.ts';
import { linePartsOf, MOST_COLOUR, type Seen } from './line-parts.ts';
import { alongLines } from './lines.ts';

/** Grain is evened out by so much, in pixels. */
const GRAIN = 0.6;

/** Half of the widest scratch, in pixels. */
const RADIUS = 4;

/** What is usual around a line is measured within this radius; how rough the picture below it is, within that one. */
const AROUND = 24;
const BELOW = 8;

/** Least contrast of a line; in deviations of what is around it: of its sure places, and of those that follow them. */
const CONTRAST = 0.03;
const SURE = 2;
const FOLLOW = 1.3;

/** A pixel of a line has at least that share of the line's mean contrast, and stands out from its surroundings. */
const OWN = { line: 0.5, around: 0.2 } as const;

/** Least length of a line, and of sure places in it, in pixels. */
const LENGTH = 16;
const SURE_PLACES = 6;

/** Odds (their logarithm) from which on a line is damage, and by how much `sensitivity` moves that. */
const ODDS = { middle: 0.4, range: 6 } as const;

/** A line with more than this along the picture's rim belongs to its frame. */
const MOST_RIM = 0.5;

/** Most and least area of a speck, its least contrast, and that over the roughness of the picture below. */
const SPECK = { most: 60, least: 2, contrast: 0.08, score: 12 } as const;

/** Specks lie alone: most of a square around one that others take up, and half its side. Light through leaves does not. */
const LONELY = { share: 0.02, radius: 20 } as const;

/** Specks in colourful pictures are mostly glints: how much clearer they must be. */
const GLINTS = 8;

/** Roughness of pictures that are even. */
const EVEN = 0.006;

/** Along its rim a picture has frames and shadows of its own. */
const RIM = 4;

/**
 * Light scratches, folds and dust in a picture (RGB, 0..1) as a mask: a white top hat, averaged along lines in many
 * directions, so that texture sinks and lines stay; sure places with what follows them (hysteresis). Of these, what is
 * more likely damage than a part of the picture, by what `line-parts.ts` knows of lines. Small specks where the picture
 * is even. Dark lines are left: those of wear are not told from hair, branches and seams. `sensitivity` 0..1. Yields its
 * share done.
 */
export function* findScratches(picture: Planes, sensitivity: number): Generator<number, Mask> {
  const seen = yield* lookAt(picture);
  const { hat, lines, around } = seen;
  const scale = 2 ** (0.5 - sensitivity);
  const usual = deviation({ ...seen.calm, data: hat }, AROUND);
  const excess = (i: number) => lines.means[i]! - around[i]!;
  const above = (i: number, times: number) => excess(i) > times * scale * Math.max(1e-3, usual[i]!);
  const follow: Mask = { ...seen.calm, data: new Uint8Array(hat.length) };
  for (let i = 0; i < hat.length; i++) {
    const stands = hat[i]! > OWN.line * lines.means[i]! + OWN.around * around[i]!;
    if (stands && above(i, FOLLOW) && excess(i) > 0.6 * CONTRAST * scale) follow.data[i] = 255;
  }
  const { labels, parts } = linePartsOf(follow, seen);
  const sure = new Int32Array(parts.length);
  for (let i = 0; i < hat.length; i++)
    if (follow.data[i] !== 0 && above(i, SURE) && excess(i) > CONTRAST * scale)
      sure[labels[i]!] = sure[labels[i]!]! + 1;
  const least = ODDS.middle + ODDS.range * (0.5 - sensitivity);
  const good = parts.map(
    (part, label) =>
      part && part.length >= LENGTH && sure[label]! >= SURE_PLACES && part.rim < MOST_RIM && part.odds > least,
  );
  const out = new Uint8Array(hat.length);
  for (let i = 0; i < labels.length; i++) if (follow.data[i] !== 0 && good[labels[i]!]) out[i] = 1;
  markSpecks(seen, 4 ** (0.5 - sensitivity), out);
  clearRim(out, seen.calm);
  const grown = localMost({ ...seen.calm, data: Float32Array.from(out) }, 1).data;
  return { ...seen.calm, data: Uint8Array.from(grown, (value) => (value > 0 ? 255 : 0)) };
}

function* lookAt(picture: Planes): Generator<number, Seen> {
  const calm = gaussianBlur(lumaPlane(picture), GRAIN);
  yield 0.1;
  const base = localMost(localRange(calm, RADIUS).least, RADIUS);
  const hat: Plane = { ...calm, data: calm.data.map((value, i) => value - base.data[i]!) };
  const [rough, around] = [deviation(base, BELOW), boxBlur(hat, AROUND).data];
  const work = alongLines(hat);
  let step = work.next();
  for (; !step.done; step = work.next()) yield 0.2 + 0.7 * step.value;
  return {
    calm,
    base,
    hat: hat.data,
    around,
    rough,
    chroma: chromaOf(picture),
    lines: step.value,
    colourful: colourfulness(picture),
  };
}

function chromaOf({ planes }: Planes): Float32Array {
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  return red.map((value, i) => Math.max(value, green[i]!, blue[i]!) - Math.min(value, green[i]!, blue[i]!));
}

/** Root of the mean square of how far the colour differences are from their means. */
function colourfulness({ planes }: Planes): number {
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const variance = (plane: Float32Array) => {
    let [sum, squares] = [0, 0];
    for (let i = 0; i < plane.length; i++) {
      const difference = plane[i]! - green[i]!;
      sum += difference;
      squares += difference * difference;
    }
    return squares / plane.length - (sum / plane.length) ** 2;
  };
  return Math.sqrt(Math.max(0, variance(red) + variance(blue)));
}

function deviation(plane: Plane, radius: number): Float32Array {
  const mean = boxBlur(plane, radius).data;
  const squares = boxBlur({ ...plane, data: plane.data.map((value) => value * value) }, radius).data;
  return squares.map((value, i) => Math.sqrt(Math.max(0, value - mean[i]! * mean[i]!)));
}

function clearRim(out: Uint8Array, { width, height }: Size): void {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (Math.min(x, y, width - 1 - x, height - 1 - y) < RIM) out[y * width + x] = 0;
}

function markSpecks({ calm, hat, around, rough, colourful }: Seen, sought: number, out: Uint8Array): void {
  const scale = sought * (1 + GLINTS * Math.min(MOST_COLOUR, colourful));
  const mask: Mask = { ...calm, data: new Uint8Array(hat.length) };
  for (let i = 0; i < hat.length; i++) {
    const level = scale * Math.max(SPECK.contrast, SPECK.score * (rough[i]! + EVEN));
    if (hat[i]! - around[i]! > level) mask.data[i] = 255;
  }
  const { labels, areas } = partsOf(mask);
  const crowd = boxBlur({ ...calm, data: Float32Array.from(mask.data, Math.sign) }, LONELY.radius).data;
  const square = (2 * LONELY.radius + 1) ** 2;
  for (let i = 0; i < labels.length; i++) {
    const area = labels[i] === 0 ? 0 : areas[labels[i]!]!;
    const isAlone = crowd[i]! - area / square < LONELY.share;
    if (area >= SPECK.least && area <= SPECK.most && isAlone) out[i] = 1;
  }
}
