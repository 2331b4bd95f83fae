import type { Frame, Plane } from './frame.ts';

/** Modes of prediction (H.265, table 8-1). */
export const PLANAR = 0;
export const MEAN = 1;
export const HORIZONTAL = 10;
/** From this mode on, the upper row is projected, before it the left column. */
const FIRST_VERTICAL = 18;
export const VERTICAL = 26;
export const LAST_MODE = 34;

/** Steps of the directions by mode, from 2 to 34, in 1/32 of a sample for each row or column (H.265, table 8-5). */
const ANGLES = Int8Array.of(
  ...[0, 0, 32, 26, 21, 17, 13, 9, 5, 2, 0, -2, -5, -9, -13, -17, -21, -26, -32, -26, -21, -17, -13, -9, -5, -2, 0, 2],
  ...[5, 9, 13, 17, 21, 26, 32],
);
/** 8192 divided by the steps, for the modes from 11 to 25 (table 8-6). */
const INVERSE_ANGLES = Int16Array.of(
  ...[-4096, -1638, -910, -630, -482, -390, -315, -256, -315, -390, -482, -630, -910, -1638, -4096],
);
/** Minimum distance to the horizontal and vertical mode from which borders are smoothed, by log2 of the side (table 8-3). */
const SMOOTHED_FROM = Int8Array.of(99, 99, 99, 7, 1, 0);

const MAX_SIDE = 32;
/** The border of a block: the left column from below, the corner, the upper row. Its middle is the corner. */
const CORNER = 2 * MAX_SIDE;
let border = new Int32Array(4 * MAX_SIDE + 1);
let smoothed = new Int32Array(4 * MAX_SIDE + 1);
/** The border along the direction, extended by the other one; index 0 is at `REFERENCE`. */
const REFERENCE = MAX_SIDE;
const reference = new Int32Array(3 * MAX_SIDE + 2);

/** A block of a plane to be predicted. `x`, `y`: in samples of the plane. */
export type Block = {
  readonly plane: Plane;
  readonly isLuma: boolean;
  readonly x: number;
  readonly y: number;
  readonly log2: number;
  readonly mode: number;
};

/** Predicts a block from the samples around it (H.265, 8.4.4.2). */
export function predict(frame: Frame, block: Block): void {
  const { isLuma, log2, mode } = block;
  readBorder(frame, block);
  if (mode !== MEAN && (isLuma || frame.sequence.chroma === 3)) {
    const distance = Math.min(Math.abs(mode - VERTICAL), Math.abs(mode - HORIZONTAL));
    if (distance > SMOOTHED_FROM[log2]!) smoothBorder(block, frame.sequence.smoothsStrongly);
  }
  if (mode === PLANAR) predictPlanar(block);
  else if (mode === MEAN) predictMean(block);
  else predictDirection(block);
}

/** Reads the samples around a block; those that are not decoded yet repeat their neighbours. */
function readBorder(frame: Frame, { plane, x, y, log2 }: Block): void {
  const { data, width, across, down, bits } = plane;
  const side = 1 << log2;
  const tree = frame.treeAt(x << across, y << down);
  const unitDown = 4 >> down;
  const unitAcross = 4 >> across;
  /** The first known sample is at `known`; what is before it is filled afterwards. */
  let known = -1;
  const first = CORNER - 2 * side;
  const last = CORNER + 2 * side;
  for (let row = 2 * side - unitDown; row >= 0; row -= unitDown) {
    const at = CORNER - 1 - row;
    if (frame.isAvailable(tree, (x << across) - 1, (y + row) << down)) {
      for (let i = 0; i < unitDown; i++) border[at - i] = data[(y + row + i) * width + x - 1]!;
      if (known < 0) known = at - unitDown + 1;
    } else if (known >= 0) border.fill(border[at - unitDown]!, at - unitDown + 1, at + 1);
  }
  if (frame.isAvailable(tree, (x << across) - 1, (y << down) - 1)) {
    border[CORNER] = data[(y - 1) * width + x - 1]!;
    if (known < 0) known = CORNER;
  } else if (known >= 0) border[CORNER] = border[CORNER - 1]!;
  for (let column = 0; column < 2 * side; column += unitAcross) {
    const at = CORNER + 1 + column;
    if (frame.isAvailable(tree, (x + column) << across, (y << down) - 1)) {
      const from = (y - 1) * width + x + column;
      for (let i = 0; i < unitAcross; i++) border[at + i] = data[from + i]!;
      if (known < 0) known = at;
    } else if (known >= 0) border.fill(border[at - 1]!, at, at + unitAcross);
  }
  if (known < 0) border.fill(1 << (bits - 1), first, last + 1);
  else border.fill(border[known]!, first, known);
}

