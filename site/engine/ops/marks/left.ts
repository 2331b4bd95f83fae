import type { Mask, Size } from '../../types.ts';
import { localMax } from '../filter/range.ts';
import { boundsOf } from '../mask/change.ts';
import { labelComponents } from '../matte/components.ts';
import type { Overlay, Patch } from './overlay.ts';

/** Fields up to that share of the picture's longer side high, or so many pixels, are small: filling all of one does little harm. */
const SMALL = { share: 0.09, least: 25 } as const;

/** A network's word on what is drawn from which on it counts. */
const DRAWN = 0.5;

/** Strokes that a network saw at all, and what is beside them: soft rims, and what it draws too thin. */
const RIM = { seen: 0.3, wide: 3 } as const;

/** Letters are all seen where that share of their field is no further from them than half its height. */
const WHOLE = 0.98;

/** How far apart both sides of a stroke's border are compared: beyond its soft rim. */
const APART = 3;

/** Least contrast of letters to what is beside them that can be seen: the length of a difference of colours, each 0..1. */
const SEEN = 0.02;

/** A field of marks in a picture of that longer side, and the opacity that was calculated for each of its pixels. */
type Calculated = {
  readonly patch: Patch;
  readonly alpha: Float32Array;
  readonly colour: Overlay['colour'];
  readonly longSide: number;
};

/**
 * Whether a mark in a small field can still be seen after it was calculated out: thin and nearly opaque letters hide what
 * would tell their opacity, and some may not have been told at all. What is left of the letters, of those that were
 * calculated and those that a network saw, differs from what is beside them by more than the picture's own texture.
 */
export function isLeft({ patch, alpha, colour, longSide }: Calculated): boolean {
  const { width, height, planes, mask, drawn } = patch;
  if (heightOf(patch) > smallIn(longSide)) return false;
  const most = alpha.reduce((all, value) => Math.max(all, value), 0);
  const isStroke = (i: number) => alpha[i]! > most / 2 || (drawn != null && drawn[i]! > DRAWN);
  const strokes = Uint8Array.from(mask, (value, i) => (value > 0 && isStroke(i) ? 255 : 0));
  const clear = planes.map((plane, k) =>
    plane.map((value, i) => Math.min(1, Math.max(0, (value - alpha[i]! * colour[k % 3]!) / (1 - alpha[i]!)))),
  );
  const left = contrastOf({ width, height, planes: clear }, strokes);
  return left > Math.max(SEEN, textureOf({ width, planes }, mask));
}

const smallIn = (longSide: number): number => Math.max(SMALL.least, SMALL.share * longSide);

/** The height of the field, whichever way it goes; endless where there is none. */
function heightOf({ width, height, mask }: Patch): number {
  const bounds = boundsOf({ width, height, data: Uint8Array.from(mask) });
  return bounds ? Math.min(bounds.width, bounds.height) : Number.POSITIVE_INFINITY;
}

/**
 * What is to be filled of a small field whose mark cannot be calculated, 0 or 1: the letters and their rims where a network
 * saw them from one end to the other, since of what is between them the picture is known; null for all of the field.
 */
export function lettersIn(patch: Patch, longSide: number): Float32Array<ArrayBuffer> | null {
  const { width, height, mask, drawn } = patch;
  const high = heightOf(patch);
  if (!drawn || high > smallIn(longSide)) return null;
  const strokes = {
    width,
    height,
    data: Float32Array.from(mask, (value, i) => (value > 0 && drawn[i]! > RIM.seen ? 1 : 0)),
  };
  const near = localMax(strokes, Math.ceil(high / 2)).data;
  let [all, covered] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    all++;
    if (near[i]! > 0) covered++;
  }
  return covered < WHOLE * all ? null : localMax(strokes, RIM.wide).data;
}

/** How much pixels that far apart differ beside the mask, in the mean. */
function textureOf({ width, planes }: Pick<Patch, 'width' | 'planes'>, mask: Uint8Array): number {
  let [sum, pairs] = [0, 0];
  for (let i = 0; i + APART * width < mask.length; i++) {
    if (i % width >= width - APART || mask[i] !== 0) continue;
    for (const other of [i + APART, i + APART * width]) {
      if (mask[other] !== 0) continue;
      sum += Math.hypot(...planes.map((plane) => plane[i]! - plane[other]!));
      pairs++;
    }
  }
  return sum / Math.max(1, pairs);
}

/** How much the parts of the strokes differ from what is beside them: of each part its mean difference, of these the mean length. */
function contrastOf({ width, height, planes }: Size & Pick<Patch, 'planes'>, strokes: Mask['data']): number {
  const { labels, areas } = labelComponents({ width, height, data: strokes });
  const sums = areas.map(() => planes.map(() => 0));
  let pairs = 0;
  for (let i = 0; i < strokes.length; i++) {
    if (strokes[i] === 0) continue;
    const x = i % width;
    const sides = [x >= APART ? i - APART : i, x < width - APART ? i + APART : i, i - APART * width, i + APART * width];
    for (const beside of sides) {
      if (strokes[beside] !== 0) continue;
      pairs++;
      const sum = sums[labels[i]!]!;
      for (const [k, plane] of planes.entries()) sum[k] = sum[k]! + plane[i]! - plane[beside]!;
    }
  }
  return sums.reduce((all, sum) => all + Math.hypot(...sum), 0) / Math.max(1, pairs);
}
