import type { Bytes } from '../bytes.ts';
import { type Bits, bitsOf } from './bits.ts';
import { type Deblocking, type PictureParameters, readDeblocking } from './picture-parameters.ts';
import { type Sequence, skipReferenceSet } from './sequence.ts';

/** A slice of a picture, without what differs between its segments. */
export type Slice = {
  /** Raster index of its first tree block, by which slices are distinguished. */
  readonly address: number;
  readonly hasLumaSao: boolean;
  readonly hasChromaSao: boolean;
  readonly quantiser: number;
  readonly chromaOffsets: readonly [cb: number, cr: number];
  readonly deblocking: Deblocking;
  /** Whether filters cross its left and upper borders. */
  readonly filtersAcross: boolean;
};

/** A segment of a slice, with its coded bytes. */
export type Segment = {
  readonly slice: Slice;
  readonly isDependent: boolean;
  /** Raster index of the first tree block. */
  readonly address: number;
  readonly data: Bytes;
};

type Header = {
  readonly type: number;
  readonly payload: Bytes;
  readonly sequence: Sequence;
  readonly parameters: PictureParameters;
  /** The slice of the segment before. */
  readonly last: Slice | null;
};

/** Types of key frames without pictures before them in the stream. */
const isInstant = (type: number): boolean => type === 19 || type === 20;

/** Reads the id of the picture parameter set of a segment; all segments of a picture have the same. */
export function parametersIdOf(payload: Bytes): number {
  const bits = bitsOf(payload);
  bits.skip(2);
  return bits.coded();
}

/** Reads the header of a segment (H.265, 7.3.6). Null for slices that are predicted from other pictures. */
export function readSegment({ type, payload, sequence, parameters, last }: Header): Segment | null {
  const bits = bitsOf(payload);
  const isFirst = bits.isSet();
  bits.skip(1);
  bits.coded();
  const isDependent = !isFirst && parameters.hasDependentSlices && bits.isSet();
  const side = 2 ** sequence.treeBlock;
  const blocks = Math.ceil(sequence.width / side) * Math.ceil(sequence.height / side);
  const address = isFirst ? 0 : bits.fixed(Math.ceil(Math.log2(blocks)));
  if (address >= blocks) return null;
  const slice = isDependent ? last : readSlice(bits, { type, sequence, parameters, address });
  if (!slice) return null;
  if (parameters.tiles || parameters.hasWavefront) skipEntryPoints(bits);
  if (parameters.hasSliceExtension) bits.skip(8 * bits.coded());
  // The alignment is a bit that is set, and zeros.
  const start = Math.floor(bits.position() / 8) + 1;
  return { slice, isDependent, address, data: payload.subarray(start) };
}

function readSlice(
  bits: Bits,
  {
    type,
    sequence,
    parameters,
    address,
  }: Pick<Header, 'type' | 'sequence' | 'parameters'> & { readonly address: number },
): Slice | null {
  const INTRA = 2;
  bits.skip(parameters.extraSliceBits);
  if (bits.coded() !== INTRA) return null;
  if (parameters.hasOutputFlag) bits.skip(1);
  if (!isInstant(type)) skipReferences(bits, sequence);
  const hasLumaSao = sequence.hasSao && bits.isSet();
  const hasChromaSao = sequence.hasSao && sequence.chroma !== 0 && bits.isSet();
  const quantiser = parameters.quantiser + bits.signed();
  const [cb, cr] = parameters.hasSliceChromaOffsets ? [bits.signed(), bits.signed()] : [0, 0];
  const isOverridden = parameters.canOverrideDeblocking && bits.isSet();
  const deblocking = isOverridden ? readDeblocking(bits) : parameters.deblocking;
  const hasFilters = hasLumaSao || hasChromaSao || deblocking !== null;
  const filtersAcross = parameters.filtersAcrossSlices && hasFilters ? bits.isSet() : parameters.filtersAcrossSlices;
  const chromaOffsets = [cb + parameters.chromaOffsets[0], cr + parameters.chromaOffsets[1]] as const;
  return { address, hasLumaSao, hasChromaSao, quantiser, chromaOffsets, deblocking, filtersAcross };
}

function skipReferences(bits: Bits, sequence: Sequence): void {
  bits.skip(sequence.pictureOrderBits);
  const { referenceSets, longTerm } = sequence;
  if (!bits.isSet()) skipReferenceSet(bits, { isFirst: true, pictures: 0 });
  else if (referenceSets > 1) bits.skip(Math.ceil(Math.log2(referenceSets)));
  if (longTerm) {
    const listed = longTerm.listed > 0 ? bits.coded() : 0;
    const others = bits.coded();
    for (let i = 0; i < Math.min(32, listed + others); i++) {
      if (i >= listed) bits.skip(sequence.pictureOrderBits + 1);
      else if (longTerm.listed > 1) bits.skip(Math.ceil(Math.log2(longTerm.listed)));
      if (bits.isSet()) bits.coded();
    }
  }
  if (sequence.hasMotionPrediction) bits.skip(1);
}

/** Skips the offsets of substreams: each follows the one before. */
function skipEntryPoints(bits: Bits): void {
  const count = bits.coded();
  if (count > 0) bits.skip((bits.coded() + 1) * count);
}
