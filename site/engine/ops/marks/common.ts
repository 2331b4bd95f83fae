import type { Box, Mask, Pixels, Size } from '../../types.ts';
import { cropPixels } from '../crop.ts';
import { localMax } from '../filter/range.ts';
import { lumaPlane, rgbPlanes } from '../planes.ts';
import { resizePixels } from '../resize/resize.ts';
import { opacityMap } from './coverage.ts';
import { edgeLines } from './edge-lines.ts';
import { fitOverlay, type Mix, type Overlay, type Patch, trustIn } from './overlay.ts';
import { boxesOf, grown, MARGIN, patchOf, planesIn } from './patches.ts';
import { LEAST_PICTURES, steadyAreas } from './steady.ts';
import { type Strokes, strokesOf } from './strokes.ts';

/** A mark that several pictures have in common, or a piece of it; its box lies in the window. */
export type CommonPart = Box & { readonly alpha: Float32Array<ArrayBuffer>; readonly overlay: Overlay };

/** What several pictures have in common: in pictures of other sizes, at the same distance from one corner. */
export type CommonMarks = {
  /** The part of all pictures that was compared, and the corner that it lies in. */
  readonly window: Size;
  readonly right: boolean;
  readonly bottom: boolean;
  /** Pictures that have it. */
  readonly count: number;
  readonly parts: readonly CommonPart[];
};

/** Longer side at which marks are looked for. */
const SEARCHED = 800;

/** How much of the borders a mark must explain: in all pictures together, and in one of them. */
const TRUST = 0.1;
const PRESENT = 0.06;

/** Times that strokes and overlay correct each other. */
const ROUNDS = 4;

/** Passes of the first look, which is for where strokes are at all. */
const PASSES = 5;

/** Opacity that counts as none. */
const NONE = 0.02;

/** Longest side of a part that is looked at at once. */
const LONGEST = 768;

/** A mark that comes that near to the border of its box may go on beyond: there may be further letters. */
const NEAR = 24;

/** How far beside what is surely of a mark more of it is looked for. */
const BESIDE = 10;

/** As many pictures tell what the mark is made of, and that score of its edges (in deviations) that one has it. */
const ENOUGH = 5;
const EXPLAINED = 3;

/**
 * The marks that pictures have in common, null where they have none: areas in which edges are common to most, what
 * those edges are made of, then the mark's shape and opacities from all pictures that have it at once. Yields its share
 * done. After Dekel, Rubinstein, Liu and Freeman 2017, “On the effectiveness of visible watermarks”.
 */
export function* findCommon(pictures: readonly Pixels[]): Generator<number, CommonMarks | null> {
  if (pictures.length < LEAST_PICTURES) return null;
  const window = {
    width: Math.min(...pictures.map(({ width }) => width)),
    height: Math.min(...pictures.map(({ height }) => height)),
  };
  const same = pictures.every(({ width, height }) => width === window.width && height === window.height);
  const corners = same ? [false] : [true, false];
  let best: (Masked & { readonly area: number }) | null = null;
  for (const bottom of corners)
    for (const right of corners) {
      yield 0.1;
      const mask = yield* steadyIn(pictures, { ...window, right, bottom });
      const area = mask?.data.reduce((sum, value) => sum + Math.sign(value), 0) ?? 0;
      if (mask && area > (best?.area ?? 0)) best = { ...window, right, bottom, mask, area };
    }
  if (!best) return null;
  const parts: CommonPart[] = [];
  const boxes = boxesOf(best.mask, LONGEST);
  for (const [index, inner] of boxes.entries()) {
    yield 0.3 + (0.7 * index) / boxes.length;
    const part = yield* partIn(pictures, best, grown(inner, window, MARGIN));
    if (part) parts.push(part);
  }
  const { right, bottom } = best;
  const found = { window, right, bottom, count: 0, parts };
  const count = pictures.filter((picture) => isIn(picture, found)).length;
  return count < LEAST_PICTURES ? null : { ...found, count };
}

type Corner = Size & { readonly right: boolean; readonly bottom: boolean };
type Masked = Corner & { readonly mask: Mask };

/** The corner's window in a picture. */
const boxIn = (picture: Size, { width, height, right, bottom }: Corner): Box => ({
  x: right ? picture.width - width : 0,
  y: bottom ? picture.height - height : 0,
  width,
  height,
});

/** What a picture shows in the corner's window: itself where that is all of it. */
function windowOf(picture: Pixels, corner: Corner): Pixels {
  const isWhole = picture.width === corner.width && picture.height === corner.height;
  return isWhole ? picture : cropPixels(picture, boxIn(picture, corner));
}

/** Where edges are common, at the window's size. */
function* steadyIn(pictures: readonly Pixels[], corner: Corner): Generator<number, Mask | null> {
  const { width, height } = corner;
  const factor = Math.min(1, SEARCHED / Math.max(width, height));
  const small = { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
  const found = yield* steadyAreas(
    pictures.map((picture) => {
      const part = windowOf(picture, corner);
      const luma = lumaPlane(rgbPlanes(resizePixels(part, { ...small, kernel: 'area', linear: false })));
      return { ...small, data: luma.data.map((value) => 255 * value) };
    }),
  );
  if (!found) return null;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * small.height) / height) * small.width;
    for (let x = 0; x < width; x++) data[y * width + x] = found.data[row + Math.floor((x * small.width) / width)]!;
  }
  return { width, height, data };
}

