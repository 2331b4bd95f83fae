import type { Box, Mask, Pixels } from '../../types.ts';
import { localMax } from '../filter/range.ts';
import { mapTo } from '../map-to.ts';
import { boundsOf, growMask } from '../mask/change.ts';
import { labelComponents } from '../matte/components.ts';
import { withEvidence } from './label-costs.ts';
import { opacityMap } from './opacity-map.ts';
import { confidenceIn } from './overlay-fit.ts';
import { MARKS, type MarkParameters } from './parameters.ts';
import {
  boxesOfMask,
  cropPlane,
  type EstimatedOverlay,
  enlargeBox,
  type MarkedPicture,
  type Overlay,
  type Patch,
  patchOf,
} from './patches.ts';
import { meanTexture, strokeContrast } from './stroke-contrast.ts';
import { borderLength, type FoundStrokes, finalEffort, findStrokes, labelStrokes, type Strokes } from './strokes.ts';

export type EstimateOptions = {
  /** Opacity 0..1 of the overlay, if it is known. */
  readonly opacity: number | null;
  /** Pixels beyond the mask that may still belong to the watermark. */
  readonly grow: number;
  /** Watermarks of a lower confidence (0..1) count as opaque, so that they are filled. 0 un-blends whatever is found. */
  readonly trust: number;
};

/** Alpha (0..255) from which on nothing below an overlay can be recovered. */
const OPAQUE_ALPHA = 224;

/** Levels (of 255) by which an un-blended colour may lie outside of 0..255 before the pixel is filled instead. */
const MAX_EXCESS_LEVELS = 24;

/** Fraction of the progress after which all strokes are found. */
const STROKES_DONE = 0.6;

type Part = { readonly box: Box; readonly patch: Patch; readonly strokes: FoundStrokes | null };

/**
 * Estimates the watermarks inside the mask: a picture of their colours, with their opacities as alpha. Alpha is 0 outside
 * of them and 255 where they cannot be un-blended. Yields the fraction done.
 */
export function* estimateMarks(
  { picture, mask, drawn }: MarkedPicture,
  options: EstimateOptions,
  parameters: MarkParameters = MARKS,
): Generator<number, Pixels> {
  const data = new Uint8ClampedArray(picture.data.length);
  const boxes = boxesOfMask(mask, parameters.patches);
  const longSide = Math.max(picture.width, picture.height);
  const parts: Part[] = [];
  for (const [index, inner] of boxes.entries()) {
    const box = enlargeBox(inner, picture, parameters.unblending.contextPx + options.grow);
    const patch = { ...patchOf(picture, mask, box), drawn: drawn ? cropPlane(drawn, box) : null };
    const work = strokesInPatch(withEvidence(patch, parameters), parts, { ...options, parameters });
    let step = work.next();
    for (; !step.done; step = work.next()) yield (STROKES_DONE * (index + step.value)) / boxes.length;
    parts.push({ box, patch, strokes: step.value });
  }
  const overlays = parts.flatMap(({ strokes }) => strokes?.overlay ?? []);
  const best = overlays.sort((a, b) => b.confidence - a.confidence)[0] ?? null;
  for (const [index, { box, patch, strokes: ownStrokes }] of parts.entries()) {
    const strokes =
      best && best.confidence >= options.trust
        ? yield* strokesOfSharedOverlay(patch, ownStrokes, { shared: best, parameters })
        : ownStrokes;
    const region: Patch = { ...patch, mask: dilate(patch, options.grow) };
    const isConfident = strokes !== null && strokes.overlay.confidence >= options.trust;
    const unblended = isConfident
      ? unblendedAlpha(region, strokes, { longSide: options.trust > 0 ? longSide : null, parameters })
      : null;
    const alpha = unblended ?? fillMask(region, longSide, parameters);
    writeMark({ picture, data, box }, { patch: region, alpha, overlay: strokes?.overlay ?? null });
    yield STROKES_DONE + ((1 - STROKES_DONE) * (index + 1)) / parts.length;
  }
  return { width: picture.width, height: picture.height, data };
}

type AlphaOptions = { readonly longSide: number | null; readonly parameters: MarkParameters };

/** Opacities 0..1 of a patch; null if the watermark would remain visible in a picture of that longer side. */
function unblendedAlpha(patch: Patch, strokes: Strokes, { longSide, parameters }: AlphaOptions): Float32Array | null {
  const alpha = opacityMap(patch, strokes, parameters);
  const { colour, opacity } = strokes.overlay;
  if (longSide === null) return alpha;
  if (remainsVisible({ patch, alpha, colour, longSide }, parameters)) return null;
  return withoutMissed(patch, alpha, opacity / 2);
}

