import type { Size } from '../../types.ts';
import type { Bytes } from '../bytes.ts';
import { type Bits, bitsOf } from './bits.ts';
import { defaultScaling, readScaling, type ScalingLists } from './scaling.ts';

/** Numbers of ITU-T H.273. */
export type CodedColours = {
  readonly primaries: number;
  readonly transfer: number;
  readonly matrix: number;
  readonly fullRange: boolean;
};

/** 0: one plane; 1: 4:2:0; 2: 4:2:2; 3: 4:4:4. */
export type ChromaFormat = 0 | 1 | 2 | 3;

type Pcm = {
  readonly lumaBits: number;
  readonly chromaBits: number;
  readonly minLog2: number;
  readonly maxLog2: number;
  readonly skipsLoopFilters: boolean;
};

/** A sequence parameter set (H.265, 7.3.2.2): what matters for key frames. Sides are log2 of pixels. */
export type Sequence = Size & {
  readonly id: number;
  readonly chroma: ChromaFormat;
  /** Pixels of chroma to cut at each side. */
  readonly crop: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  readonly lumaBits: number;
  readonly chromaBits: number;
  readonly pictureOrderBits: number;
  readonly minBlock: number;
  readonly treeBlock: number;
  readonly minTransform: number;
  readonly maxTransform: number;
  readonly maxTransformDepth: number;
  readonly scaling: ScalingLists | null;
  readonly hasSao: boolean;
  readonly pcm: Pcm | null;
  readonly referenceSets: number;
  /** Number of long-term references that the sequence lists; null where slices have none. */
  readonly longTerm: { readonly listed: number } | null;
  readonly hasMotionPrediction: boolean;
  readonly smoothsStrongly: boolean;
  readonly colours: CodedColours | null;
  /** False if the stream uses extensions that this decoder does not know. */
  readonly isSupported: boolean;
};

/** Reads a sequence parameter set. Damaged ones give values that `isDecodable` refuses. */
export function readSequence(payload: Bytes): Sequence {
  const bits = bitsOf(payload);
  bits.skip(4);
  const subLayers = bits.fixed(3);
  bits.skip(1);
  skipProfile(bits, subLayers);
  const id = bits.coded();
  const chroma = Math.min(3, bits.coded()) as ChromaFormat;
  const hasSeparatePlanes = chroma === 3 && bits.isSet();
  const size = { width: bits.coded(), height: bits.coded() };
  const crop = readCrop(bits);
  const [lumaBits, chromaBits] = [bits.coded() + 8, bits.coded() + 8];
  const pictureOrderBits = bits.coded() + 4;
  const orders = bits.isSet() ? subLayers + 1 : 1;
  bits.skipCoded(3 * orders);
  const minBlock = bits.coded() + 3;
  const treeBlock = minBlock + bits.coded();
  const minTransform = bits.coded() + 2;
  const maxTransform = minTransform + bits.coded();
  bits.coded();
  const maxTransformDepth = bits.coded();
  const scaling = bits.isSet() ? (bits.isSet() ? readScaling(bits, chroma === 3) : defaultScaling()) : null;
  bits.skip(1);
  const hasSao = bits.isSet();
  const pcm = bits.isSet() ? readPcm(bits) : null;
  const referenceSets = Math.min(64, bits.coded());
  skipReferenceSets(bits, referenceSets);
  const longTerm = bits.isSet() ? { listed: Math.min(32, bits.coded()) } : null;
  bits.skip((longTerm?.listed ?? 0) * (pictureOrderBits + 1));
  const hasMotionPrediction = bits.isSet();
  const smoothsStrongly = bits.isSet();
  const colours = bits.isSet() ? readUsability(bits, subLayers) : null;
  const extensions = bits.isSet() ? bits.fixed(8) : 0;
  const RANGE = 0x80;
  const hasKnownTools = (extensions & 0x7f) === 0 && ((extensions & RANGE) === 0 || bits.fixed(9) === 0);
  return {
    ...size,
    id,
    chroma,
    crop,
    lumaBits,
    chromaBits,
    pictureOrderBits,
    minBlock,
    treeBlock,
    minTransform,
    maxTransform,
    maxTransformDepth,
    scaling,
    hasSao,
    pcm,
    referenceSets,
    longTerm,
    hasMotionPrediction,
    smoothsStrongly,
    colours,
    isSupported: hasKnownTools && !hasSeparatePlanes,
  };
}

/** More than any level of H.265 permits. */
const MAX_PIXELS = 2 ** 26;

