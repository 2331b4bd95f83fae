import type { Bytes } from '../bytes.ts';
import { type Bits, bitsOf } from './bits.ts';
import { readScaling, type ScalingLists } from './scaling.ts';
import type { Sequence } from './sequence.ts';

/** Offsets of the deblocking filter, as `slice_beta_offset_div2` and `slice_tc_offset_div2`; null: no filter. */
export type Deblocking = { readonly beta: number; readonly tc: number } | null;

/** A picture parameter set (H.265, 7.3.2.3): what matters for key frames. */
export type PictureParameters = {
  readonly hasDependentSlices: boolean;
  readonly hasOutputFlag: boolean;
  readonly extraSliceBits: number;
  readonly hidesSigns: boolean;
  readonly quantiser: number;
  readonly skipsTransforms: boolean;
  /** Depth of blocks with a quantiser of their own; null if all have that of the slice. */
  readonly quantiserDepth: number | null;
  /** Offsets of the quantisers of Cb and Cr. */
  readonly chromaOffsets: readonly [cb: number, cr: number];
  readonly hasSliceChromaOffsets: boolean;
  readonly hasLosslessBlocks: boolean;
  readonly tiles: {
    /** Widths and heights in tree blocks; the last ones are what remains. */
    readonly columns: readonly number[];
    readonly rows: readonly number[];
    readonly filtersAcross: boolean;
  } | null;
  readonly hasWavefront: boolean;
  readonly filtersAcrossSlices: boolean;
  readonly canOverrideDeblocking: boolean;
  readonly deblocking: Deblocking;
  readonly scaling: ScalingLists | null;
  readonly hasSliceExtension: boolean;
  readonly isSupported: boolean;
};

/** Reads the ids of a picture parameter set and of its sequence. */
export function parameterIds(payload: Bytes): { readonly id: number; readonly sequence: number } {
  const bits = bitsOf(payload);
  return { id: bits.coded(), sequence: bits.coded() };
}

/** Reads a picture parameter set that belongs to a sequence. */
export function readPictureParameters(payload: Bytes, sequence: Sequence): PictureParameters {
  const bits = bitsOf(payload);
  bits.skipCoded(2);
  const hasDependentSlices = bits.isSet();
  const hasOutputFlag = bits.isSet();
  const extraSliceBits = bits.fixed(3);
  const hidesSigns = bits.isSet();
  bits.skip(1);
  bits.skipCoded(2);
  const quantiser = 26 + bits.signed();
  bits.skip(1);
  const skipsTransforms = bits.isSet();
  const quantiserDepth = bits.isSet() ? bits.coded() : null;
  const chromaOffsets = [bits.signed(), bits.signed()] as const;
  const hasSliceChromaOffsets = bits.isSet();
  bits.skip(2);
  const hasLosslessBlocks = bits.isSet();
  const hasTiles = bits.isSet();
  const hasWavefront = bits.isSet();
  const tiles = hasTiles ? readTiles(bits, sequence) : null;
  const filtersAcrossSlices = bits.isSet();
  const hasDeblockingControl = bits.isSet();
  const canOverrideDeblocking = hasDeblockingControl && bits.isSet();
  const deblocking = hasDeblockingControl ? readDeblocking(bits) : { beta: 0, tc: 0 };
  const scaling = bits.isSet() ? readScaling(bits, sequence.chroma === 3) : null;
  bits.skip(1);
  bits.coded();
  const hasSliceExtension = bits.isSet();
  const extensions = bits.isSet() ? bits.fixed(8) : 0;
  return {
    hasDependentSlices,
    hasOutputFlag,
    extraSliceBits,
    hidesSigns,
    quantiser,
    skipsTransforms,
    quantiserDepth,
    chromaOffsets,
    hasSliceChromaOffsets,
    hasLosslessBlocks,
    tiles,
    hasWavefront,
    filtersAcrossSlices,
    canOverrideDeblocking,
    deblocking,
    scaling,
    hasSliceExtension,
    isSupported: extensions === 0 || (extensions === 0x80 && hasNoRangeTools(bits, skipsTransforms)),
  };
}

/** Reads whether blocks are filtered, and by which offsets. */
export function readDeblocking(bits: Bits): Deblocking {
  return bits.isSet() ? null : { beta: bits.signed(), tc: bits.signed() };
}

/** Whether the range extension changes nothing: blocks of 4 × 4 alone skip transforms, offsets are not scaled. */
function hasNoRangeTools(bits: Bits, skipsTransforms: boolean): boolean {
  const maxSkipped = skipsTransforms ? bits.coded() : 0;
  return maxSkipped === 0 && bits.fixed(2) === 0 && bits.coded() === 0 && bits.coded() === 0;
}

function readTiles(bits: Bits, { width, height, treeBlock }: Sequence): NonNullable<PictureParameters['tiles']> {
  const across = Math.ceil(width / 2 ** treeBlock);
  const down = Math.ceil(height / 2 ** treeBlock);
  const [columns, rows] = [Math.min(across, bits.coded() + 1), Math.min(down, bits.coded() + 1)];
  if (bits.isSet()) return { columns: evenly(across, columns), rows: evenly(down, rows), filtersAcross: bits.isSet() };
  const widths = stated(bits, columns, across);
  const heights = stated(bits, rows, down);
  return { columns: widths, rows: heights, filtersAcross: bits.isSet() };
}

const evenly = (length: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => Math.floor(((i + 1) * length) / count) - Math.floor((i * length) / count));

function stated(bits: Bits, count: number, length: number): readonly number[] {
  const sides = Array.from({ length: count - 1 }, () => bits.coded() + 1);
  return [...sides, length - sides.reduce((a, b) => a + b, 0)];
}
