import type { Box, Mask, Pixels, Size } from '../../types.ts';
import { cropPixels } from '../crop.ts';
import { localMax } from '../filter/range.ts';
import { mapTo } from '../map-to.ts';
import { lumaPlane, rgbPlanes } from '../planes.ts';
import { resizePixels } from '../resize/resize.ts';
import { edgeConsensus } from './edge-consensus.ts';
import { sizeWithin } from './lattice.ts';
import { opacityMap } from './opacity-map.ts';
import { confidenceIn, fitOverlay } from './overlay-fit.ts';
import { MARKS, type MarkParameters } from './parameters.ts';
import { boxesOfMask, type EstimatedOverlay, enlargeBox, type Patch, patchOf, planesInBox } from './patches.ts';
import { findSharedEdges } from './shared-edges.ts';
import { finalEffort, hypothesisEffort, labelStrokes, type Strokes } from './strokes.ts';

/** A watermark, or a part of one, that several pictures share; its box lies in the window. */
export type CommonPart = Box & { readonly alpha: Float32Array<ArrayBuffer>; readonly overlay: EstimatedOverlay };

/** Watermarks that several pictures share. In pictures of other sizes they keep their distance from one corner. */
export type CommonMarks = {
  /** The part of all pictures that was compared, and the corner of the pictures in which it lies. */
  readonly window: Size;
  readonly right: boolean;
  readonly bottom: boolean;
  /** Number of pictures that have the watermarks. */
  readonly count: number;
  readonly parts: readonly CommonPart[];
};

/**
 * Finds the watermarks that pictures share; null if there are none. Regions in which most pictures share edges are
 * candidates; the overlay, the strokes and the opacities are then estimated from all pictures that have the watermark at
 * once (Dekel et al. 2017, “On the effectiveness of visible watermarks”). Yields the fraction done.
 */
export function* findCommonMarks(
  pictures: readonly Pixels[],
  parameters: MarkParameters = MARKS,
): Generator<number, CommonMarks | null> {
  const { common, patches } = parameters;
  if (pictures.length < common.minPictures) return null;
  const window = {
    width: Math.min(...pictures.map(({ width }) => width)),
    height: Math.min(...pictures.map(({ height }) => height)),
  };
  const haveEqualSizes = pictures.every(({ width, height }) => width === window.width && height === window.height);
  const sides = haveEqualSizes ? [false] : [true, false];
  let best: (MaskedCorner & { readonly area: number }) | null = null;
  for (const bottom of sides)
    for (const right of sides) {
      yield 0.1;
      const mask = yield* sharedEdgeMask(pictures, { ...window, right, bottom }, parameters);
      const area = mask?.data.reduce((sum, value) => sum + Math.sign(value), 0) ?? 0;
      if (mask && area > (best?.area ?? 0)) best = { ...window, right, bottom, mask, area };
    }
  if (!best) return null;
  const parts: CommonPart[] = [];
  const boxes = boxesOfMask(best.mask, { ...patches, maxSidePx: common.maxSidePx });
  for (const [index, inner] of boxes.entries()) {
    yield 0.3 + (0.7 * index) / boxes.length;
    const part = yield* estimatePart(pictures, best, {
      box: enlargeBox(inner, window, patches.marginPx),
      parameters,
    });
    if (part) parts.push(part);
  }
  const { right, bottom } = best;
  const found = { window, right, bottom, count: 0, parts };
  const count = pictures.filter((picture) => hasCommonMarks(picture, found, parameters)).length;
  return count < common.minPictures ? null : { ...found, count };
}

/** A window in one corner of the pictures. */
type Corner = Size & { readonly right: boolean; readonly bottom: boolean };
type MaskedCorner = Corner & { readonly mask: Mask };

/** The corner's window in a picture. */
const windowBox = (picture: Size, { width, height, right, bottom }: Corner): Box => ({
  x: right ? picture.width - width : 0,
  y: bottom ? picture.height - height : 0,
  width,
  height,
});

function cropToWindow(picture: Pixels, corner: Corner): Pixels {
  const isWhole = picture.width === corner.width && picture.height === corner.height;
  return isWhole ? picture : cropPixels(picture, windowBox(picture, corner));
}

/** The mask of shared edges, at the window's size; null if there are none. */
function* sharedEdgeMask(
  pictures: readonly Pixels[],
  corner: Corner,
  parameters: MarkParameters,
): Generator<number, Mask | null> {
  const { width, height } = corner;
  const small = sizeWithin(corner, parameters.common.searchSidePx);
  const found = yield* findSharedEdges(
    pictures.map((picture) => {
      const crop = cropToWindow(picture, corner);
      const luma = lumaPlane(rgbPlanes(resizePixels(crop, { ...small, kernel: 'area', linear: false })));
      return { ...small, data: luma.data.map((value) => 255 * value) };
    }),
    parameters,
  );
  if (!found) return null;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * small.height) / height) * small.width;
    for (let x = 0; x < width; x++) data[y * width + x] = found.data[row + Math.floor((x * small.width) / width)]!;
  }
  return { width, height, data };
}

type PartOptions = { readonly box: Box; readonly parameters: MarkParameters };

