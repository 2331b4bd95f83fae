/** Width and height in pixels. */
type Size = { readonly width: number; readonly height: number };

/** A part of a file, from `start` to before `end`. */
type Part = { readonly name: string; readonly start: number; readonly end: number };

/** Returns the size at which an MP4, QuickTime or WebM file is shown; null for sounds and other files. */
export function videoSize(bytes: Uint8Array): Size | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const isWebm = buffer.length > 4 && buffer.readUInt32BE(0) === 0x1a45dfa3;
    return isWebm ? webmSize(buffer) : mp4Size(buffer);
  } catch (error) {
    // The file ends in the middle of a part.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Bytes of the transformation matrix of a track, and of the width and height after it, which end its header. */
const trackMatrixBytes = 36;
const trackSizeBytes = 8;

function mp4Size(buffer: Buffer): Size | null {
  const headers = find(buffer, ['moov', 'trak', 'tkhd'], boxes);
  for (const { end } of headers) {
    const matrix = end - trackSizeBytes - trackMatrixBytes;
    const width = buffer.readUInt32BE(end - 8) / 2 ** 16;
    const height = buffer.readUInt32BE(end - 4) / 2 ** 16;
    if (width === 0 || height === 0) continue;
    // A quarter turn has no horizontal scale.
    const isTurned = buffer.readInt32BE(matrix) === 0;
    return rounded(isTurned ? { width: height, height: width } : { width, height });
  }
  return null;
}

/** Yields the boxes of an MP4 file or box. */
function* boxes(buffer: Buffer, { start, end }: Part): Generator<Part> {
  for (let offset = start; offset + 8 <= end; ) {
    const size = buffer.readUInt32BE(offset);
    const headerBytes = size === 1 ? 16 : 8;
    const length = size === 1 ? Number(buffer.readBigUInt64BE(offset + 8)) : size === 0 ? end - offset : size;
    if (length < headerBytes) return;
    const last = Math.min(offset + length, end);
    yield { name: buffer.toString('latin1', offset + 4, offset + 8), start: offset + headerBytes, end: last };
    offset = last;
  }
}

/** Ids of Matroska elements, in hexadecimal digits. */
const matroska = { segment: '18538067', tracks: '1654ae6b', track: 'ae', video: 'e0' };
const videoElement = { width: 'b0', height: 'ba', shownWidth: '54b0', shownHeight: '54ba', unit: '54b2' };

function webmSize(buffer: Buffer): Size | null {
  for (const video of find(buffer, Object.values(matroska), elements)) {
    const values = new Map<string, number>();
    for (const { name, start, end } of elements(buffer, video))
      if (end > start && end - start <= 6) values.set(name, buffer.readUIntBE(start, end - start));
    const [width, height] = [values.get(videoElement.width) ?? 0, values.get(videoElement.height) ?? 0];
    if (width === 0 || height === 0) continue;
    // Other units than pixels give proportions only.
    const isInPixels = (values.get(videoElement.unit) ?? 0) === 0;
    const shown = isInPixels ? [values.get(videoElement.shownWidth), values.get(videoElement.shownHeight)] : [];
    return { width: shown[0] || width, height: shown[1] || height };
  }
  return null;
}

/** Yields the elements of a Matroska file or element. */
function* elements(buffer: Buffer, { start, end }: Part): Generator<Part> {
  for (let offset = start; offset < end; ) {
    const idBytes = Math.clz32(buffer.readUInt8(offset)) - 23;
    const sizeBytes = Math.clz32(buffer.readUInt8(offset + idBytes)) - 23;
    if (idBytes > 4 || sizeBytes > 8) return;
    const content = offset + idBytes + sizeBytes;
    // The first bit that is set ends the count of bytes. Sizes of 7 and 8 bytes fit in the lower six.
    const low = Math.min(sizeBytes, 6);
    const mask = sizeBytes > 6 ? 2 ** 48 : 2 ** (7 * sizeBytes);
    const size = buffer.readUIntBE(content - low, low) % mask;
    // Recorders that do not know a size set all of its bits.
    const last = size === mask - 1 ? end : Math.min(content + size, end);
    yield { name: buffer.toString('hex', offset, offset + idBytes), start: content, end: last };
    offset = last;
  }
}

type PartsOf = (buffer: Buffer, part: Part) => Iterable<Part>;

/** Returns the parts that a path of names leads to, in a format whose parts `partsOf` reads. */
function find(buffer: Buffer, path: readonly string[], partsOf: PartsOf): readonly Part[] {
  let parts: readonly Part[] = [{ name: '', start: 0, end: buffer.length }];
  for (const name of path)
    parts = parts.flatMap((part) => [...partsOf(buffer, part)].filter((inner) => inner.name === name));
  return parts;
}

const rounded = ({ width, height }: Size): Size => ({ width: Math.round(width), height: Math.round(height) });
