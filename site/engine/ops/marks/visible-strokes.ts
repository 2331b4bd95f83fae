import type { Box, Mask, Pixels, Size } from '../../types.ts';
import { MARKS, type MarkParameters } from './parameters.ts';

/** A picture, the mask of its watermarks, and their colours with opacities as alpha. */
type EstimatedMarks = { readonly picture: Pixels; readonly mask: Mask; readonly mark: Pixels };

/** Sums of colour differences (length in RGB, 0..1 a channel) over the same distance, and their number. */
type Roughness = {
  /** Between un-blended pixels and those beside them. */
  readonly across: number;
  /** Between the pixels beside them and those as far behind. */
  readonly beside: number;
  readonly pairs: number;
};

/**
 * Where watermarks would remain visible after un-blending (1, otherwise 0; one byte a pixel), with the rims of these strokes
 * inside the mask. Strokes that are un-blended well differ from the pixels beside them as these differ from the pixels behind
 * them; nearly opaque ones, and colours that JPEG has blurred, become rougher. Where that is so of all strokes together, and
 * not by what the picture shows below a few of them, those of each cell of which it is true are visible. Pale watermarks have
 * none: filling them does more harm.
 */
export function visibleStrokes(marks: EstimatedMarks, parameters: MarkParameters = MARKS): Uint8Array {
  const { smallMarks } = parameters;
  const visible = new Uint8Array(marks.mark.width * marks.mark.height);
  if (opacityOf(marks.mark) < parameters.strokes.maxPaleOpacity) return visible;
  const cells = cellsOf(marks.mark, parameters.unblending.visible.cellPx).map((cell) => ({
    cell,
    roughness: roughnessOf(marks, coveredPixels(marks.mark, cell), smallMarks.comparisonPx),
  }));
  if (!isRough(sumOf(cells.map(({ roughness }) => roughness)), parameters)) return visible;
  for (const { cell, roughness } of cells) {
    if (!isRough(roughness, parameters)) continue;
    const covered = coveredPixels(marks.mark, cell);
    for (const i of withRims(marks, covered, smallMarks.letters.rimPx)) visible[i] = 1;
  }
  return visible;
}

/** The highest opacity 0..1 below 1. */
function opacityOf({ data }: Pixels): number {
  let highest = 0;
  for (let at = 3; at < data.length; at += 4) if (data[at]! > highest && data[at]! < 255) highest = data[at]!;
  return highest / 255;
}

/** Squares that cover a picture; those at its right and lower sides may be smaller. */
function cellsOf({ width, height }: Size, side: number): readonly Box[] {
  const cells: Box[] = [];
  for (let y = 0; y < height; y += side)
    for (let x = 0; x < width; x += side)
      cells.push({ x, y, width: Math.min(side, width - x), height: Math.min(side, height - y) });
  return cells;
}

const sumOf = (parts: readonly Roughness[]): Roughness =>
  parts.reduce((sum, { across, beside, pairs }) => ({
    across: sum.across + across,
    beside: sum.beside + beside,
    pairs: sum.pairs + pairs,
  }));

const isRough = ({ across, beside, pairs }: Roughness, { unblending, smallMarks }: MarkParameters): boolean =>
  across > unblending.visible.roughness * beside && across - beside > smallMarks.minContrast * pairs;

/** The indices of the pixels of a cell that are un-blended. */
function coveredPixels({ width, data }: Pixels, cell: Box): readonly number[] {
  const indices: number[] = [];
  for (let y = cell.y; y < cell.y + cell.height; y++)
    for (let i = y * width + cell.x; i < y * width + cell.x + cell.width; i++)
      if (data[4 * i + 3]! > 0 && data[4 * i + 3]! < 255) indices.push(i);
  return indices;
}

function roughnessOf({ picture, mark }: EstimatedMarks, covered: readonly number[], distance: number): Roughness {
  const { width } = picture;
  const isClear = (i: number) => mark.data[4 * i + 3] === 0;
  const below = (at: number, channel: number): number => {
    const opacity = mark.data[at + 3]! / 255;
    const value = (picture.data[at + channel]! - opacity * mark.data[at + channel]!) / (1 - opacity);
    return Math.min(255, Math.max(0, value));
  };
  const difference = (i: number, j: number) => {
    let squares = 0;
    for (let channel = 0; channel < 3; channel++) squares += (below(4 * i, channel) - below(4 * j, channel)) ** 2;
    return Math.sqrt(squares) / 255;
  };
  let [across, beside, pairs] = [0, 0, 0];
  for (const i of covered) {
    const x = i % width;
    for (const step of [-distance, distance, -distance * width, distance * width]) {
      const isHorizontal = Math.abs(step) === distance;
      if (isHorizontal && (x + 2 * step < 0 || x + 2 * step >= width)) continue;
      if (!isClear(i + step) || !isClear(i + 2 * step)) continue;
      across += difference(i, i + step);
      beside += difference(i + step, i + 2 * step);
      pairs++;
    }
  }
  return { across, beside, pairs };
}

/** The pixels, and those around them that are in the mask or in a watermark; some of them repeatedly. */
function* withRims({ mask, mark }: EstimatedMarks, covered: readonly number[], rimPx: number): Generator<number> {
  const { width, height } = mark;
  for (const i of covered) {
    const [x, y] = [i % width, Math.floor(i / width)];
    for (let v = Math.max(0, y - rimPx); v <= Math.min(height - 1, y + rimPx); v++)
      for (let u = Math.max(0, x - rimPx); u <= Math.min(width - 1, x + rimPx); u++) {
        const j = v * width + u;
        if (mask.data[j]! > 0 || mark.data[4 * j + 3]! > 0) yield j;
      }
  }
}
