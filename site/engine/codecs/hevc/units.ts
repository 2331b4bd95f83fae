import type { Cabac } from './cabac.ts';
import type { CoefficientBlock, Quantiser } from './coefficients.ts';
import { CONTEXT } from './contexts.ts';
import type { CodingBlock, Decoding } from './decoding.ts';
import type { Square } from './frame.ts';
import { predict } from './predict.ts';
import { DIAGONAL_SCAN, HORIZONTAL_SCAN, VERTICAL_SCAN } from './scan.ts';
import { addResidual } from './transform.ts';

/** Transform blocks of luma and chroma that belong together. */
export type TransformUnit = {
  /** With the position and size of the unit. */
  readonly block: CodingBlock;
  /** Index of the quarter of the parent. */
  readonly quarter: number;
  readonly parent: Square | null;
  readonly isLumaCoded: boolean;
  /** 1 if the first block of Cb or Cr is coded, plus 2 if the second one of 4:2:2 is. */
  readonly cb: number;
  readonly cr: number;
};

/** Predicts the blocks of a unit, reads their coefficients and adds their residuals (H.265, 7.3.8.10). */
export function reconstruct(state: Decoding, unit: TransformUnit): void {
  const { frame } = state;
  const { block, isLumaCoded, cb, cr } = unit;
  const { chroma } = frame.sequence;
  if ((isLumaCoded || cb > 0 || cr > 0) && !state.isQuantiserRead) readQuantiser(state);
  reconstructBlock(state, {
    index: 0,
    x: block.x,
    y: block.y,
    log2: block.log2,
    mode: block.modes[0]!,
    isCoded: isLumaCoded,
  });
  frame.fill(frame.decoded, block, 1);
  // Four blocks of luma of 4 × 4 share those of chroma, which follow the last one.
  const isSmall = block.log2 === 2 && chroma !== 3;
  if (chroma === 0 || (isSmall && unit.quarter !== 3)) return;
  const { x, y } = isSmall && unit.parent ? unit.parent : block;
  const log2 = isSmall ? 2 : block.log2 - (chroma === 3 ? 0 : 1);
  const { across, down } = frame.planes[1]!;
  const mode = block.chromaModes[0]!;
  for (let index = 1; index < 3; index++) {
    const coded = index === 1 ? cb : cr;
    for (let part = 0; part < (chroma === 2 ? 2 : 1); part++) {
      const isCoded = ((coded >> part) & 1) === 1;
      reconstructBlock(state, { index, x: x >> across, y: (y >> down) + (part << log2), log2, mode, isCoded });
    }
  }
}

/** Reads by how much the quantiser of a group differs from its prediction (H.265, 7.3.8.14 and 8.6.1). */
function readQuantiser(state: Decoding): void {
  const { cabac, frame } = state;
  state.isQuantiserRead = true;
  if (frame.parameters.quantiserDepth === null) return;
  const size = readQuantiserChange(cabac);
  const change = size > 0 && cabac.bypass() === 1 ? -size : size;
  const offset = 6 * (frame.sequence.lumaBits - 8);
  state.quantiser = ((state.predicted + change + 52 + 2 * offset) % (52 + offset)) - offset;
}

function readQuantiserChange(cabac: Cabac): number {
  const MAX_PREFIX = 5;
  let prefix = 0;
  while (prefix < MAX_PREFIX && cabac.bit(CONTEXT.quantiserChange + (prefix === 0 ? 0 : 1)) === 1) prefix += 1;
  if (prefix < MAX_PREFIX) return prefix;
  let length = 0;
  let base = 0;
  while (length < 16 && cabac.bypass() === 1) {
    base += 1 << length;
    length += 1;
  }
  return MAX_PREFIX + base + cabac.bypassNumber(length);
}

type TransformBlock = {
  /** 0: luma, 1: Cb, 2: Cr. */
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly log2: number;
  readonly mode: number;
  readonly isCoded: boolean;
};

function reconstructBlock(state: Decoding, block: TransformBlock): void {
  const { frame, cabac, reader, isLossless } = state;
  const { index, x, y, log2, mode } = block;
  const plane = frame.planes[index]!;
  const isLuma = index === 0;
  predict(frame, { plane, isLuma, x, y, log2, mode });
  if (!block.isCoded) return;
  const isSkipped =
    frame.parameters.skipsTransforms &&
    !isLossless &&
    log2 === 2 &&
    cabac.bit(CONTEXT.skipTransform + (isLuma ? 0 : 1)) === 1;
  const coefficients: CoefficientBlock = {
    log2,
    isLuma,
    scan: scanOf(log2, mode, isLuma || frame.sequence.chroma === 3),
    hidesSigns: frame.parameters.hidesSigns && !isLossless,
    quantiser: isLossless ? null : quantiserOf(state, block),
  };
  reader.read(cabac, coefficients);
  const kind = isLossless ? 'lossless' : isSkipped ? 'skipped' : isLuma && log2 === 2 ? 'sines' : 'cosines';
  const { lastX, lastY } = reader.extent;
  addResidual({ plane, x, y, log2, kind, coefficients: reader.values, lastX, lastY });
}

/** Small blocks whose prediction is nearly horizontal are read by columns, and the other way round (H.265, 7.4.9.11). */
function scanOf(log2: number, mode: number, hasFullSize: boolean): number {
  if (log2 > 3 || (log2 === 3 && !hasFullSize)) return DIAGONAL_SCAN;
  if (mode >= 6 && mode <= 14) return VERTICAL_SCAN;
  return mode >= 22 && mode <= 30 ? HORIZONTAL_SCAN : DIAGONAL_SCAN;
}

/** Quantisers of chroma from 30 to 43 by those of luma, in 4:2:0 (H.265, table 8-10). */
const CHROMA_QUANTISERS = Uint8Array.of(29, 30, 31, 32, 33, 33, 34, 34, 35, 35, 36, 36, 37, 37);

/** Returns the quantiser of chroma by that of luma with its offset. */
export function chromaQuantiser(level: number, isHalved: boolean): number {
  if (!isHalved) return Math.min(51, level);
  return level < 30 ? level : level > 43 ? level - 6 : CHROMA_QUANTISERS[level - 30]!;
}

function quantiserOf({ frame, slice, quantiser }: Decoding, { index, log2 }: TransformBlock): Quantiser {
  const { sequence, parameters, planes } = frame;
  const { bits } = planes[index]!;
  const offset = 6 * (bits - 8);
  const level =
    index === 0
      ? quantiser
      : chromaQuantiser(
          Math.min(57, Math.max(-offset, quantiser + slice.chromaOffsets[index - 1]!)),
          sequence.chroma === 1,
        );
  const scaling = sequence.scaling && (parameters.scaling ?? sequence.scaling);
  return { level: level + offset, bits, factors: scaling?.[log2 - 2]?.[index] ?? null };
}
