import { type Bytes, u16 } from '../bytes.ts';
import { withoutPrevention } from './bits.ts';

/** Types of the units of a stream (Rec. ITU-T H.265, table 7-1). */
export const NAL = { firstKeySlice: 16, lastKeySlice: 23, sequence: 33, picture: 34 } as const;

/** A unit of a stream. `payload`: without its header of two bytes and without emulation prevention. */
export type NalUnit = { readonly type: number; readonly payload: Bytes };

/** Returns the parameter sets of an `hvcC` record (ISO/IEC 14496-15, 8.3.3). */
export function parameterUnits(config: Bytes): readonly NalUnit[] {
  const units: NalUnit[] = [];
  let at = 23;
  for (let list = 0; list < (config[22] ?? 0); list++) {
    const count = u16(config, at + 1);
    at += 3;
    for (let i = 0; i < count && at < config.length; i++) {
      const length = u16(config, at);
      units.push(...unitOf(config.subarray(at + 2, at + 2 + length)));
      at += 2 + length;
    }
  }
  return units;
}

/** Returns the units of a coded picture, each of which begins with its length in the number of bytes that `hvcC` says. */
export function pictureUnits(data: Bytes, config: Bytes): readonly NalUnit[] {
  const lengthBytes = ((config[21] ?? 0) & 3) + 1;
  const units: NalUnit[] = [];
  let at = 0;
  while (at + lengthBytes < data.length) {
    let length = 0;
    for (let i = 0; i < lengthBytes; i++) length = length * 256 + (data[at + i] ?? 0);
    at += lengthBytes;
    units.push(...unitOf(data.subarray(at, at + length)));
    at += length;
  }
  return units;
}

/** Returns a unit of the base layer; nothing for those of other layers. */
function unitOf(unit: Bytes): readonly NalUnit[] {
  const [first = 0, second = 0] = unit;
  const layer = ((first & 1) << 5) | (second >> 3);
  return layer === 0 && unit.length > 2
    ? [{ type: (first >> 1) & 63, payload: withoutPrevention(unit.subarray(2)) }]
    : [];
}