/** The mark in a box; where it may go on beyond its border, the box is made larger. */
function* partIn(pictures: readonly Pixels[], corner: Masked, box: Box): Generator<number, CommonPart | null> {
  const all = pictures.map((picture) => patchOf(windowOf(picture, corner), corner.mask, box));
  const [mix] = edgeLines(stacked(all.slice(0, ENOUGH))).likely(null);
  const patches = mix ? all.filter((one) => explains(one, mix)) : [];
  if (!mix || patches.length < LEAST_PICTURES) return null;
  const patch: Patch = { ...box, planes: patches.flatMap(({ planes }) => planes), mask: all[0]!.mask.map(() => 1) };
  const { labels } = yield* strokesOf(patch, mix, PASSES);
  const wider = grown(box, corner, Math.max(2 * MARGIN, Math.max(box.width, box.height) >> 2));
  const isLess = Math.max(box.width, box.height) < LONGEST && wider.width * wider.height > box.width * box.height;
  if (isLess && isCut(labels, box)) return yield* partIn(pictures, corner, wider);
  const strokes = yield* refined(patch, labels);
  if (!strokes || strokes.overlay.trust < TRUST) return null;
  const alpha = opacityMap({ ...patch, mask: beside(strokes.labels, box) }, strokes);
  return { ...box, alpha, overlay: strokes.overlay };
}

/** The patches as one, below each other. */
function stacked(patches: readonly Patch[]): Patch {
  const { width, height } = patches[0]!;
  const planes = [0, 1, 2].map((channel) => {
    const out = new Float32Array(width * height * patches.length);
    for (const [k, one] of patches.entries()) out.set(one.planes[channel]!, k * width * height);
    return out;
  });
  const mask = Uint8Array.from({ length: planes[0]!.length }, (_, i) => patches[0]!.mask[i % (width * height)]!);
  return { width, height: height * patches.length, planes, mask };
}

/** Whether edges in a picture are of this mark. */
const explains = (patch: Patch, mix: Mix): boolean => edgeLines(patch).rank(mix).score > EXPLAINED;

/** Whether strokes come near to the border of their box. */
const isCut = (labels: Uint8Array, { width, height }: Size): boolean =>
  labels.some((label, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return label > 0 && (Math.min(x, width - 1 - x) < NEAR || Math.min(y, height - 1 - y) < NEAR);
  });

/** Where more of the strokes may be. */
export const beside = (labels: Uint8Array, { width, height }: Size): Uint8Array =>
  Uint8Array.from(localMax({ width, height, data: Float32Array.from(labels) }, BESIDE).data);

/** Strokes and overlay, corrected by each other. */
function* refined(patch: Patch, first: Uint8Array): Generator<number, Strokes | null> {
  let labels = first;
  let overlay = fitOverlay(patch, labels, null);
  for (let round = 0; overlay && round < ROUNDS; round++) {
    const { labels: next } = yield* strokesOf({ ...patch, mask: beside(labels, patch) }, overlay);
    if (next.every((label, i) => label === labels[i])) break;
    labels = next;
    overlay = fitOverlay(patch, labels, null);
  }
  return overlay && { labels, overlay };
}

/** The parts that a picture has, at their places in it: none in one that is smaller than what was compared. */
function presentIn(picture: Pixels, { window, right, bottom, parts }: CommonMarks): readonly CommonPart[] {
  const { x, y } = boxIn(picture, { ...window, right, bottom });
  if (x < 0 || y < 0 || picture.width < window.width || picture.height < window.height) return [];
  return parts
    .map((part) => ({ ...part, x: part.x + x, y: part.y + y }))
    .filter((part) => {
      const { width, height, alpha, overlay } = part;
      const labels = Uint8Array.from(alpha, (value) => (value > overlay.opacity / 2 ? 1 : 0));
      return trustIn({ width, height, planes: planesIn(picture, part), mask: labels }, labels, overlay) > PRESENT;
    });
}

/** Whether a picture has any of the common marks. */
export const isIn = (picture: Pixels, common: CommonMarks): boolean => presentIn(picture, common).length > 0;

/** What of the common marks a picture has: colours, and opacities as alpha; clear elsewhere. */
export function commonIn(picture: Pixels, common: CommonMarks): Pixels {
  const data = new Uint8ClampedArray(picture.data.length);
  for (const { x, y, width, alpha, overlay } of presentIn(picture, common))
    for (let i = 0; i < alpha.length; i++) {
      if (alpha[i]! < NONE) continue;
      const to = 4 * ((y + Math.floor(i / width)) * picture.width + x + (i % width));
      if (data[to + 3]! > 255 * alpha[i]!) continue;
      for (let channel = 0; channel < 3; channel++) data[to + channel] = 255 * overlay.colour[channel]!;
      data[to + 3] = 255 * alpha[i]!;
    }
  return { width: picture.width, height: picture.height, data };
}
