import type { Cabac } from './cabac.ts';
import type { CoefficientReader } from './coefficients.ts';
import { type Frame, type Square, UNIT_LOG2 } from './frame.ts';
import type { Slice } from './slice.ts';

/** What the decoding of a segment changes as it goes. */
export type Decoding = {
  readonly frame: Frame;
  readonly cabac: Cabac;
  readonly slice: Slice;
  readonly reader: CoefficientReader;
  /** Index of the tree block. */
  tree: number;
  /** Parameter of the quantiser of luma, which may be negative. */
  quantiser: number;
  /** That of the last coding block. */
  lastQuantiser: number;
  /** The prediction of the quantiser in the present group. */
  predicted: number;
  isQuantiserRead: boolean;
  /** Whether the present coding block is lossless. */
  isLossless: boolean;
};

/** A coding block, and how it is predicted. `modes`: of luma, one for the whole or one for each quarter; `chromaModes` likewise. */
export type CodingBlock = Square & {
  readonly log2: number;
  readonly isSplit: boolean;
  readonly modes: readonly number[];
  readonly chromaModes: readonly number[];
};

/** Index of the unit of a pixel. */
export const unitAt = ({ unitsAcross }: Frame, x: number, y: number): number =>
  (y >> UNIT_LOG2) * unitsAcross + (x >> UNIT_LOG2);
