import type { Cabac } from './cabac.ts';
import { CONTEXT } from './contexts.ts';
import { DIAGONAL_SCAN, SCANS, type Scan, VERTICAL_SCAN } from './scan.ts';

/** Context of `significant` in blocks of 4 × 4, by position (H.265, 9.3.4.2.5). */
const SMALL_CONTEXTS = Uint8Array.of(0, 1, 4, 5, 2, 3, 4, 5, 6, 6, 8, 8, 7, 7, 8, 8);
/** The same in sub-blocks of larger blocks, by position, for each pair of coded neighbours: right (1) and below (2). */
const NEIGHBOUR_CONTEXTS = Uint8Array.of(
  ...[2, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
  ...[2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
  ...[2, 1, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0],
  ...[2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
);
const LEVEL_SCALES = Uint8Array.of(40, 45, 51, 57, 64, 72);
/** Above this count in a sub-block, coefficients have no contexts. */
const MAX_ABOVE_ONE = 8;
/** Longest prefix of a remaining level; longer ones are of damaged streams. */
const MAX_PREFIX = 32;

/** What is known of a block of coefficients before they are read. */
export type CoefficientBlock = {
  readonly log2: number;
  readonly isLuma: boolean;
  readonly scan: number;
  readonly hidesSigns: boolean;
  /** Null: coefficients are the residual itself. */
  readonly quantiser: Quantiser | null;
};

/** `level`: quantiser parameter, from 0. `factors`: scaling factors row by row; null: 16. */
export type Quantiser = { readonly level: number; readonly bits: number; readonly factors: Uint8Array | null };

/** The last column and the last row with a coefficient. */
export type Extent = { lastX: number; lastY: number };

/** Reads the coefficients of blocks (H.265, 7.3.8.11) and scales them (8.6.4.2). */
export class CoefficientReader {
  /** The coefficients of the last block, row by row. The transform clears them. */
  readonly values = new Int32Array(32 * 32);
  readonly extent: Extent = { lastX: 0, lastY: 0 };
  private readonly coded = new Uint8Array(64);
  private readonly positions = new Uint8Array(16);
  private readonly levels = new Int32Array(16);
  private aboveOneContext = 1;

  read(cabac: Cabac, block: CoefficientBlock): void {
    const { log2, isLuma, scan } = block;
    const [first, second] = this.lastPosition(cabac, log2, isLuma);
    const [lastX, lastY] = scan === VERTICAL_SCAN ? [second, first] : [first, second];
    const blocks = SCANS[log2 - 2]![scan]!;
    const inner = SCANS[2]![scan]!;
    const subLog2 = log2 - 2;
    let sub = indexIn(blocks, lastX >> 2, lastY >> 2);
    const lastSub = sub;
    const lastPosition = indexIn(inner, lastX & 3, lastY & 3);
    this.coded.fill(0, 0, 1 << (2 * subLog2));
    this.extent.lastX = 0;
    this.extent.lastY = 0;
    this.aboveOneContext = 1;
    for (; sub >= 0; sub--) {
      const subX = blocks.x[sub]!;
      const subY = blocks.y[sub]!;
      const neighbours = this.codedNeighbours(subX, subY, subLog2);
      const isInner = sub > 0 && sub < lastSub;
      if (isInner) {
        const context = CONTEXT.subBlockCoded + (neighbours === 0 ? 0 : 1) + (isLuma ? 0 : 2);
        if (cabac.bit(context) === 0) continue;
      }
      this.coded[(subY << subLog2) + subX] = 1;
      let count = 0;
      let position = 15;
      if (sub === lastSub) {
        this.positions[count++] = lastPosition;
        position = lastPosition - 1;
      }
      const base = significanceBase(block, sub);
      for (; position > 0; position--) {
        const at = (inner.y[position]! << 2) + inner.x[position]!;
        const context = log2 === 2 ? SMALL_CONTEXTS[at]! : NEIGHBOUR_CONTEXTS[(neighbours << 4) + at]!;
        if (cabac.bit(base + context) === 1) this.positions[count++] = position;
      }
      // The first coefficient is known to be there if it is the only one that can be.
      if (position === 0) {
        const isImplied = isInner && count === 0;
        if (
          isImplied ||
          cabac.bit(sub === 0 ? CONTEXT.significant + (isLuma ? 0 : 27) : base + firstContext(log2, neighbours)) === 1
        )
          this.positions[count++] = 0;
      }
      if (count === 0) continue;
      this.readLevels(cabac, block, { count, isFirstSub: sub === 0, isLastSub: sub === lastSub });
      this.store(block, { count, inner, x: subX << 2, y: subY << 2 });
    }
  }

  /** Reads the column and row of the last coefficient. */
  private lastPosition(cabac: Cabac, log2: number, isLuma: boolean): readonly [number, number] {
    const offset = isLuma ? 3 * (log2 - 2) + ((log2 - 1) >> 2) : 15;
    const shift = isLuma ? (log2 + 1) >> 2 : log2 - 2;
    const max = (log2 << 1) - 1;
    const prefix = (first: number): number => {
      let length = 0;
      while (length < max && cabac.bit(first + offset + (length >> shift)) === 1) length += 1;
      return length;
    };
    const full = (length: number): number => {
      if (length < 4) return length;
      const bits = (length >> 1) - 1;
      return (1 << bits) * (2 + (length & 1)) + cabac.bypassNumber(bits);
    };
    const x = prefix(CONTEXT.lastX);
    const y = prefix(CONTEXT.lastY);
    const fullX = full(x);
    return [fullX, full(y)];
  }

  /** 1 if the sub-block at the right is coded, plus 2 if the one below is. */
  private codedNeighbours(x: number, y: number, log2: number): number {
    const side = 1 << log2;
    const right = x + 1 < side ? this.coded[(y << log2) + x + 1]! : 0;
    const below = y + 1 < side ? this.coded[((y + 1) << log2) + x]! : 0;
    return right | (below << 1);
  }

  /** Reads the levels of the coefficients at `positions`. */
  private readLevels(
    cabac: Cabac,
    { isLuma, hidesSigns }: CoefficientBlock,
    {
      count,
      isFirstSub,
      isLastSub,
    }: { readonly count: number; readonly isFirstSub: boolean; readonly isLastSub: boolean },
  ): void {
    const { positions, levels } = this;
    let set = isFirstSub || !isLuma ? 0 : 2;
    if (!isLastSub && this.aboveOneContext === 0) set += 1;
    let context = 1;
    let firstAbove = -1;
    const withContexts = Math.min(MAX_ABOVE_ONE, count);
    const aboveOne = CONTEXT.aboveOne + (isLuma ? 0 : 16) + 4 * set;
    for (let i = 0; i < withContexts; i++) {
      const isAbove = cabac.bit(aboveOne + context);
      levels[i] = 1 + isAbove;
      if (isAbove === 1) {
        context = 0;
        if (firstAbove < 0) firstAbove = i;
      } else if (context > 0 && context < 3) context += 1;
    }
    this.aboveOneContext = context;
    if (firstAbove >= 0) levels[firstAbove]! += cabac.bit(CONTEXT.aboveTwo + (isLuma ? 0 : 4) + set);
    const isHidden = hidesSigns && positions[0]! - positions[count - 1]! > 3;
    const signCount = isHidden ? count - 1 : count;
    const signs = cabac.bypassNumber(signCount) << (16 - signCount);
    let rice = 0;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      let level = i < withContexts ? levels[i]! : 1;
      const base = i >= withContexts ? 1 : i === firstAbove ? 3 : 2;
      if (level === base) {
        level += remainingLevel(cabac, rice);
        if (level > 3 << rice) rice = Math.min(4, rice + 1);
      }
      sum += level;
      levels[i] = (signs >> (15 - i)) & 1 ? -level : level;
    }
    if (isHidden && (sum & 1) === 1) levels[count - 1] = -levels[count - 1]!;
  }

  /** Scales the levels and writes them to their positions. */
  private store(
    { log2, quantiser }: CoefficientBlock,
    {
      count,
      inner,
      x: left,
      y: top,
    }: { readonly count: number; readonly inner: Scan; readonly x: number; readonly y: number },
  ): void {
    const { values, extent, positions, levels } = this;
    const shift = quantiser ? quantiser.bits + log2 - 5 : 0;
    const scale = quantiser ? LEVEL_SCALES[quantiser.level % 6]! * 2 ** Math.floor(quantiser.level / 6) : 1;
    const rounding = shift > 0 ? 2 ** (shift - 1) : 0;
    for (let i = 0; i < count; i++) {
      const x = left + inner.x[positions[i]!]!;
      const y = top + inner.y[positions[i]!]!;
      const at = (y << log2) + x;
      // The product has more than 32 bits in the worst case.
      const factor = quantiser ? (quantiser.factors ? quantiser.factors[at]! : 16) * scale : 1;
      const product = levels[i]! * factor + rounding;
      const value = product < 2 ** 31 && product >= -(2 ** 31) ? product >> shift : Math.floor(product / 2 ** shift);
      values[at] = value < -32768 ? -32768 : Math.min(value, 32767);
      if (x > extent.lastX) extent.lastX = x;
      if (y > extent.lastY) extent.lastY = y;
    }
  }
}

function indexIn(scan: Scan, x: number, y: number): number {
  let index = 0;
  while (index < scan.x.length - 1 && (scan.x[index] !== x || scan.y[index] !== y)) index += 1;
  return index;
}

/** The first context of `significant` in a sub-block. */
function significanceBase({ log2, isLuma, scan }: CoefficientBlock, sub: number): number {
  if (log2 === 2) return CONTEXT.significant + (isLuma ? 0 : 27);
  if (!isLuma) return CONTEXT.significant + 27 + (log2 === 3 ? 9 : 12);
  return CONTEXT.significant + (sub > 0 ? 3 : 0) + (log2 === 3 ? (scan === DIAGONAL_SCAN ? 9 : 15) : 21);
}

const firstContext = (log2: number, neighbours: number): number =>
  log2 === 2 ? SMALL_CONTEXTS[0]! : NEIGHBOUR_CONTEXTS[neighbours << 4]!;

/** Reads what a level has above the part that has contexts (H.265, 9.3.3.11). */
function remainingLevel(cabac: Cabac, rice: number): number {
  let prefix = 0;
  while (prefix < MAX_PREFIX && cabac.bypass() === 1) prefix += 1;
  if (prefix <= 3) return (prefix << rice) + cabac.bypassNumber(rice);
  const length = Math.min(31, prefix - 3 + rice);
  return (((1 << (prefix - 3)) + 3 - 1) << rice) + cabac.bypassNumber(length);
}