/** The opacities with 1 in masked regions in which none reaches `minAlpha`: what was marked there was not found. */
function withoutMissed({ width, height, mask }: Patch, alpha: Float32Array, minAlpha: number): Float32Array {
  const data = mapTo(Uint8Array, mask, (value) => (value > 0 ? 255 : 0));
  const { labels, areas } = labelComponents({ width, height, data });
  const isFound = areas.map(() => false);
  for (let i = 0; i < labels.length; i++) if (alpha[i]! >= minAlpha) isFound[labels[i]!] = true;
  return alpha.map((value, i) => (labels[i] === 0 || isFound[labels[i]!] ? value : 1));
}

type StrokeOptions = EstimateOptions & { readonly parameters: MarkParameters };

/** The strokes of a patch: with the overlay of an earlier part if it explains them, otherwise by a search. */
function* strokesInPatch(
  patch: Patch,
  parts: readonly Part[],
  { opacity, trust, parameters }: StrokeOptions,
): Generator<number, FoundStrokes | null> {
  const earlier = parts.findLast(
    ({ strokes }) => strokes && strokes.gain !== null && strokes.overlay.confidence > 2 * trust,
  );
  if (earlier?.strokes) {
    const { overlay } = earlier.strokes;
    const strokes = yield* labelStrokes(patch, overlay, finalEffort(parameters));
    const minGain = parameters.unblending.minSharedGain * borderLength(patch, strokes.labels);
    if (strokes.gain > minGain) return { ...strokes, overlay };
  }
  return yield* findStrokes(patch, opacity, parameters);
}

type SharedOverlay = { readonly shared: EstimatedOverlay; readonly parameters: MarkParameters };

/** The strokes of a patch with the most confident overlay of the picture, unless its own overlay explains it better. */
function* strokesOfSharedOverlay(
  patch: Patch,
  ownStrokes: FoundStrokes | null,
  { shared, parameters }: SharedOverlay,
): Generator<number, Strokes | null> {
  const { minSharedFraction } = parameters.unblending;
  if (ownStrokes?.overlay === shared) return ownStrokes;
  if (ownStrokes?.gain === null) {
    const confidence = confidenceIn(patch, { labels: ownStrokes.labels, overlay: shared }, parameters);
    return confidence < minSharedFraction * ownStrokes.overlay.confidence
      ? ownStrokes
      : { ...ownStrokes, overlay: { ...shared, confidence } };
  }
  const strokes = yield* labelStrokes(patch, shared, finalEffort(parameters));
  if (strokes.gain <= 0 || strokes.gain < minSharedFraction * (ownStrokes?.gain ?? 0)) return ownStrokes;
  return { ...strokes, overlay: shared };
}

function dilate({ width, height, mask }: Patch, radiusPx: number): Uint8Array {
  if (radiusPx <= 0) return mask;
  return Uint8Array.from(localMax({ width, height, data: Float32Array.from(mask) }, radiusPx).data);
}

type Target = { readonly picture: Pixels; readonly data: Uint8ClampedArray; readonly box: Box };
type PatchMark = { readonly patch: Patch; readonly alpha: Float32Array | null; readonly overlay: Overlay | null };

function writeMark({ picture, data, box }: Target, { patch, alpha, overlay }: PatchMark): void {
  for (let i = 0; i < patch.mask.length; i++) {
    if (patch.mask[i] === 0) continue;
    const to = 4 * ((box.y + Math.floor(i / box.width)) * picture.width + box.x + (i % box.width));
    for (let channel = 0; channel < 3; channel++) data[to + channel] = 255 * (overlay?.colour[channel] ?? 0.5);
    data[to + 3] = alpha ? 255 * alpha[i]! : 255;
  }
}

/** Un-blends a watermark: `(seen - opacity * colour) / (1 - opacity)`. Opaque pixels are left unchanged. */
export function unblend(picture: Pixels, mark: Pixels): Pixels {
  const data = new Uint8ClampedArray(picture.data);
  for (let at = 0; at < data.length; at += 4) {
    const opacity = mark.data[at + 3]! / 255;
    if (opacity === 0 || mark.data[at + 3]! >= OPAQUE_ALPHA) continue;
    for (let channel = 0; channel < 3; channel++)
      data[at + channel] = (picture.data[at + channel]! - opacity * mark.data[at + channel]!) / (1 - opacity);
  }
  return { width: picture.width, height: picture.height, data };
}

/** The mask of pixels that must be filled: opaque ones, and those whose un-blended colour is impossible. */
export function residualMask(picture: Pixels, mark: Pixels): Mask {
  const out = new Uint8Array(picture.width * picture.height);
  for (let i = 0, at = 0; i < out.length; i++, at += 4) {
    const opacity = mark.data[at + 3]! / 255;
    if (opacity === 0) continue;
    let excess = mark.data[at + 3]! >= OPAQUE_ALPHA ? 255 : 0;
    for (let channel = 0; excess < MAX_EXCESS_LEVELS && channel < 3; channel++) {
      const value = (picture.data[at + channel]! - opacity * mark.data[at + channel]!) / (1 - opacity);
      excess = Math.max(excess, -value, value - 255);
    }
    if (excess >= MAX_EXCESS_LEVELS) out[i] = 255;
  }
  return { width: picture.width, height: picture.height, data: out };
}