/** Estimates the watermark in a box; a box whose border cuts the strokes is enlarged. */
function* estimatePart(
  pictures: readonly Pixels[],
  corner: MaskedCorner,
  { box, parameters }: PartOptions,
): Generator<number, CommonPart | null> {
  const { common, patches } = parameters;
  const all = pictures.map((picture) => patchOf(cropToWindow(picture, corner), corner.mask, box));
  const [overlay] = edgeConsensus(stackPatches(all.slice(0, common.overlayPictures)), parameters).candidates(null);
  const marked = overlay
    ? all.filter((patch) => edgeConsensus(patch, parameters).score(overlay).score > common.minEdgeScore)
    : [];
  if (!overlay || marked.length < common.minPictures) return null;
  const patch: Patch = { ...box, planes: marked.flatMap(({ planes }) => planes), mask: all[0]!.mask.map(() => 1) };
  const { labels } = yield* labelStrokes(patch, overlay, hypothesisEffort(parameters));
  const longSide = Math.max(box.width, box.height);
  const enlarged = enlargeBox(box, corner, Math.max(2 * patches.marginPx, longSide >> 2));
  const canGrow = longSide < common.maxSidePx && enlarged.width * enlarged.height > box.width * box.height;
  if (canGrow && isCut(labels, box, common.borderPx))
    return yield* estimatePart(pictures, corner, { box: enlarged, parameters });
  const strokes = yield* refineStrokes(patch, labels, parameters);
  if (!strokes || strokes.overlay.confidence < common.minConfidence) return null;
  const mask = dilate(strokes.labels, box, common.strokeMarginPx);
  return { ...box, alpha: opacityMap({ ...patch, mask }, strokes, parameters), overlay: strokes.overlay };
}

/** The patches below each other, as one patch. */
function stackPatches(patches: readonly Patch[]): Patch {
  const { width, height } = patches[0]!;
  const planes = [0, 1, 2].map((channel) => {
    const out = new Float32Array(width * height * patches.length);
    for (const [k, patch] of patches.entries()) out.set(patch.planes[channel]!, k * width * height);
    return out;
  });
  const mask = Uint8Array.from({ length: planes[0]!.length }, (_, i) => patches[0]!.mask[i % (width * height)]!);
  return { width, height: height * patches.length, planes, mask };
}

/** Whether strokes come close to the border of their box. */
const isCut = (labels: Uint8Array, { width, height }: Size, borderPx: number): boolean =>
  labels.some((label, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return label > 0 && (Math.min(x, width - 1 - x) < borderPx || Math.min(y, height - 1 - y) < borderPx);
  });

const dilate = (labels: Uint8Array, { width, height }: Size, radiusPx: number): Uint8Array =>
  Uint8Array.from(localMax({ width, height, data: Float32Array.from(labels) }, radiusPx).data);

/** Labels strokes and fits the overlay in turns, until the strokes no longer change. */
function* refineStrokes(
  patch: Patch,
  initial: Uint8Array,
  parameters: MarkParameters,
): Generator<number, Strokes | null> {
  const { rounds, strokeMarginPx } = parameters.common;
  let labels = initial;
  let overlay = fitOverlay(patch, labels, { opacity: null, parameters });
  for (let round = 0; overlay && round < rounds; round++) {
    const region = { ...patch, mask: dilate(labels, patch, strokeMarginPx) };
    const { labels: next } = yield* labelStrokes(region, overlay, finalEffort(parameters));
    if (next.every((label, i) => label === labels[i])) break;
    labels = next;
    overlay = fitOverlay(patch, labels, { opacity: null, parameters });
  }
  return overlay && { labels, overlay };
}

/** The parts that a picture shows, with their boxes in the picture; none if it is smaller than the window. */
function partsInPicture(
  picture: Pixels,
  { window, right, bottom, parts }: CommonMarks,
  parameters: MarkParameters,
): readonly CommonPart[] {
  const { x, y } = windowBox(picture, { ...window, right, bottom });
  if (x < 0 || y < 0 || picture.width < window.width || picture.height < window.height) return [];
  return parts
    .map((part) => ({ ...part, x: part.x + x, y: part.y + y }))
    .filter((part) => {
      const { width, height, alpha, overlay } = part;
      const labels = mapTo(Uint8Array, alpha, (value) => (value > overlay.opacity / 2 ? 1 : 0));
      const patch = { width, height, planes: planesInBox(picture, part), mask: labels };
      return confidenceIn(patch, { labels, overlay }, parameters) > parameters.common.minPictureConfidence;
    });
}

/** Whether a picture shows any of the common watermarks. */
export const hasCommonMarks = (picture: Pixels, common: CommonMarks, parameters: MarkParameters = MARKS): boolean =>
  partsInPicture(picture, common, parameters).length > 0;

/** The common watermarks that a picture shows: their colours, with opacities as alpha; alpha 0 elsewhere. */
export function commonMarkOf(picture: Pixels, common: CommonMarks, parameters: MarkParameters = MARKS): Pixels {
  const data = new Uint8ClampedArray(picture.data.length);
  for (const { x, y, width, alpha, overlay } of partsInPicture(picture, common, parameters))
    for (let i = 0; i < alpha.length; i++) {
      if (alpha[i]! < parameters.common.minOpacity) continue;
      const to = 4 * ((y + Math.floor(i / width)) * picture.width + x + (i % width));
      if (data[to + 3]! > 255 * alpha[i]!) continue;
      for (let channel = 0; channel < 3; channel++) data[to + channel] = 255 * overlay.colour[channel]!;
      data[to + 3] = 255 * alpha[i]!;
    }
  return { width: picture.width, height: picture.height, data };
}
