/** A picture with several frames. `plays`: how often it is shown from start to end; 0: without an end. */
export type Animation = { readonly format: 'gif' | 'webp' | 'png' | 'avif'; readonly plays: number };

/** Returns the animation in a GIF, WebP, PNG or AVIF file; null for any other file. */
export function animationOf(bytes: Uint8Array): Animation | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < 32) return null;
  if (/^GIF8[79]a/.test(buffer.toString('latin1', 0, 6))) return gifAnimation(buffer);
  if (buffer.toString('latin1', 8, 12) === 'WEBP') return webpAnimation(buffer);
  if (buffer.toString('latin1', 1, 4) === 'PNG') return pngAnimation(buffer);
  // The number of plays of an AVIF file is not read, since nothing depends on it.
  return buffer.toString('latin1', 4, 12) === 'ftypavis' ? { format: 'avif', plays: 0 } : null;
}

/** Bytes of a colour table of a GIF file by the flags of its screen or image; 0 without one. */
const colorTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function gifAnimation(buffer: Buffer): Animation | null {
  let frames = 0;
  let plays = 1;
  let offset = 13 + colorTableBytes(buffer[10] as number);
  while (frames < 2 && offset + 10 < buffer.length) {
    const block = buffer[offset];
    if (block === 0x2c) {
      frames += 1;
      offset = afterSubBlocks(buffer, offset + 11 + colorTableBytes(buffer[offset + 9] as number));
    } else if (block === 0x21) {
      if (buffer.toString('latin1', offset + 3, offset + 14) === 'NETSCAPE2.0') {
        const repetitions = buffer.readUInt16LE(Math.min(offset + 16, buffer.length - 2));
        plays = repetitions === 0 ? 0 : repetitions + 1;
      }
      offset = afterSubBlocks(buffer, offset + 2);
    } else break;
  }
  return frames > 1 ? { format: 'gif', plays } : null;
}

/** Returns the offset after a chain of sub-blocks, each of which begins with its length; the last one is empty. */
function afterSubBlocks(buffer: Buffer, start: number): number {
  let offset = start;
  while (offset < buffer.length && buffer[offset] !== 0) offset += (buffer[offset] as number) + 1;
  return offset + 1;
}

const isAnimatedWebp = 2;

function webpAnimation(buffer: Buffer): Animation | null {
  if (buffer.toString('latin1', 12, 16) !== 'VP8X' || ((buffer[20] as number) & isAnimatedWebp) === 0) return null;
  const chunk = buffer.indexOf('ANIM', 30, 'latin1');
  return { format: 'webp', plays: chunk < 0 || chunk + 14 > buffer.length ? 0 : buffer.readUInt16LE(chunk + 12) };
}

/** Bits of the flags of a frame of a WebP file. */
const frameFlags = { disposesToTransparent: 1, replacesPixels: 2 };

/**
 * Returns whether all pixels of an animated WebP file are certainly opaque: its first frame is opaque and fills the picture, and
 * no later one makes a pixel transparent. Frames that only leave earlier pixels as they are may have transparent ones.
 */
export function isOpaqueWebp(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames = riffChunks(buffer, 12).filter(({ type, end }) => type === 'ANMF' && end <= buffer.length);
  return frames.every(({ start }, index) => {
    const flags = buffer[start + 15] as number;
    if (flags & frameFlags.disposesToTransparent) return false;
    // Offset 24 of the file holds the size of the picture in the form in which a frame has its own.
    const fills =
      buffer.readUIntBE(start, 6) === 0 && buffer.subarray(start + 6, start + 12).equals(buffer.subarray(24, 30));
    const mayShowEarlier = index > 0 && (flags & frameFlags.replacesPixels) === 0;
    return mayShowEarlier || ((fills || index > 0) && !hasAlpha(buffer, start + 16));
  });
}

/** Returns whether a frame of a WebP file has transparent pixels, by the chunk at an offset, which holds them. */
function hasAlpha(buffer: Buffer, offset: number): boolean {
  const type = buffer.toString('latin1', offset, offset + 4);
  // A lossless frame says it in the 29th bit after its signature.
  return type === 'ALPH' || (type === 'VP8L' && ((buffer[offset + 12] as number) & 0x10) !== 0);
}

function riffChunks(buffer: Buffer, from: number) {
  const chunks: { readonly type: string; readonly start: number; readonly end: number }[] = [];
  for (let offset = from; offset + 8 <= buffer.length; ) {
    const start = offset + 8;
    const end = start + buffer.readUInt32LE(offset + 4);
    chunks.push({ type: buffer.toString('latin1', offset, offset + 4), start, end });
    offset = end + (end % 2);
  }
  return chunks;
}

/** Looks for the chunk `acTL`, which only animations have, before the pixels. */
function pngAnimation(buffer: Buffer): Animation | null {
  for (let offset = 8; offset + 16 < buffer.length; offset += 12 + buffer.readUInt32BE(offset)) {
    const type = buffer.toString('latin1', offset + 4, offset + 8);
    if (type === 'acTL') return { format: 'png', plays: buffer.readUInt32BE(offset + 12) };
    if (type === 'IDAT') return null;
  }
  return null;
}