/** Pixels around a watermark that are selected with it. */
const SELECTION_MARGIN_PX = 2;

/** The mask of a watermark: where its alpha is not 0, with a small margin. */
export const maskOfMark = ({ width, height, data }: Pixels): Mask =>
  growMask(
    { width, height, data: Uint8Array.from({ length: width * height }, (_, i) => (data[4 * i + 3]! > 0 ? 255 : 0)) },
    SELECTION_MARGIN_PX,
  );

/** The mask without the components that contain a part of a watermark that is already estimated. */
export function withoutEstimated(mask: Mask, mark: Pixels): Mask {
  const { labels, areas } = labelComponents(mask);
  const isEstimated = new Uint8Array(areas.length);
  for (let i = 0; i < labels.length; i++) if (mark.data[4 * i + 3]! > 0) isEstimated[labels[i]!] = 1;
  return {
    width: mask.width,
    height: mask.height,
    data: mask.data.map((value, i) => (isEstimated[labels[i]!] ? 0 : value)),
  };
}

/** An un-blended patch: the picture, the opacities 0..1, and the longer side of the whole picture. */
type UnblendedPatch = {
  readonly patch: Patch;
  readonly alpha: Float32Array;
  readonly colour: Overlay['colour'];
  readonly longSide: number;
};

/**
 * Whether a watermark in a small region remains visible after un-blending, as thin and nearly opaque letters do: whether
 * the un-blended strokes, and those that the network drew, differ from the pixels beside them by more than the texture of
 * the picture. False for larger regions, where filling would lose more.
 */
export function remainsVisible(
  { patch, alpha, colour, longSide }: UnblendedPatch,
  parameters: MarkParameters = MARKS,
): boolean {
  const { width, height, planes, mask, drawn } = patch;
  const { smallMarks } = parameters;
  if (regionHeight(patch) > maxSmallHeight(longSide, smallMarks)) return false;
  const maxAlpha = alpha.reduce((max, value) => Math.max(max, value), 0);
  const isStroke = (i: number) =>
    alpha[i]! > maxAlpha / 2 || (drawn != null && drawn[i]! > smallMarks.minDrawnProbability);
  const strokes = mapTo(Uint8Array, mask, (value, i) => (value > 0 && isStroke(i) ? 255 : 0));
  const unblended = planes.map((plane, k) =>
    plane.map((value, i) => Math.min(1, Math.max(0, (value - alpha[i]! * colour[k % 3]!) / (1 - alpha[i]!)))),
  );
  const contrast = strokeContrast({ width, height, planes: unblended }, strokes, smallMarks.comparisonPx);
  return contrast > Math.max(smallMarks.minContrast, meanTexture({ width, planes, mask }, smallMarks.comparisonPx));
}

const maxSmallHeight = (longSide: number, { maxHeight }: MarkParameters['smallMarks']): number =>
  Math.max(maxHeight.pixels, maxHeight.fraction * longSide);

/** The shorter side of the masked region; infinite if there is none. */
function regionHeight({ width, height, mask }: Patch): number {
  const bounds = boundsOf({ width, height, data: Uint8Array.from(mask) });
  return bounds ? Math.min(bounds.width, bounds.height) : Number.POSITIVE_INFINITY;
}

/**
 * The part (0 or 1) of a small region that is filled if its watermark cannot be un-blended: only the letters and their
 * rims, if the network drew letters across the whole region; null to fill the whole region.
 */
export function fillMask(
  patch: Patch,
  longSide: number,
  parameters: MarkParameters = MARKS,
): Float32Array<ArrayBuffer> | null {
  const { width, height, mask, drawn } = patch;
  const { smallMarks } = parameters;
  const regionPx = regionHeight(patch);
  if (!drawn || regionPx > maxSmallHeight(longSide, smallMarks)) return null;
  const strokes = {
    width,
    height,
    data: mapTo(Float32Array, mask, (value, i) => (value > 0 && drawn[i]! > smallMarks.letters.minProbability ? 1 : 0)),
  };
  const nearStrokes = localMax(strokes, Math.ceil(regionPx / 2)).data;
  let [area, covered] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    area++;
    if (nearStrokes[i]! > 0) covered++;
  }
  return covered < smallMarks.letters.minCoverage * area ? null : localMax(strokes, smallMarks.letters.rimPx).data;
}
