/**
 * Returns whether a PNG, JPEG, WebP, GIF, AVIF, BMP or ICO file ends before its picture does, as after an interrupted transfer:
 * browsers show the lower part grey, or nothing. False for any other file. Bytes after the picture are allowed, since cameras append some.
 */
export function isCutOff(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.toString('latin1', 1, 4) === 'PNG') return !hasPngEnd(buffer);
  if (buffer.toString('latin1', 8, 12) === 'WEBP') return buffer.length < 8 + buffer.readUInt32LE(4);
  if (buffer.toString('latin1', 0, 4) === 'GIF8') return endsInGifBlock(buffer);
  if (/^ftyp(?:avi[fs]|mif1|msf1)$/.test(buffer.toString('latin1', 4, 12))) return !hasAvifEnd(buffer);
  if (buffer.toString('latin1', 0, 2) === 'BM') return buffer.length < bmpEnd(buffer);
  if (buffer.length >= 4 && buffer.readUInt32BE(0) === ICO_HEAD) return buffer.length < icoEnd(buffer);
  return buffer[0] === 0xff && buffer[1] === 0xd8 && !hasJpegEnd(buffer);
}

/** Follows the chunks by their lengths to the last one, which is empty. */
function hasPngEnd(buffer: Buffer): boolean {
  let offset = 8;
  while (offset + 12 <= buffer.length) {
    if (buffer.toString('latin1', offset + 4, offset + 8) === 'IEND') return true;
    offset += 12 + buffer.readUInt32BE(offset);
  }
  return false;
}

/** Follows the segments by their lengths, and the compressed data after the head of a scan to its next marker, to the last marker. */
function hasJpegEnd(buffer: Buffer): boolean {
  let offset = 2;
  while (offset + 2 <= buffer.length) {
    const marker = buffer[offset + 1] as number;
    if (buffer[offset] !== 0xff || marker === 0xff || marker === 0 || (marker >= 0xd0 && marker <= 0xd7)) offset += 1;
    else if (marker === 0xd9) return true;
    else if (offset + 4 <= buffer.length) offset += 2 + buffer.readUInt16BE(offset + 2);
    else return false;
  }
  return false;
}

/** Follows the blocks, whose data are parts with their lengths. Browsers show a file that lacks only the last block. */
function endsInGifBlock(buffer: Buffer): boolean {
  const tableSize = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let offset = 13 + tableSize(buffer[10]);
  while (offset < buffer.length && buffer[offset] !== 0x3b) {
    offset += buffer[offset] === 0x2c ? 11 + tableSize(buffer[offset + 9]) : 2;
    while (buffer[offset]) offset += 1 + (buffer[offset] as number);
    offset += 1;
  }
  return offset > buffer.length;
}

/** Follows the boxes by their lengths until both the description and the data have ended. */
function hasAvifEnd(buffer: Buffer): boolean {
  const ended = new Set<string>();
  let offset = 0;
  while (offset + 16 <= buffer.length && !(ended.has('mdat') && (ended.has('meta') || ended.has('moov')))) {
    const size = buffer.readUInt32BE(offset);
    ended.add(buffer.toString('latin1', offset + 4, offset + 8));
    // A box without a length is the last one.
    if (size === 0) return true;
    offset += size === 1 ? Number(buffer.readBigUInt64BE(offset + 8)) : size;
  }
  return offset <= buffer.length && ended.has('mdat');
}

const BMP_HEAD_BYTES = 54;
const OLD_BMP_HEAD_BYTES = 12;

/** Returns the offset at which the rows of pixels end; the length that the file states is often wrong. 0 for a file of OS/2. */
function bmpEnd(buffer: Buffer): number {
  if (buffer.length >= 18 && buffer.readUInt32LE(14) === OLD_BMP_HEAD_BYTES) return 0;
  if (buffer.length < BMP_HEAD_BYTES) return BMP_HEAD_BYTES;
  const isCompressed = ![0, 3, 6].includes(buffer.readUInt32LE(30));
  const rowBytes = 4 * Math.ceil((buffer.readInt32LE(18) * buffer.readUInt16LE(28)) / 32);
  const pixelBytes = isCompressed ? buffer.readUInt32LE(34) : rowBytes * Math.abs(buffer.readInt32LE(22));
  return buffer.readUInt32LE(10) + pixelBytes;
}

const ICO_HEAD = 0x00_00_01_00;

/** Returns the offset at which the last of the pictures ends. */
function icoEnd(buffer: Buffer): number {
  const entries = buffer.length < 6 ? 0 : buffer.readUInt16LE(4);
  const headBytes = 6 + 16 * entries;
  if (buffer.length < headBytes) return headBytes;
  const ends = Array.from(
    { length: entries },
    (_, at) => buffer.readUInt32LE(14 + 16 * at) + buffer.readUInt32LE(18 + 16 * at),
  );
  return Math.max(headBytes, ...ends);
}
