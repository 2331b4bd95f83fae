import { type Bytes, u16 } from '../bytes.ts';
import type { CodedColours } from './container.ts';

/** Numbers of H.273 by default in HEIF files: primaries of BT.709, transfer of sRGB, matrix of BT.601 (MIAF, ISO/IEC 23000-22). */
const DEFAULT = { primaries: 1, transfer: 13, matrix: 6 };
const UNSPECIFIED = 2;

const SEQUENCE_PARAMETERS = 33;

/**
 * What the stream of an HEVC picture says about its colours (Rec. ITU-T H.265, 7.3.2.2 and E.2.1), read from its `hvcC`
 * record; the defaults where it says nothing. Not every decoder passes them on.
 */
export function streamColours(config: Bytes): CodedColours {
  const parameters = parametersOf(config);
  const declared = parameters && coloursOf(bitsOf(withoutPrevention(parameters)));
  if (!declared) return { ...DEFAULT, fullRange: true };
  const or = (value: number, byDefault: number) => (value === UNSPECIFIED ? byDefault : value);
  return {
    primaries: or(declared.primaries, DEFAULT.primaries),
    transfer: or(declared.transfer, DEFAULT.transfer),
    matrix: or(declared.matrix, DEFAULT.matrix),
    fullRange: declared.fullRange,
  };
}

/** The first set of sequence parameters, without its header of two bytes. */
function parametersOf(config: Bytes): Bytes | null {
  let at = 23;
  for (let list = 0; list < (config[22] ?? 0); list++) {
    const type = (config[at] ?? 0) & 63;
    const count = u16(config, at + 1);
    at += 3;
    for (let i = 0; i < count && at < config.length; i++) {
      const length = u16(config, at);
      if (type === SEQUENCE_PARAMETERS) return config.slice(at + 4, at + 2 + length);
      at += 2 + length;
    }
  }
  return null;
}

/** Without the bytes that keep a start code from appearing. */
function withoutPrevention(bytes: Bytes): Bytes {
  return bytes.filter((byte, i) => !(byte === 3 && i >= 2 && bytes[i - 1] === 0 && bytes[i - 2] === 0));
}

type Bits = {
  /** An unsigned number of up to 32 bits. */
  readonly fixed: (length: number) => number;
  readonly isSet: () => boolean;
  /** A number in the Exp-Golomb code. */
  readonly coded: () => number;
  readonly skip: (length: number) => void;
};

/** Reads bits. After the end they are 0, and lengths are limited, so that no damaged stream takes long. */
function bitsOf(bytes: Bytes): Bits {
  let at = 0;
  const bit = () => {
    const value = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    at += 1;
    return value;
  };
  const fixed = (length: number) => {
    let value = 0;
    for (let i = 0; i < length; i++) value = 2 * value + bit();
    return value;
  };
  return {
    fixed,
    isSet: () => bit() === 1,
    coded: () => {
      let zeros = 0;
      while (zeros < 31 && bit() === 0) zeros += 1;
      return 2 ** zeros - 1 + fixed(zeros);
    },
    skip: (length) => {
      at += length;
    },
  };
}

/** Null where the parameters say nothing about colours. */
function coloursOf(bits: Bits): CodedColours | null {
  bits.skip(4);
  const subLayers = bits.fixed(3);
  bits.skip(1);
  skipProfile(bits, subLayers);
  bits.coded();
  if (bits.coded() === 3) bits.skip(1);
  skipCoded(bits, 2);
  if (bits.isSet()) skipCoded(bits, 4);
  skipCoded(bits, 2);
  const countBits = bits.coded() + 4;
  const orders = bits.isSet() ? subLayers + 1 : 1;
  skipCoded(bits, 3 * orders + 6);
  if (bits.isSet() && bits.isSet()) skipScalingLists(bits);
  bits.skip(2);
  // PCM blocks.
  if (bits.isSet()) {
    bits.skip(8);
    skipCoded(bits, 2);
    bits.skip(1);
  }
  skipReferenceSets(bits);
  // Long-term references.
  if (bits.isSet()) {
    for (let left = Math.min(32, bits.coded()); left > 0; left--) bits.skip(countBits + 1);
  }
  bits.skip(2);
  return bits.isSet() ? coloursOfUsability(bits) : null;
}

function skipCoded(bits: Bits, count: number): void {
  for (let i = 0; i < count; i++) bits.coded();
}

function skipProfile(bits: Bits, subLayers: number): void {
  bits.skip(96);
  const present = Array.from({ length: subLayers }, () => [bits.isSet(), bits.isSet()] as const);
  if (subLayers > 0) bits.skip(2 * (8 - subLayers));
  for (const [profile, level] of present) bits.skip((profile ? 88 : 0) + (level ? 8 : 0));
}

function skipScalingLists(bits: Bits): void {
  for (let size = 0; size < 4; size++) {
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      if (bits.isSet()) skipCoded(bits, (size > 1 ? 1 : 0) + Math.min(64, 16 << (2 * size)));
      else bits.coded();
    }
  }
}

function skipReferenceSets(bits: Bits): void {
  const count = Math.min(64, bits.coded());
  let pictures = 0;
  for (let set = 0; set < count; set++) {
    if (set > 0 && bits.isSet()) {
      // Predicted from the set before it.
      bits.skip(1);
      bits.coded();
      let kept = 0;
      for (let i = 0; i <= pictures; i++) if (bits.isSet() || bits.isSet()) kept += 1;
      pictures = kept;
    } else {
      pictures = Math.min(32, bits.coded() + bits.coded());
      for (let i = 0; i < pictures; i++) {
        bits.coded();
        bits.skip(1);
      }
    }
  }
}

function coloursOfUsability(bits: Bits): CodedColours | null {
  const OWN_ASPECT = 255;
  if (bits.isSet() && bits.fixed(8) === OWN_ASPECT) bits.skip(32);
  if (bits.isSet()) bits.skip(1);
  if (!bits.isSet()) return null;
  bits.skip(3);
  const fullRange = bits.isSet();
  if (!bits.isSet()) return { primaries: UNSPECIFIED, transfer: UNSPECIFIED, matrix: UNSPECIFIED, fullRange };
  return { primaries: bits.fixed(8), transfer: bits.fixed(8), matrix: bits.fixed(8), fullRange };
}
