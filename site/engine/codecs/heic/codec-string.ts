import { type Bytes, u32 } from '../bytes.ts';

/**
 * The names of a stream in the form of RFC 6381 (ISO/IEC 14496-15, annex E), the exact one first, from its `hvcC` record. A
 * still picture that a decoder of the Main profile reads has that name too: few browsers know the profile of still pictures.
 */
export function hevcCodecs(config: Bytes): readonly string[] {
  const first = config[1] ?? 0;
  const profile = first & 31;
  const compatible = u32(config, 2);
  const constraints = [...config.subarray(6, 12)];
  while (constraints.length > 0 && constraints.at(-1) === 0) constraints.pop();
  const tail = [`${first & 32 ? 'H' : 'L'}${config[12] ?? 0}`, ...constraints.map((byte) => byte.toString(16))].join(
    '.',
  );
  const space = ['', 'A', 'B', 'C'][first >> 6] ?? '';
  const exact = `hvc1.${space}${profile}.${reversedBits(compatible).toString(16)}.${tail}`;
  const isMain = profile === 1 || ((compatible >>> 30) & 1) === 1;
  return profile !== 1 && isMain ? [exact, `hvc1.1.6.${tail}`] : [exact];
}

function reversedBits(value: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 32; bit++) if ((value >>> bit) & 1) reversed += 2 ** (31 - bit);
  return reversed;
}
