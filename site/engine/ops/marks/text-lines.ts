import type { Mask, Plane } from '../../types.ts';
import { mapTo } from '../map-to.ts';
import { growMask } from '../mask/change.ts';
import { type Components, labelComponents } from '../matte/components.ts';
import { MARKS, type MarkParameters } from './parameters.ts';

type Span = readonly [from: number, to: number];

/** A line of text: its centroid, its direction (a unit vector), and its extent along and across that direction. */
export type TextLine = {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly along: Span;
  readonly across: Span;
};

/** The lines through the components of a mask, by label: each along the principal axis of its component. */
function linesOfComponents({ width, labels, areas }: Components): readonly TextLine[] {
  const moments = areas.map(() => [0, 0, 0, 0, 0] as [number, number, number, number, number]);
  forEachPixel({ width, labels }, (label, x, y) => {
    const moment = moments[label]!;
    moment[0] += x;
    moment[1] += y;
    moment[2] += x * x;
    moment[3] += x * y;
    moment[4] += y * y;
  });
  const spans = areas.map(() => ({ along: [Infinity, -Infinity], across: [Infinity, -Infinity] }));
  const axes = moments.map(([sx, sy, xx, xy, yy], label) => {
    const count = Math.max(1, areas[label]!);
    const [x, y] = [sx / count, sy / count];
    const angle = Math.atan2(2 * (xy / count - x * y), xx / count - x * x - (yy / count - y * y)) / 2;
    return { x, y, dx: Math.cos(angle), dy: Math.sin(angle) };
  });
  forEachPixel({ width, labels }, (label, x, y) => {
    const { along, across } = spans[label]!;
    const coordinates = lineCoordinates(axes[label]!, x, y);
    for (const [k, span] of [along, across].entries()) {
      span[0] = Math.min(span[0]!, coordinates[k]!);
      span[1] = Math.max(span[1]!, coordinates[k]!);
    }
  });
  return axes.map((axis, label) => ({ ...axis, ...(spans[label] as unknown as Pick<TextLine, 'along' | 'across'>) }));
}

function forEachPixel(
  { width, labels }: Pick<Components, 'width' | 'labels'>,
  visit: (label: number, x: number, y: number) => void,
): void {
  for (let i = 0; i < labels.length; i++) if (labels[i]! > 0) visit(labels[i]!, i % width, Math.floor(i / width));
}

/** Position of a pixel along and across a line, relative to the line's centroid. */
export const lineCoordinates = ({ x, y, dx, dy }: Pick<TextLine, 'x' | 'y' | 'dx' | 'dy'>, u: number, v: number) =>
  [(u - x) * dx + (v - y) * dy, (v - y) * dx - (u - x) * dy] as const;

/** The line with a margin on each side. */
const widenLine = (line: TextLine, marginPx: number): TextLine => ({
  ...line,
  along: [line.along[0] - marginPx, line.along[1] + marginPx],
  across: [line.across[0] - marginPx, line.across[1] + marginPx],
});

/** Extent of the line across its direction, in pixels. */
export const lineHeight = ({ across }: TextLine): number => across[1] - across[0];

/** The area of text, and its lines. */
export type TextArea = { readonly mask: Mask; readonly lines: readonly TextLine[] };

/** Bounding box of a component (right and bottom excluded), and what was counted in it. */
type Component = {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Sides of its pixels at which the component ends. */
  perimeter: number;
  probabilitySum: number;
  drawnPixels: number;
};

export type TextOptions = {
  /** Probability of text, 0..1, from which on a pixel counts. */
  readonly level: number;
  /** Probability 0..1 that a pixel is drawn over the picture, by the overlay network. */
  readonly drawn?: Plane | undefined;
  readonly parameters?: MarkParameters;
};

/**
 * Returns the area of text by the probabilities of a text detector (0..1). Each component is dilated to the height of its
 * letters. With `drawn`, only text that is drawn over the picture counts, and small lines along the picture's sides
 * (signatures and addresses).
 */
export function findTextArea(text: Plane, { level, drawn, parameters = MARKS }: TextOptions): TextArea {
  const { width, height } = text;
  const { dilation, minMeanExcess, overlay, strayStrokes, signature } = parameters.text;
  const seen: Mask = { width, height, data: mapTo(Uint8Array, text.data, (value) => (value >= level ? 255 : 0)) };
  const labelled = labelComponents(seen);
  const { labels, areas } = labelled;
  const componentLines = linesOfComponents(labelled);
  const components = areas.map(
    (): Component => ({
      left: width,
      top: height,
      right: 0,
      bottom: 0,
      perimeter: 0,
      probabilitySum: 0,
      drawnPixels: 0,
    }),
  );
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (label === 0) continue;
    const component = components[label]!;
    const [x, y] = [i % width, Math.floor(i / width)];
    component.probabilitySum += text.data[i]!;
    if (drawn && drawn.data[i]! > overlay.minProbability) component.drawnPixels++;
    component.left = Math.min(component.left, x);
    component.right = Math.max(component.right, x + 1);
    component.top = Math.min(component.top, y);
    component.bottom = Math.max(component.bottom, y + 1);
    for (const next of [i - 1, i + 1, i - width, i + width]) if (labels[next] !== label) component.perimeter++;
  }
  const mask: Mask = { width, height, data: new Uint8Array(labels.length) };
  const minDilation = dilation.minFraction * Math.max(width, height);
  const lines: TextLine[] = [];
  let maxDilation = 0;
  for (const [label, area] of areas.entries()) {
    const component = components[label]!;
    if (label === 0 || component.probabilitySum < (level + minMeanExcess) * area) continue;
    // Pixel sides overestimate the length of a slanted border, by 4 / π on average.
    const radius = Math.max((dilation.areaFactor * area) / ((Math.PI / 4) * component.perimeter), minDilation);
    const line = widenLine(componentLines[label]!, radius);
    const isDrawn = component.drawnPixels >= Math.max(overlay.minPixels, overlay.minFraction * area);
    if (drawn && !isDrawn && !isSignature(line, text, signature)) continue;
    addDilated(mask, { labels, label, component }, radius);
    lines.push(line);
    maxDilation = Math.max(maxDilation, radius);
  }
  if (!drawn || maxDilation === 0) return { mask, lines };
  const maxSteps = Math.ceil(strayStrokes.reachFactor * maxDilation);
  return { mask: addStrayStrokes(mask, drawn, { lines, maxSteps, radius: minDilation, parameters }), lines };
}

