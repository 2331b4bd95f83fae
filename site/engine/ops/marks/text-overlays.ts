import type { Box, Mask, Pixels, Plane } from '../../types.ts';
import { fitOverlay } from './overlay-fit.ts';
import { MARKS, type MarkParameters } from './parameters.ts';
import {
  cropPlane,
  type EstimatedOverlay,
  enlargeBox,
  type Overlay,
  type Patch,
  patchOf,
  planesInBox,
} from './patches.ts';
import { borderLength, hypothesisEffort, labelStrokes } from './strokes.ts';
import { lineCoordinates, lineHeight, type TextLine } from './text-lines.ts';

export type ContinuationInput = {
  readonly picture: Pixels;
  /** The area of text so far. */
  readonly mask: Mask;
  /** Probability 0..1 that a pixel is drawn over the picture. */
  readonly drawn: Plane;
  readonly lines: readonly TextLine[];
};

/**
 * Extends lines of text at both ends by the letters that follow with the same overlay. The picture may hide a part of a
 * word from networks. Returns a new mask; yields the fraction done.
 */
export function* continueLines(
  { picture, mask, drawn, lines }: ContinuationInput,
  parameters: MarkParameters = MARKS,
): Generator<number, Mask> {
  const { maxSteps, aheadHeights, minStepHeights, marginHeights } = parameters.continuation;
  const out: Mask = { ...mask, data: mask.data.slice() };
  for (const [index, line] of lines.entries()) {
    const overlay = overlayOfLine({ picture, mask, drawn }, line, parameters);
    if (!overlay) continue;
    for (const direction of [1, -1] as const) {
      const start = direction === 1 ? line.along[1] : -line.along[0];
      let end = start;
      for (let step = 0; step < maxSteps; step++) {
        yield index / lines.length;
        const nextStretch = { line, direction, from: end, to: end + aheadHeights * lineHeight(line) };
        const next = yield* lettersReach(picture, nextStretch, { overlay, parameters });
        if (next === null || next < end + minStepHeights * lineHeight(line)) break;
        end = next;
      }
      if (end > start) addSection(out, { line, direction, from: start, to: end + marginHeights * lineHeight(line) });
    }
  }
  return out;
}

/** A section of a line or beyond its ends; `from` and `to` count from the centroid in its direction along the line. */
type Section = {
  readonly line: TextLine;
  readonly direction: 1 | -1;
  readonly from: number;
  readonly to: number;
};

/** Bounding box of a section within the picture; null if it lies outside. */
function boxOfSection({ line, direction, from, to }: Section, { width, height }: Mask | Pixels): Box | null {
  const corners = [from, to].flatMap((u) =>
    line.across.map(
      (v) => [line.x + direction * u * line.dx - v * line.dy, line.y + direction * u * line.dy + v * line.dx] as const,
    ),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, top] = [Math.max(0, Math.floor(Math.min(...xs))), Math.max(0, Math.floor(Math.min(...ys)))];
  const right = Math.min(width, Math.ceil(Math.max(...xs)) + 1);
  const bottom = Math.min(height, Math.ceil(Math.max(...ys)) + 1);
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

/** Position of a pixel in the section's direction; null outside of the section. */
function positionInSection({ line, direction, from, to }: Section, x: number, y: number): number | null {
  const [along, across] = lineCoordinates(line, x, y);
  const position = direction * along;
  return position >= from && position <= to && across >= line.across[0] && across <= line.across[1] ? position : null;
}

function addSection(mask: Mask, section: Section): void {
  const box = boxOfSection(section, mask);
  for (let i = 0; box && i < box.width * box.height; i++) {
    const [x, y] = [box.x + (i % box.width), box.y + Math.floor(i / box.width)];
    if (positionInSection(section, x, y) !== null) mask.data[y * mask.width + x] = 255;
  }
}

/** The overlay of a line by its drawn strokes; null if they do not determine one. */
function overlayOfLine(
  { picture, mask, drawn }: Omit<ContinuationInput, 'lines'>,
  line: TextLine,
  parameters: MarkParameters,
): EstimatedOverlay | null {
  const [from, to] = line.along;
  const inner = boxOfSection({ line, direction: 1, from, to }, picture);
  if (!inner) return null;
  const box = enlargeBox(inner, picture, parameters.patches.marginPx);
  const patch = patchOf(picture, mask, box);
  const probabilities = cropPlane(drawn, box);
  const { minDrawnProbability } = parameters.strokes;
  const labels = patch.mask.map((value, i) => (value > 0 && probabilities[i]! > minDrawnProbability ? 1 : 0));
  const overlay = fitOverlay(patch, labels, { opacity: null, parameters });
  const isUsable =
    overlay && overlay.confidence > parameters.continuation.minConfidence && overlay.opacity < parameters.maxOpacity;
  return isUsable ? overlay : null;
}

type LetterOptions = { readonly overlay: Overlay; readonly parameters: MarkParameters };

/** Position of the last pixel of letters with the overlay in a section; null if there are no letters. */
function* lettersReach(
  picture: Pixels,
  section: Section,
  { overlay, parameters }: LetterOptions,
): Generator<number, number | null> {
  const { coverage, minGain } = parameters.continuation;
  const inner = boxOfSection(section, picture);
  if (!inner) return null;
  const box = enlargeBox(inner, picture, parameters.patches.marginPx);
  const { width, height } = box;
  const positionOf = (i: number) => positionInSection(section, box.x + (i % width), box.y + Math.floor(i / width));
  const mask = Uint8Array.from({ length: width * height }, (_, i) => (positionOf(i) === null ? 0 : 1));
  const patch: Patch = { width, height, planes: planesInBox(picture, box), mask };
  const { labels, gain } = yield* labelStrokes(patch, overlay, hypothesisEffort(parameters));
  const [area, covered] = [mask, labels].map((values) => values.reduce((sum, value) => sum + value, 0)) as [
    number,
    number,
  ];
  if (covered < coverage.min * area || covered > coverage.max * area) return null;
  if (gain < minGain * borderLength(patch, labels)) return null;
  return labels.reduce(
    (furthest, label, i) => (label ? Math.max(furthest, positionOf(i) ?? furthest) : furthest),
    section.from,
  );
}
