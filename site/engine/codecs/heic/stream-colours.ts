import type { Bytes } from '../bytes.ts';
import { NAL, parameterUnits } from '../hevc/nal.ts';
import { type CodedColours, readSequence, UNSPECIFIED } from '../hevc/sequence.ts';

/** Numbers of H.273 by default in HEIF files: primaries of BT.709, transfer of sRGB, matrix of BT.601 (MIAF, ISO/IEC 23000-22). */
const DEFAULT = { primaries: 1, transfer: 13, matrix: 6, fullRange: true };

/**
 * What the stream of an HEVC picture says about its colours (Rec. ITU-T H.265, E.2.1), read from its `hvcC` record; the
 * defaults where it says nothing. Not every decoder passes them on.
 */
export function streamColours(config: Bytes): CodedColours {
  const unit = parameterUnits(config).find(({ type }) => type === NAL.sequence);
  return withDefaults(unit ? readSequence(unit.payload).colours : null);
}

/** Replaces what is not specified by the defaults. */
export function withDefaults(colours: CodedColours | null): CodedColours {
  if (!colours) return DEFAULT;
  const or = (value: number, byDefault: number) => (value === UNSPECIFIED ? byDefault : value);
  return {
    primaries: or(colours.primaries, DEFAULT.primaries),
    transfer: or(colours.transfer, DEFAULT.transfer),
    matrix: or(colours.matrix, DEFAULT.matrix),
    fullRange: colours.fullRange,
  };
}
