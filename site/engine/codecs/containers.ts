import type { Size } from '../types.ts';
import { ascii, type Range, startsWith, u16, u16le, u32, u32le } from './bytes.ts';

/** Segments of a JPEG file before its first scan, by marker in hexadecimal; `from` and `to` are of the content. */
export function jpegSegments(bytes: Uint8Array): readonly Range[] {
  const segments: Range[] = [];
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const from = at + 4;
    const to = at + 2 + Math.max(2, u16(bytes, at + 2));
    segments.push({ name: marker.toString(16), from, to });
    if (marker === 0xda) break;
    at = to;
  }
  return segments;
}

/** Chunks of a PNG file up to its last one, `IEND`; `from` and `to` are of the content. Stops at an incomplete chunk. */
export function pngChunks(bytes: Uint8Array): readonly Range[] {
  const chunks: Range[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const from = at + 8;
    const to = from + u32(bytes, at);
    if (to + 4 > bytes.length) break;
    const name = ascii(bytes, at + 4, 4);
    chunks.push({ name, from, to });
    // Some programs and disks add bytes behind it.
    if (name === 'IEND') break;
    at = to + 4;
  }
  return chunks;
}

/** Chunks of a RIFF file such as WebP; `from` and `to` are of the content. Stops at an incomplete chunk. */
export function riffChunks(bytes: Uint8Array): readonly Range[] {
  const chunks: Range[] = [];
  for (let at = 12; at + 8 <= bytes.length; ) {
    const from = at + 8;
    const to = from + u32le(bytes, at + 4);
    if (to > bytes.length) break;
    chunks.push({ name: ascii(bytes, at, 4), from, to });
    at = to + (to % 2);
  }
  return chunks;
}

/** Boxes of an ISO file between two offsets; `from` and `to` are of the content. */
export function isoBoxes(bytes: Uint8Array, start = 0, end = bytes.length): readonly Range[] {
  const boxes: Range[] = [];
  for (let at = start; at + 8 <= end; ) {
    const size = u32(bytes, at);
    const long = size === 1;
    const length = long ? u32(bytes, at + 8) * 2 ** 32 + u32(bytes, at + 12) : size || end - at;
    if (length < 8) break;
    boxes.push({ name: ascii(bytes, at + 4, 4), from: at + (long ? 16 : 8), to: at + length });
    at += length;
  }
  return boxes;
}

/** Whether a file is complete: browsers decode truncated pictures without an error. Unknown formats count as complete. */
export function isComplete(bytes: Uint8Array): boolean {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return isCompleteJpeg(bytes);
  if (startsWith(bytes, '\x89PNG')) return pngChunks(bytes).at(-1)?.name === 'IEND';
  if (startsWith(bytes, 'RIFF')) return u32le(bytes, 4) + 8 <= bytes.length + 1;
  if (startsWith(bytes, 'GIF8')) return bytes.lastIndexOf(0x3b) > bytes.length - 64;
  if (startsWith(bytes, 'BM')) return isCompleteBmp(bytes);
  if (startsWith(bytes, 'ftyp', 4)) return (isoBoxes(bytes).at(-1)?.to ?? 0) <= bytes.length;
  return true;
}

/** Searches the end marker after the first scan: end markers of embedded previews precede it. */
function isCompleteJpeg(bytes: Uint8Array): boolean {
  const scan = jpegSegments(bytes).at(-1);
  if (scan?.name !== 'da') return false;
  for (let at = bytes.indexOf(0xff, scan.to); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === 0xd9) return true;
  }
  return false;
}

function isCompleteBmp(bytes: Uint8Array): boolean {
  const { width, height, bits, isCompressed } = readBmpHeader(bytes);
  const pixels = u32le(bytes, 10);
  const row = Math.ceil((width * bits) / 32) * 4;
  return isCompressed ? bytes.length > pixels : pixels + row * height <= bytes.length;
}

type BmpHeader = Size & {
  /** Bits of a pixel. */
  readonly bits: number;
  readonly isCompressed: boolean;
};

/** What a BMP file declares, whose numbers have 16 bits in the header of OS/2 1.x, of 12 bytes, and 32 bits in all others. */
export function readBmpHeader(bytes: Uint8Array): BmpHeader {
  if (u32le(bytes, 14) === 12)
    return { width: u16le(bytes, 18), height: u16le(bytes, 20), bits: u16le(bytes, 24), isCompressed: false };
  // Rows from the top have a negative height.
  const height = Math.abs(u32le(bytes, 22) | 0);
  return { width: u32le(bytes, 18), height, bits: u16le(bytes, 28), isCompressed: u32le(bytes, 30) !== 0 };
}