/** Whether a line is small, straight, and close to a side of the picture. */
function isSignature(
  line: TextLine,
  { width, height }: Plane,
  signature: MarkParameters['text']['signature'],
): boolean {
  const lineHeightPx = lineHeight(line);
  const length = line.along[1] - line.along[0];
  if (
    lineHeightPx > signature.maxHeightFraction * Math.max(width, height) ||
    length < signature.minLengthHeights * lineHeightPx
  )
    return false;
  const isHorizontal = Math.abs(line.dy) < signature.maxSine;
  const isVertical = Math.abs(line.dx) < signature.maxSine;
  const [position, side] = isHorizontal ? [line.y, height] : [line.x, width];
  const maxDistance = (signature.maxDistanceHeights + 0.5) * lineHeightPx;
  return (isHorizontal || isVertical) && Math.min(position, side - position) < maxDistance;
}

type StrayOptions = {
  readonly lines: readonly TextLine[];
  /** Longest stroke outside of the mask, in pixels. */
  readonly maxSteps: number;
  /** Dilation of the added strokes. */
  readonly radius: number;
  readonly parameters: MarkParameters;
};

/** Adds drawn strokes that lead out of the mask and end close to it, such as descenders and swashes. */
function addStrayStrokes(
  { width, height, data }: Mask,
  drawn: Plane,
  { lines, maxSteps, radius, parameters }: StrayOptions,
): Mask {
  const { minProbability, maxDistanceHeights } = parameters.text.strayStrokes;
  const bands = lines.map((line) => widenLine(line, maxDistanceHeights * lineHeight(line)));
  const isDrawn = (i: number) => drawn.data[i]! > minProbability;
  const isNearLine = (i: number) => bands.some((band) => isWithinHeight(band, i % width, Math.floor(i / width)));
  const reached = new Uint8Array(data.length);
  const outsideBands: number[] = [];
  let front: number[] = [];
  for (let i = 0; i < data.length; i++) if (data[i] === 255 && isDrawn(i)) front.push(i);
  for (let step = 0; step < maxSteps && front.length > 0; step++) {
    const next: number[] = [];
    for (const i of front) {
      const x = i % width;
      for (const to of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (to < 0 || to >= data.length || data[to] === 255 || reached[to] === 255 || !isDrawn(to)) continue;
        reached[to] = 255;
        if (isNearLine(to)) next.push(to);
        else outsideBands.push(to);
      }
    }
    front = next;
  }
  removeComponents({ width, height, data: reached }, [...outsideBands, ...front]);
  const added = growMask({ width, height, data: reached }, radius).data;
  return { width, height, data: data.map((value, i) => (added[i]! > 127 ? 255 : value)) };
}

/** Clears the components that contain one of these pixels. */
function removeComponents(mask: Mask, pixels: readonly number[]): void {
  if (pixels.length === 0) return;
  const { labels } = labelComponents(mask);
  const removed = new Set(pixels.map((i) => labels[i]!));
  for (let i = 0; i < labels.length; i++) if (removed.has(labels[i]!)) mask.data[i] = 0;
}

function isWithinHeight(line: TextLine, x: number, y: number): boolean {
  const across = lineCoordinates(line, x, y)[1];
  return across >= line.across[0] && across <= line.across[1];
}

type LabelledComponent = { readonly labels: Int32Array; readonly label: number; readonly component: Component };

/** Adds a component, dilated, to the mask. */
function addDilated(
  { width, height, data }: Mask,
  { labels, label, component }: LabelledComponent,
  radius: number,
): void {
  const margin = Math.ceil(radius);
  const [left, top] = [Math.max(0, component.left - margin), Math.max(0, component.top - margin)];
  const size = {
    width: Math.min(width, component.right + margin) - left,
    height: Math.min(height, component.bottom + margin) - top,
  };
  const at = (i: number) => (top + Math.floor(i / size.width)) * width + left + (i % size.width);
  const lineMask = Uint8Array.from({ length: size.width * size.height }, (_, i) => (labels[at(i)] === label ? 255 : 0));
  for (const [i, value] of growMask({ ...size, data: lineMask }, radius).data.entries())
    if (value > 127) data[at(i)] = 255;
}
