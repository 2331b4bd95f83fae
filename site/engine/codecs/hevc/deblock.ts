import { unitAt } from './decoding.ts';
import { type Frame, LEFT_EDGE, UPPER_EDGE } from './frame.ts';
import type { Slice } from './slice.ts';
import { chromaQuantiser } from './units.ts';

/** Thresholds of flatness and of change by quantiser (H.265, table 8-12). */
const FLATNESS = Uint8Array.of(
  ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22, 24, 26],
  ...[28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62, 64],
);
const CHANGE = Uint8Array.of(
  ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4],
  ...[5, 5, 6, 6, 7, 8, 9, 10, 11, 13, 14, 16, 18, 20, 22, 24],
);
/** Borders between blocks of key frames have this strength. */
const STRENGTH = 2;
const EDGE_STEP = 8;
const EDGE_LENGTH = 4;

/** Smooths the borders of transform blocks (H.265, 8.7.2): first the vertical ones, then the horizontal ones. */
export function deblock(frame: Frame): void {
  for (const edge of [LEFT_EDGE, UPPER_EDGE]) {
    const isVertical = edge === LEFT_EDGE;
    const { width, height } = frame.sequence;
    const [stepX, stepY] = isVertical ? [EDGE_STEP, EDGE_LENGTH] : [EDGE_LENGTH, EDGE_STEP];
    for (let y = isVertical ? 0 : EDGE_STEP; y < height; y += stepY)
      for (let x = isVertical ? EDGE_STEP : 0; x < width; x += stepX) {
        const unit = unitAt(frame, x, y);
        if ((frame.edges[unit]! & edge) === 0) continue;
        deblockPart(frame, { x, y, isVertical, unit });
      }
  }
}

/** Four pixels of luma along a border. `x`, `y`: the first pixel at its right or below it. */
type Part = { readonly x: number; readonly y: number; readonly isVertical: boolean; readonly unit: number };

function deblockPart(frame: Frame, part: Part): void {
  const { x, y, isVertical, unit } = part;
  const { planes, quantisers, isFinal, sequence } = frame;
  const other = isVertical ? unit - 1 : unit - frame.unitsAcross;
  const tree = frame.treeAt(x, y);
  const otherTree = isVertical ? frame.treeAt(x - 1, y) : frame.treeAt(x, y - 1);
  const slice = frame.slices[tree];
  if (!slice?.deblocking || (tree !== otherTree && !mayCross(frame, { slice, tree, otherTree }))) return;
  const mean = (quantisers[unit]! + quantisers[other]! + 1) >> 1;
  const { beta, tc } = slice.deblocking;
  for (let index = 0; index < planes.length; index++) {
    const plane = planes[index]!;
    const isLuma = index === 0;
    if (!isLuma && (isVertical ? x >> plane.across : y >> plane.down) % EDGE_STEP > 0) continue;
    const level = isLuma
      ? mean
      : chromaQuantiser(mean + frame.parameters.chromaOffsets[index - 1]!, sequence.chroma === 1);
    const border: Border = {
      start: (y >> plane.down) * plane.width + (x >> plane.across),
      across: isVertical ? 1 : plane.width,
      along: isVertical ? plane.width : 1,
      length: EDGE_LENGTH >> (isVertical ? plane.down : plane.across),
      change: CHANGE[clamp(level + 2 * (STRENGTH - 1) + 2 * tc, 53)]! << (plane.bits - 8),
      max: (1 << plane.bits) - 1,
      keepsBefore: isFinal[other] === 1,
      keepsAfter: isFinal[unit] === 1,
    };
    if (isLuma) deblockLuma(plane.data, border, FLATNESS[clamp(mean + 2 * beta, 51)]! << (plane.bits - 8));
    else if (border.change > 0) deblockChroma(plane.data, border);
  }
}

const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value));

/** Whether filters may cross the border between the tree block of a slice and another one before it. */
function mayCross(
  frame: Frame,
  { slice, tree, otherTree }: { readonly slice: Slice; readonly tree: number; readonly otherTree: number },
): boolean {
  if (frame.slices[otherTree]?.address !== slice.address && !slice.filtersAcross) return false;
  return frame.tiles[tree] === frame.tiles[otherTree] || frame.parameters.tiles?.filtersAcross === true;
}

/** A part of a border in a plane. */
type Border = {
  /** Index of the first sample after the border. */
  readonly start: number;
  /** Steps of the index across the border and along it. */
  readonly across: number;
  readonly along: number;
  readonly length: number;
  /** Threshold of the change of a sample. */
  readonly change: number;
  /** Largest value of a sample. */
  readonly max: number;
  /** Whether the samples before and after the border stay as they are. */
  readonly keepsBefore: boolean;
  readonly keepsAfter: boolean;
};