function smoothBorder({ plane, isLuma, log2 }: Block, isStrong: boolean): void {
  const side = 1 << log2;
  const [first, last] = [CORNER - 2 * side, CORNER + 2 * side];
  const corner = border[CORNER]!;
  const bend = (end: number, middle: number) => Math.abs(corner + border[end]! - 2 * border[middle]!);
  const threshold = 1 << (plane.bits - 5);
  smoothed[first] = border[first]!;
  smoothed[last] = border[last]!;
  if (isStrong && isLuma && log2 === 5 && bend(first, CORNER - 32) < threshold && bend(last, CORNER + 32) < threshold) {
    smoothed[CORNER] = corner;
    for (let i = 1; i < 64; i++) {
      smoothed[CORNER - i] = ((64 - i) * corner + i * border[first]! + 32) >> 6;
      smoothed[CORNER + i] = ((64 - i) * corner + i * border[last]! + 32) >> 6;
    }
  } else
    for (let i = first + 1; i < last; i++) smoothed[i] = (border[i - 1]! + 2 * border[i]! + border[i + 1]! + 2) >> 2;
  [border, smoothed] = [smoothed, border];
}

function predictPlanar({ plane, x, y, log2 }: Block): void {
  const { data, width } = plane;
  const side = 1 << log2;
  const right = border[CORNER + 1 + side]!;
  const bottom = border[CORNER - 1 - side]!;
  for (let row = 0; row < side; row++) {
    const left = border[CORNER - 1 - row]!;
    const start = (y + row) * width + x;
    for (let column = 0; column < side; column++) {
      const above = border[CORNER + 1 + column]!;
      data[start + column] =
        ((side - 1 - column) * left + (column + 1) * right + (side - 1 - row) * above + (row + 1) * bottom + side) >>
        (log2 + 1);
    }
  }
}

function predictMean({ plane, isLuma, x, y, log2 }: Block): void {
  const { data, width } = plane;
  const side = 1 << log2;
  let sum = side;
  for (let i = 1; i <= side; i++) sum += border[CORNER + i]! + border[CORNER - i]!;
  const mean = sum >> (log2 + 1);
  for (let row = 0; row < side; row++) data.fill(mean, (y + row) * width + x, (y + row) * width + x + side);
  if (!isLuma || log2 === 5) return;
  const start = y * width + x;
  data[start] = (border[CORNER - 1]! + 2 * mean + border[CORNER + 1]! + 2) >> 2;
  for (let i = 1; i < side; i++) {
    data[start + i] = (border[CORNER + 1 + i]! + 3 * mean + 2) >> 2;
    data[start + i * width] = (border[CORNER - 1 - i]! + 3 * mean + 2) >> 2;
  }
}

function predictDirection({ plane, isLuma, x, y, log2, mode }: Block): void {
  const { data, width, bits } = plane;
  const side = 1 << log2;
  const isVertical = mode >= FIRST_VERTICAL;
  /** Direction in `border` from the corner along the side that is projected. */
  const along = isVertical ? 1 : -1;
  const angle = ANGLES[mode]!;
  for (let i = 0; i <= (angle < 0 ? side : 2 * side); i++) reference[REFERENCE + i] = border[CORNER + along * i]!;
  const before = (side * angle) >> 5;
  if (before < -1) {
    const inverse = INVERSE_ANGLES[mode - 11]!;
    for (let i = -1; i >= before; i--) reference[REFERENCE + i] = border[CORNER - along * ((i * inverse + 128) >> 8)]!;
  }
  /** Steps in the plane from line to line and within a line. */
  const [lineStep, step] = isVertical ? [width, 1] : [1, width];
  const start = y * width + x;
  for (let line = 0; line < side; line++) {
    const offset = (line + 1) * angle;
    const from = REFERENCE + (offset >> 5) + 1;
    const fraction = offset & 31;
    let at = start + line * lineStep;
    if (fraction === 0) for (let i = 0; i < side; i++, at += step) data[at] = reference[from + i]!;
    else
      for (let i = 0; i < side; i++, at += step)
        data[at] = ((32 - fraction) * reference[from + i]! + fraction * reference[from + i + 1]! + 16) >> 5;
  }
  if (angle !== 0 || !isLuma || log2 === 5) return;
  const max = (1 << bits) - 1;
  const corner = border[CORNER]!;
  for (let i = 0; i < side; i++) {
    const value = border[CORNER + along]! + ((border[CORNER - along * (i + 1)]! - corner) >> 1);
    data[start + i * lineStep] = value < 0 ? 0 : Math.min(value, max);
  }
}
