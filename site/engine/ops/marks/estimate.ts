import type { Box, Mask, Pixels } from '../../types.ts';
import { localMax } from '../filter/range.ts';
import { opacityMap } from './coverage.ts';
import { isLeft, lettersIn } from './left.ts';
import { type Overlay, type Patch, trustIn } from './overlay.ts';
import { boxesOf, cutPlane, grown, type Marked, patchOf } from './patches.ts';
import { borderLength, type Found, findStrokes, type Strokes, strokesOf } from './strokes.ts';

/** Picture around a mask that tells which edges and colours are there by chance, too: as much as beside a large mark. */
const BESIDE = 48;

/** What a pixel of border gains at least where a part has the same mark as one before. */
const LIKE_BEFORE = 0.8;

export type EstimateOptions = {
  /** 0..1 where it is known. */
  readonly opacity: number | null;
  /** Pixels beyond the mask that may still belong to the mark. */
  readonly grow: number;
  /** Marks that are explained less than that (0..1) count as opaque, so that they are filled. */
  readonly trust: number;
};

/** Opacity, 0..255, from which on nothing below can be made out. */
export const OPAQUE = 224;

/**
 * The marks inside the mask, by themselves: their colours, and their opacity as alpha; clear where there is none, opaque
 * where nothing can be calculated. Yields its share done.
 */
export function* estimateMarks({ picture, mask, drawn }: Marked, options: EstimateOptions): Generator<number, Pixels> {
  const data = new Uint8ClampedArray(picture.data.length);
  const boxes = boxesOf(mask);
  const longSide = Math.max(picture.width, picture.height);
  const found: Part[] = [];
  for (const [index, inner] of boxes.entries()) {
    const box = grown(inner, picture, BESIDE + options.grow);
    const patch = { ...patchOf(picture, mask, box), drawn: drawn ? cutPlane(drawn, box) : null };
    const work = strokesIn(patch, found, options);
    let step = work.next();
    for (; !step.done; step = work.next()) yield (0.6 * (index + step.value)) / boxes.length;
    found.push({ box, patch, strokes: step.value });
  }
  const surest = found.flatMap(({ strokes }) => strokes?.overlay ?? []).sort((a, b) => b.trust - a.trust)[0] ?? null;
  for (const [index, { box, patch, strokes: own }] of found.entries()) {
    const strokes = surest && surest.trust >= options.trust ? yield* borrowed(patch, own, surest) : own;
    const wide: Patch = { ...patch, mask: widened(patch, options.grow) };
    const known = strokes !== null && strokes.overlay.trust >= options.trust;
    const clear = known ? calculated(wide, strokes, options.trust > 0 ? longSide : null) : null;
    const alpha = clear ?? lettersIn(wide, longSide);
    write({ picture, data, box }, { patch: wide, alpha, overlay: strokes?.overlay ?? null });
    yield 0.6 + (0.4 * (index + 1)) / found.length;
  }
  return { width: picture.width, height: picture.height, data };
}

/** The opacity at each pixel of a part, 0..1; null where the mark would still be seen in a picture of that longer side. */
function calculated(patch: Patch, strokes: Strokes, longSide: number | null): Float32Array | null {
  const alpha = opacityMap(patch, strokes);
  const { colour } = strokes.overlay;
  return longSide !== null && isLeft({ patch, alpha, colour, longSide }) ? null : alpha;
}

/** The strokes of a part: of what was surely found before where it is there as well, else looked for. */
function* strokesIn(
  patch: Patch,
  found: readonly Part[],
  { opacity, trust }: EstimateOptions,
): Generator<number, Found | null> {
  const before = found.findLast(({ strokes }) => strokes && strokes.gain !== null && strokes.overlay.trust > 2 * trust);
  if (before?.strokes) {
    const same = yield* strokesOf(patch, before.strokes.overlay);
    if (same.gain > LIKE_BEFORE * borderLength(patch, same.labels)) return { ...same, overlay: before.strokes.overlay };
  }
  return yield* findStrokes(patch, opacity);
}

type Part = { readonly box: Box; readonly patch: Patch; readonly strokes: Found | null };

/** What one mark of a picture is made of, others are likely to be made of as well. */
function* borrowed(patch: Patch, own: Found | null, surest: Overlay): Generator<number, Strokes | null> {
  if (own?.overlay === surest) return own;
  if (own?.gain === null) {
    const trust = trustIn(patch, own.labels, surest);
    return trust < 0.8 * own.overlay.trust ? own : { ...own, overlay: { ...surest, trust } };
  }
  const found = yield* strokesOf(patch, surest);
  if (found.gain <= 0 || found.gain < 0.8 * (own?.gain ?? 0)) return own;
  return { ...found, overlay: surest };
}

function widened({ width, height, mask }: Patch, by: number): Uint8Array {
  if (by <= 0) return mask;
  return Uint8Array.from(localMax({ width, height, data: Float32Array.from(mask) }, by).data);
}

type Place = { readonly picture: Pixels; readonly data: Uint8ClampedArray; readonly box: Box };
type Estimated = { readonly patch: Patch; readonly alpha: Float32Array | null; readonly overlay: Overlay | null };

function write({ picture, data, box }: Place, { patch, alpha, overlay }: Estimated): void {
  for (let i = 0; i < patch.mask.length; i++) {
    if (patch.mask[i] === 0) continue;
    const to = 4 * ((box.y + Math.floor(i / box.width)) * picture.width + box.x + (i % box.width));
    for (let channel = 0; channel < 3; channel++) data[to + channel] = 255 * (overlay?.colour[channel] ?? 0.5);
    data[to + 3] = alpha ? 255 * alpha[i]! : 255;
  }
}

/** The picture with the marks calculated out: `(seen - opacity * colour) / (1 - opacity)`. Opaque marks stay. */
export function withoutMarks(picture: Pixels, mark: Pixels): Pixels {
  const data = new Uint8ClampedArray(picture.data);
  for (let at = 0; at < data.length; at += 4) {
    const opacity = mark.data[at + 3]! / 255;
    if (opacity === 0 || mark.data[at + 3]! >= OPAQUE) continue;
    for (let channel = 0; channel < 3; channel++)
      data[at + channel] = (picture.data[at + channel]! - opacity * mark.data[at + channel]!) / (1 - opacity);
  }
  return { width: picture.width, height: picture.height, data };
}

/** Colours that far outside of 0..255 show that something else lies there. */
const BEYOND = 24;

/** What cannot be calculated: opaque marks, and pixels whose colour is impossible below the mark. */
export function residueOf(picture: Pixels, mark: Pixels): Mask {
  const out = new Uint8Array(picture.width * picture.height);
  for (let i = 0, at = 0; i < out.length; i++, at += 4) {
    const opacity = mark.data[at + 3]! / 255;
    if (opacity === 0) continue;
    let worst = mark.data[at + 3]! >= OPAQUE ? 255 : 0;
    for (let channel = 0; worst < BEYOND && channel < 3; channel++) {
      const value = (picture.data[at + channel]! - opacity * mark.data[at + channel]!) / (1 - opacity);
      worst = Math.max(worst, -value, value - 255);
    }
    if (worst >= BEYOND) out[i] = 255;
  }
  return { width: picture.width, height: picture.height, data: out };
}
