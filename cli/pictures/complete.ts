/**
 * Returns whether a PNG, JPEG, WebP or GIF file ends before its picture does, as after an interrupted transfer: browsers show the
 * lower part grey, or nothing. False for any other file. Bytes after the picture are allowed, since cameras append some.
 */
export function isCutOff(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.toString('latin1', 1, 4) === 'PNG') return !hasPngEnd(buffer);
  if (buffer.toString('latin1', 8, 12) === 'WEBP') return buffer.length < 8 + buffer.readUInt32LE(4);
  if (buffer.toString('latin1', 0, 4) === 'GIF8') return endsInGifBlock(buffer);
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
