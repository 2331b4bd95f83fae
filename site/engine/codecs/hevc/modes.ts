import type { Cabac } from './cabac.ts';
import { CONTEXT } from './contexts.ts';
import { type Decoding, unitAt } from './decoding.ts';
import type { Square } from './frame.ts';
import { HORIZONTAL, LAST_MODE, MEAN, PLANAR, VERTICAL } from './predict.ts';
import type { ChromaFormat } from './sequence.ts';

/** Reads the modes of luma of a coding block: one, or one for each quarter (H.265, 8.4.2). */
export function readModes(
  state: Decoding,
  { x, y, side, isSplit }: Square & { readonly isSplit: boolean },
): readonly number[] {
  const { cabac, frame } = state;
  const parts = isSplit ? 4 : 1;
  let areProbable = 0;
  for (let part = 0; part < parts; part++) areProbable |= cabac.bit(CONTEXT.isProbableMode) << part;
  const partSide = isSplit ? side >> 1 : side;
  const modes: number[] = [];
  for (let part = 0; part < parts; part++) {
    const square = { x: x + (part & 1) * partSide, y: y + (part >> 1) * partSide, side: partSide };
    const candidates = candidatesOf(state, square, { x, y });
    const isProbable = ((areProbable >> part) & 1) === 1;
    const mode = isProbable ? candidates[readCandidate(cabac)]! : otherMode(candidates, cabac.bypassNumber(5));
    frame.fill(frame.modes, square, mode);
    modes.push(mode);
  }
  return modes;
}

/** Reads the index of one of three candidates. */
const readCandidate = (cabac: Cabac): number => (cabac.bypass() === 0 ? 0 : 1 + cabac.bypass());

type Candidates = readonly [first: number, second: number, third: number];

/** The mode with an index among those that are no candidates. */
function otherMode([first, second, third]: Candidates, index: number): number {
  const lowest = Math.min(first, second, third);
  const highest = Math.max(first, second, third);
  let mode = index;
  if (mode >= lowest) mode += 1;
  if (mode >= first + second + third - lowest - highest) mode += 1;
  return mode >= highest ? mode + 1 : mode;
}

type Point = { readonly x: number; readonly y: number };

/** The three most probable modes of a square, from those at the left and above. `block`: where its coding block begins. */
function candidatesOf({ frame, tree }: Decoding, { x, y }: Square, block: Point): Candidates {
  const modeAt = (x: number, y: number): number => {
    const isOwn = x >= block.x && y >= block.y;
    return isOwn || frame.isAvailable(tree, x, y) ? frame.modes[unitAt(frame, x, y)]! : MEAN;
  };
  const left = modeAt(x - 1, y);
  const isTop = (y & ((1 << frame.sequence.treeBlock) - 1)) === 0;
  const above = isTop ? MEAN : modeAt(x, y - 1);
  if (left !== above) {
    const isFree = (mode: number) => mode !== left && mode !== above;
    return [left, above, isFree(PLANAR) ? PLANAR : isFree(MEAN) ? MEAN : VERTICAL];
  }
  return left < 2 ? [PLANAR, MEAN, VERTICAL] : [left, 2 + ((left + 29) % 32), 2 + ((left - 1) % 32)];
}

/** Modes of chroma at half the width and full height, by those for squares (H.265, table 8-3 of version 2). */
const HALF_WIDTH_MODES = Uint8Array.of(
  ...[0, 1, 2, 2, 2, 2, 3, 5, 7, 8, 10, 12, 13, 15, 17, 18, 19, 20, 21, 22, 23, 23, 24, 24, 25, 25, 26, 27, 27, 28, 28],
  ...[29, 29, 30, 31],
);

/** Reads the mode of chroma, which depends on that of luma (H.265, 8.4.3). */
export function chromaModeOf(cabac: Cabac, luma: number, chroma: ChromaFormat): number {
  const mode = readChromaMode(cabac, luma);
  return chroma === 2 ? HALF_WIDTH_MODES[mode]! : mode;
}

function readChromaMode(cabac: Cabac, luma: number): number {
  if (cabac.bit(CONTEXT.chromaMode) === 0) return luma;
  const mode = [PLANAR, VERTICAL, HORIZONTAL, MEAN][cabac.bypassNumber(2)]!;
  return mode === luma ? LAST_MODE : mode;
}
