import type { Box, Mask, Pixels } from '../../types.ts';
import { MARKS, type MarkParameters } from './parameters.ts';

/** A picture, the mask of its watermarks, and their colours with opacities as alpha. */
type EstimatedMarks = { readonly picture: Pixels; readonly mask: Mask; readonly mark: Pixels };

/**
 * Where a watermark would remain visible after un-blending (1, otherwise 0; one byte a pixel), with the rims of these strokes
 * inside the mask: cell by cell, whether the un-blended strokes differ from the pixels beside them by more than these
 * differ from the pixels behind them. Nearly opaque strokes, and colours that JPEG has blurred, become rough; where the
 * picture is smooth, filling them is exact enough, and where it is rough, nobody sees them.
 */
export function visibleStrokes(marks: EstimatedMarks, parameters: MarkParameters = MARKS): Uint8Array {
  const { width, height } = marks.picture;
  const { cellPx } = parameters.unblending.visible;
  const visible = new Uint8Array(width * height);
  for (let y = 0; y < height; y += cellPx)
    for (let x = 0; x < width; x += cellPx) {
      const cell = { x, y, width: Math.min(cellPx, width - x), height: Math.min(cellPx, height - y) };
      const covered = coveredPixels(marks.mark, cell);
      if (!isVisible(marks, covered, parameters)) continue;
      for (const i of withRims(marks, covered, parameters.smallMarks.letters.rimPx)) visible[i] = 1;
    }
  return visible;
}

/** The indices of the pixels of a cell that are un-blended. */
function coveredPixels({ width, data }: Pixels, cell: Box): readonly number[] {
  const indices: number[] = [];
  for (let y = cell.y; y < cell.y + cell.height; y++)
    for (let i = y * width + cell.x; i < y * width + cell.x + cell.width; i++)
      if (data[4 * i + 3]! > 0 && data[4 * i + 3]! < 255) indices.push(i);
  return indices;
}

function isVisible(
  { picture, mark }: EstimatedMarks,
  covered: readonly number[],
  { unblending, smallMarks: { comparisonPx, minContrast } }: MarkParameters,
): boolean {
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
    for (const step of [-comparisonPx, comparisonPx, -comparisonPx * width, comparisonPx * width]) {
      const isHorizontal = Math.abs(step) === comparisonPx;
      if (isHorizontal && (x + 2 * step < 0 || x + 2 * step >= width)) continue;
      if (!isClear(i + step) || !isClear(i + 2 * step)) continue;
      across += difference(i, i + step);
      beside += difference(i + step, i + 2 * step);
      pairs++;
    }
  }
  return across > unblending.visible.roughness * beside && across - beside > minContrast * pairs;
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
