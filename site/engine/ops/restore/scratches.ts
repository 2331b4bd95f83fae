import type { Mask, Plane, Size } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { localMost, localRange } from '../filter/range.ts';
import { partsOf } from '../matte/components.ts';
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

/** Least length of a line, and least ratio of length to width. */
const LENGTH = 24;
const SLENDER = 8;

/** Contrast over roughness, times length over least length, from which on a line is no part of the picture. */
const SCORE = 8;

/** Damage is light on prints; dark lines are more often hair, branches and glasses. */
const DARK = 3;

/** Most and least area of a speck, its least contrast, and that over the roughness of the picture below. */
const SPECK = { most: 60, least: 2, contrast: 0.08, score: 12 } as const;

/** Roughness of pictures that are even. */
const EVEN = { line: 0.012, speck: 0.006 } as const;

/** Along its rim a picture has frames and shadows of its own. */
const RIM = 4;

/**
 * Scratches, hairs, folds and dust in a picture (luma, 0..1) as a mask: light and dark top hats, averaged along lines in
 * many directions, so that texture sinks and lines stay; sure places with what follows them (hysteresis). Of these, what
 * is long and slender, and stronger than the edges of the picture below it: a fold may cross a house, but short light
 * lines in a rough place are eyes, teeth and branches. Small specks where the picture is even. `sensitivity` 0..1.
 * Yields its share done.
 */
export function* findScratches(luma: Plane, sensitivity: number): Generator<number, Mask> {
  const scale = 2 ** (2 * (0.5 - sensitivity));
  const calm = gaussianBlur(luma, GRAIN);
  const { least, most } = localRange(calm, RADIUS);
  const bases = [localMost(least, RADIUS), localRange(most, RADIUS).least];
  const out = new Uint8Array(luma.data.length);
  for (const [turn, base] of bases.entries()) {
    yield (turn + 0.1) / 2;
    const sign = turn === 0 ? 1 : -1;
    const hat: Plane = { ...luma, data: calm.data.map((value, i) => sign * (value - base.data[i]!)) };
    const rough = deviation(base, BELOW);
    const around = boxBlur(hat, AROUND).data;
    const work = markLines({ hat, around, rough, scale: sign > 0 ? scale : DARK * scale }, out);
    for (const share of work) yield (turn + share) / 2;
    if (sign > 0) markSpecks({ hat, around, rough, scale }, out);
  }
  clearRim(out, luma);
  const grown = localMost({ ...luma, data: Float32Array.from(out) }, 1).data;
  return { width: luma.width, height: luma.height, data: Uint8Array.from(grown, (value) => (value > 0 ? 255 : 0)) };
}

/** `around`: mean of the hat there; `rough`: deviation of the picture without lines. */
type Facts = {
  readonly hat: Plane;
  readonly around: Float32Array;
  readonly rough: Float32Array;
  readonly scale: number;
};

function deviation(plane: Plane, radius: number): Float32Array {
  const mean = boxBlur(plane, radius).data;
  const squares = boxBlur({ ...plane, data: plane.data.map((value) => value * value) }, radius).data;
  return squares.map((value, i) => Math.sqrt(Math.max(0, value - mean[i]! * mean[i]!)));
}

function clearRim(out: Uint8Array, { width, height }: Size): void {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (Math.min(x, y, width - 1 - x, height - 1 - y) < RIM) out[y * width + x] = 0;
}

function* markLines(facts: Facts, out: Uint8Array): Generator<number> {
  const { hat, around, rough, scale } = facts;
  const { width, height, data } = hat;
  const line = yield* alongLines(hat);
  const usual = deviation(hat, AROUND);
  const excess = (i: number) => line[i]! - around[i]!;
  const above = (i: number, times: number) => excess(i) > times * scale * Math.max(1e-3, usual[i]!);
  const follow: Mask = { width, height, data: new Uint8Array(data.length) };
  for (let i = 0; i < data.length; i++)
    if (
      above(i, FOLLOW) &&
      excess(i) > 0.6 * CONTRAST * scale &&
      data[i]! > OWN.line * line[i]! + OWN.around * around[i]!
    )
      follow.data[i] = 255;
  const { labels, areas } = partsOf(joined(follow));
  const parts = areas.map(() => ({
    sure: 0,
    area: 0,
    contrast: 0,
    rough: 0,
    left: width,
    right: 0,
    top: height,
    bottom: 0,
  }));
  for (let i = 0; i < labels.length; i++) {
    if (follow.data[i] === 0) continue;
    const part = parts[labels[i]!]!;
    const [x, y] = [i % width, Math.floor(i / width)];
    if (above(i, SURE) && excess(i) > CONTRAST * scale) part.sure++;
    part.area++;
    part.contrast += data[i]! - around[i]!;
    part.rough += rough[i]! + EVEN.line;
    part.left = Math.min(part.left, x);
    part.right = Math.max(part.right, x);
    part.top = Math.min(part.top, y);
    part.bottom = Math.max(part.bottom, y);
  }
  const good = parts.map(({ sure, area, contrast, rough: below, left, right, top, bottom }) => {
    const length = Math.hypot(right - left + 1, bottom - top + 1);
    if (sure < LENGTH / 2 || length < LENGTH || (length * length) / area < SLENDER) return false;
    return (contrast / below) * (length / LENGTH) > SCORE * scale;
  });
  for (let i = 0; i < labels.length; i++) if (follow.data[i] !== 0 && good[labels[i]!]) out[i] = 1;
}

/** Gaps of a pixel closed, so that a line is one part. */
function joined(mask: Mask): Mask {
  const wide = localMost({ ...mask, data: Float32Array.from(mask.data) }, 1).data;
  return { ...mask, data: Uint8Array.from(wide) };
}

function markSpecks({ hat, around, rough, scale }: Facts, out: Uint8Array): void {
  const { width, height, data } = hat;
  const mask: Mask = { width, height, data: new Uint8Array(data.length) };
  for (let i = 0; i < data.length; i++) {
    const level = scale * Math.max(SPECK.contrast, SPECK.score * (rough[i]! + EVEN.speck));
    if (data[i]! - around[i]! > level) mask.data[i] = 255;
  }
  const { labels, areas } = partsOf(mask);
  for (let i = 0; i < labels.length; i++) {
    const area = labels[i] === 0 ? 0 : areas[labels[i]!]!;
    if (area >= SPECK.least && area <= SPECK.most) out[i] = 1;
  }
}