/** True if the values are within the bounds of H.265 that the decoder relies on. */
export const isDecodable = (sequence: Sequence): boolean =>
  sequence.isSupported &&
  sequence.width > 0 &&
  sequence.height > 0 &&
  sequence.width * sequence.height <= MAX_PIXELS &&
  sequence.width % (1 << sequence.minBlock) === 0 &&
  sequence.height % (1 << sequence.minBlock) === 0 &&
  sequence.lumaBits <= 12 &&
  sequence.chromaBits <= 12 &&
  sequence.treeBlock >= 4 &&
  sequence.treeBlock <= 6 &&
  sequence.minTransform < sequence.minBlock &&
  sequence.maxTransform <= Math.min(5, sequence.treeBlock) &&
  sequence.maxTransformDepth <= sequence.treeBlock - sequence.minTransform;

function skipProfile(bits: Bits, subLayers: number): void {
  bits.skip(96);
  const present = Array.from({ length: subLayers }, () => [bits.isSet(), bits.isSet()] as const);
  if (subLayers > 0) bits.skip(2 * (8 - subLayers));
  for (const [profile, level] of present) bits.skip((profile ? 88 : 0) + (level ? 8 : 0));
}

function readCrop(bits: Bits): Sequence['crop'] {
  if (!bits.isSet()) return { left: 0, right: 0, top: 0, bottom: 0 };
  return { left: bits.coded(), right: bits.coded(), top: bits.coded(), bottom: bits.coded() };
}

function readPcm(bits: Bits): Pcm {
  const [lumaBits, chromaBits] = [bits.fixed(4) + 1, bits.fixed(4) + 1];
  const minLog2 = bits.coded() + 3;
  return { lumaBits, chromaBits, minLog2, maxLog2: minLog2 + bits.coded(), skipsLoopFilters: bits.isSet() };
}

function skipReferenceSets(bits: Bits, count: number): void {
  let pictures = 0;
  for (let set = 0; set < count; set++) pictures = skipReferenceSet(bits, { isFirst: set === 0, pictures });
}

/** Skips a set of short-term references. Returns its number of pictures. `pictures`: that of the set before it. */
export function skipReferenceSet(
  bits: Bits,
  { isFirst, pictures }: { readonly isFirst: boolean; readonly pictures: number },
): number {
  if (!isFirst && bits.isSet()) {
    // Predicted from the set before it.
    bits.skip(1);
    bits.coded();
    let kept = 0;
    for (let i = 0; i <= pictures; i++) if (bits.isSet() || bits.isSet()) kept += 1;
    return kept;
  }
  const count = Math.min(32, bits.coded() + bits.coded());
  for (let i = 0; i < count; i++) {
    bits.coded();
    bits.skip(1);
  }
  return count;
}

/** Reads the usability information (H.265, E.2.1). Returns its colours; null if it has none. */
function readUsability(bits: Bits, subLayers: number): CodedColours | null {
  const OWN_ASPECT = 255;
  if (bits.isSet() && bits.fixed(8) === OWN_ASPECT) bits.skip(32);
  if (bits.isSet()) bits.skip(1);
  const colours = bits.isSet() ? readColours(bits) : null;
  // Location of chroma.
  if (bits.isSet()) bits.skipCoded(2);
  bits.skip(3);
  // Display window.
  if (bits.isSet()) bits.skipCoded(4);
  if (bits.isSet()) {
    bits.skip(64);
    if (bits.isSet()) bits.coded();
    if (bits.isSet()) skipReferenceDecoder(bits, subLayers);
  }
  if (bits.isSet()) {
    bits.skip(3);
    bits.skipCoded(5);
  }
  return colours;
}

export const UNSPECIFIED = 2;

function readColours(bits: Bits): CodedColours {
  bits.skip(3);
  const fullRange = bits.isSet();
  if (!bits.isSet()) return { primaries: UNSPECIFIED, transfer: UNSPECIFIED, matrix: UNSPECIFIED, fullRange };
  return { primaries: bits.fixed(8), transfer: bits.fixed(8), matrix: bits.fixed(8), fullRange };
}

/** Skips the parameters of the hypothetical reference decoder (H.265, E.2.2). */
function skipReferenceDecoder(bits: Bits, subLayers: number): void {
  const kinds = [bits.isSet(), bits.isSet()].filter(Boolean).length;
  const hasSubPictures = kinds > 0 && bits.isSet();
  if (hasSubPictures) bits.skip(19);
  if (kinds > 0) bits.skip(8 + (hasSubPictures ? 4 : 0) + 15);
  for (let layer = 0; layer <= subLayers; layer++) {
    const isFixed = bits.isSet() || bits.isSet();
    if (isFixed) bits.coded();
    const isLowDelay = !isFixed && bits.isSet();
    const buffers = isLowDelay ? 1 : Math.min(32, bits.coded() + 1);
    for (let i = 0; i < kinds * buffers; i++) {
      bits.skipCoded(hasSubPictures ? 4 : 2);
      bits.skip(1);
    }
  }
}