function deblockLuma(data: Uint16Array, border: Border, flatness: number): void {
  const { start, across, along, change } = border;
  const end = start + 3 * along;
  const p0 = bend(data, start - across, -across);
  const p3 = bend(data, end - across, -across);
  const q0 = bend(data, start, across);
  const q3 = bend(data, end, across);
  if (p0 + q0 + p3 + q3 >= flatness) return;
  const isFlat = (at: number, bends: number): boolean =>
    2 * bends < flatness >> 2 &&
    Math.abs(data[at - 4 * across]! - data[at - across]!) + Math.abs(data[at]! - data[at + 3 * across]!) <
      flatness >> 3 &&
    Math.abs(data[at - across]! - data[at]!) < (5 * change + 1) >> 1;
  if (isFlat(start, p0 + q0) && isFlat(end, p3 + q3)) {
    smoothStrongly(data, border);
    return;
  }
  const threshold = (flatness + (flatness >> 1)) >> 3;
  smoothWeakly(data, border, { before: p0 + p3 < threshold, after: q0 + q3 < threshold });
}

/** Second difference of three samples, away from a border. */
const bend = (data: Uint16Array, at: number, step: number): number =>
  Math.abs(data[at + 2 * step]! - 2 * data[at + step]! + data[at]!);

function smoothStrongly(
  data: Uint16Array,
  { start, across, along, length, change: threshold, keepsBefore, keepsAfter }: Border,
): void {
  const change = 2 * threshold;
  for (let line = 0, at = start; line < length; line++, at += along) {
    const p0 = data[at - across]!;
    const p1 = data[at - 2 * across]!;
    const p2 = data[at - 3 * across]!;
    const p3 = data[at - 4 * across]!;
    const q0 = data[at]!;
    const q1 = data[at + across]!;
    const q2 = data[at + 2 * across]!;
    const q3 = data[at + 3 * across]!;
    if (!keepsBefore) {
      data[at - across] = near(p0, (p2 + 2 * p1 + 2 * p0 + 2 * q0 + q1 + 4) >> 3, change);
      data[at - 2 * across] = near(p1, (p2 + p1 + p0 + q0 + 2) >> 2, change);
      data[at - 3 * across] = near(p2, (2 * p3 + 3 * p2 + p1 + p0 + q0 + 4) >> 3, change);
    }
    if (keepsAfter) continue;
    data[at] = near(q0, (p1 + 2 * p0 + 2 * q0 + 2 * q1 + q2 + 4) >> 3, change);
    data[at + across] = near(q1, (p0 + q0 + q1 + q2 + 2) >> 2, change);
    data[at + 2 * across] = near(q2, (p0 + q0 + q1 + 3 * q2 + 2 * q3 + 4) >> 3, change);
  }
}

/** `reaches`: whether the second sample at a side changes too. */
function smoothWeakly(
  data: Uint16Array,
  { start, across, along, length, change, max, keepsBefore, keepsAfter }: Border,
  reaches: { readonly before: boolean; readonly after: boolean },
): void {
  const half = change >> 1;
  for (let line = 0, at = start; line < length; line++, at += along) {
    const p0 = data[at - across]!;
    const p1 = data[at - 2 * across]!;
    const q0 = data[at]!;
    const q1 = data[at + across]!;
    const full = (9 * (q0 - p0) - 3 * (q1 - p1) + 8) >> 4;
    if (Math.abs(full) >= change * 10) continue;
    const step = near(0, full, change);
    if (!keepsBefore) {
      data[at - across] = clamp(p0 + step, max);
      if (reaches.before) {
        const second = (((data[at - 3 * across]! + p0 + 1) >> 1) - p1 + step) >> 1;
        data[at - 2 * across] = clamp(p1 + near(0, second, half), max);
      }
    }
    if (keepsAfter) continue;
    data[at] = clamp(q0 - step, max);
    if (reaches.after) {
      const second = (((data[at + 2 * across]! + q0 + 1) >> 1) - q1 - step) >> 1;
      data[at + across] = clamp(q1 + near(0, second, half), max);
    }
  }
}

const near = (value: number, other: number, change: number): number =>
  Math.min(value + change, Math.max(value - change, other));

function deblockChroma(
  data: Uint16Array,
  { start, across, along, length, change, max, keepsBefore, keepsAfter }: Border,
): void {
  for (let line = 0, at = start; line < length; line++, at += along) {
    const p0 = data[at - across]!;
    const q0 = data[at]!;
    const full = ((q0 - p0) * 4 + data[at - 2 * across]! - data[at + across]! + 4) >> 3;
    const step = near(0, full, change);
    if (!keepsBefore) data[at - across] = clamp(p0 + step, max);
    if (!keepsAfter) data[at] = clamp(q0 - step, max);
  }
}
