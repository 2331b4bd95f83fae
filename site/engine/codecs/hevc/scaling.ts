import type { Bits } from './bits.ts';
import { diagonalScan } from './scan.ts';

/** Scaling factors of coefficients by log2 of the block's side less 2, then by matrix (colour; 3 is added for inter), row by row. */
export type ScalingLists = readonly (readonly Uint8Array[])[];

const MATRICES = 6;

/** Factors by default for blocks of 8 × 8 and more, in the order of the diagonal scan (H.265, table 7-6). */
const INTRA = Uint8Array.of(
  ...[16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 17, 16, 17, 16, 17, 18, 17, 18, 18, 17, 18, 21, 19, 20, 21, 20, 19, 21],
  ...[24, 22, 22, 24, 24, 22, 22, 24, 25, 25, 27, 30, 27, 25, 25, 29, 31, 35, 35, 31, 29, 36, 41, 44, 41, 36, 47, 54],
  ...[54, 47, 65, 70, 65, 88, 88, 115],
);
const INTER = Uint8Array.of(
  ...[16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 17, 17, 17, 17, 17, 18, 18, 18, 18, 18, 18, 20, 20, 20, 20, 20, 20, 20],
  ...[24, 24, 24, 24, 24, 24, 24, 24, 25, 25, 25, 25, 25, 25, 25, 28, 28, 28, 28, 28, 28, 33, 33, 33, 33, 33, 41, 41],
  ...[41, 41, 54, 54, 54, 71, 71, 91],
);

/** Factors in the order of the scan, and the one of the first coefficient. */
type List = { readonly factors: Uint8Array; readonly first: number };

const defaultList = (size: number, matrix: number): List =>
  size === 0 ? { factors: new Uint8Array(16).fill(16), first: 16 } : { factors: matrix < 3 ? INTRA : INTER, first: 16 };

export const defaultScaling = (): ScalingLists =>
  [0, 1, 2, 3].map((size) =>
    Array.from({ length: MATRICES }, (_, matrix) => factorsOf(defaultList(size, matrix), size)),
  );

/** Reads `scaling_list_data` (H.265, 7.3.4). `hasChroma32`: whether chroma has blocks of 32 × 32 (4:4:4). */
export function readScaling(bits: Bits, hasChroma32: boolean): ScalingLists {
  const lists: List[][] = [];
  for (let size = 0; size < 4; size++) {
    const ofSize: List[] = [];
    lists.push(ofSize);
    const step = size === 3 ? 3 : 1;
    for (let matrix = 0; matrix < MATRICES; matrix += step)
      ofSize[matrix] = readList(bits, { size, matrix, step, ofSize });
  }
  // Chroma of 32 × 32 takes the factors of 16 × 16 (7.4.5).
  const [, , ofSixteen = [], ofThirtyTwo = []] = lists;
  for (const matrix of [1, 2, 4, 5])
    ofThirtyTwo[matrix] = (hasChroma32 ? ofSixteen[matrix] : undefined) ?? defaultList(3, matrix);
  return lists.map((ofSize, size) => ofSize.map((list) => factorsOf(list, size)));
}

type ListInput = {
  readonly size: number;
  readonly matrix: number;
  readonly step: number;
  /** The lists of this size that were read before. */
  readonly ofSize: readonly List[];
};

function readList(bits: Bits, { size, matrix, step, ofSize }: ListInput): List {
  if (!bits.isSet()) {
    const delta = bits.coded() * step;
    return (delta === 0 ? undefined : ofSize[matrix - delta]) ?? defaultList(size, matrix);
  }
  const factors = new Uint8Array(size === 0 ? 16 : 64);
  const first = size > 1 ? (bits.signed() + 8) & 255 : 0;
  let factor = size > 1 ? first : 8;
  for (let i = 0; i < factors.length; i++) {
    factor = (factor + bits.signed()) & 255;
    factors[i] = factor;
  }
  return { factors, first: size > 1 ? first : (factors[0] as number) };
}

/** Returns the factors of a block of side 2^(size + 2): larger ones repeat those of 8 × 8. */
function factorsOf({ factors, first }: List, size: number): Uint8Array {
  const side = 4 << size;
  const repeats = Math.max(0, size - 1);
  const scan = diagonalScan(size === 0 ? 2 : 3);
  const listSide = size === 0 ? 4 : 8;
  const square = new Uint8Array(listSide * listSide);
  for (const [index, factor] of factors.entries()) square[scan.y[index]! * listSide + scan.x[index]!] = factor;
  const all = new Uint8Array(side * side);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) all[y * side + x] = square[(y >> repeats) * listSide + (x >> repeats)]!;
  if (size > 1) all[0] = first;
  return all;
}
