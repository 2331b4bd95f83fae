import type { Size } from '../types.ts';
import { ascii, startsWith } from './bytes.ts';
import { isoBoxes } from './containers.ts';

/** Width divided by height, by the number of a fixed ratio (ISO/IEC 18181-1, SizeHeader). */
const RATIOS = [1, 1.2, 4 / 3, 1.5, 16 / 9, 1.25, 2] as const;

/** Bits of the four ranges of a side. */
const SIDE_BITS = [9, 13, 18, 30] as const;

/** The stored size of a JPEG XL file, of a codestream or in boxes; null if it has no codestream. */
export function jxlSize(bytes: Uint8Array): Size | null {
  const start = codestreamAt(bytes);
  if (bytes[start] !== 0xff || bytes[start + 1] !== 0x0a) return null;
  let bit = 8 * (start + 2);
  const read = (count: number): number => {
    let value = 0;
    // The first bit is the lowest.
    for (let i = 0; i < count; i++, bit++) value += (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) * 2 ** i;
    return value;
  };
  const isSmall = read(1) === 1;
  const readSide = () => 1 + (isSmall ? 8 * read(5) + 7 : read(SIDE_BITS[read(2)] ?? 9));
  const height = readSide();
  const ratio = read(3);
  return { width: ratio === 0 ? readSide() : Math.floor(height * (RATIOS[ratio - 1] ?? 1)), height };
}

/** Where the codestream, or its first part, begins. */
function codestreamAt(bytes: Uint8Array): number {
  if (!startsWith(bytes, 'JXL ', 4)) return 0;
  const box = isoBoxes(bytes).find(({ name }) => name === 'jxlc' || name === 'jxlp');
  if (!box) return bytes.length;
  // A part is numbered.
  return ascii(bytes, box.from - 4, 4) === 'jxlp' ? box.from + 4 : box.from;
}
