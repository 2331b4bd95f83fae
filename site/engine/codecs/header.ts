import type { ImageType, Size } from '../types.ts';
import { ascii, u16, u16le, u24le, u32, u32le } from './bytes.ts';
import { isoBoxes, jpegSegments, pngChunks, readBmpHeader, riffChunks } from './containers.ts';
import { jxlSize } from './jxl-header.ts';
import { readTiffHeader } from './tiff-header.ts';

/** Properties of a picture from its file's header. The size is the stored one, before EXIF orientation. */
export type Header = Size & {
  readonly bitsPerChannel: number;
  readonly hasAlpha: boolean;
  readonly animated: boolean;
};

/** The header of a file; null if its format is not supported here or the file is damaged. */
export function readHeader(bytes: Uint8Array, type: ImageType): Header | null {
  const header = readers[type]?.(bytes) ?? null;
  return header && header.width > 0 && header.height > 0 ? header : null;
}

const readers: { readonly [type in ImageType]?: (bytes: Uint8Array) => Header | null } = {
  'image/jpeg': (bytes) => {
    // C4 (tables), C8 (extension) and CC (arithmetic coding) are not frames.
    const frame = jpegSegments(bytes).find(({ name }) => /^c[0-35-79-bd-f]$/.test(name));
    if (!frame) return null;
    const size = { width: u16(bytes, frame.from + 3), height: u16(bytes, frame.from + 1) };
    return { ...size, bitsPerChannel: bytes[frame.from] ?? 8, hasAlpha: false, animated: false };
  },
  'image/png': (bytes) => {
    // Works on the first part of a file too.
    if (ascii(bytes, 12, 4) !== 'IHDR') return null;
    const chunks = pngChunks(bytes);
    const colour = bytes[25] ?? 0;
    const hasAlpha = colour === 4 || colour === 6 || chunks.some(({ name }) => name === 'tRNS');
    const animated = chunks.some(({ name }) => name === 'acTL');
    return {
      width: u32(bytes, 16),
      height: u32(bytes, 20),
      bitsPerChannel: colour === 3 ? 8 : (bytes[24] ?? 8),
      hasAlpha,
      animated,
    };
  },
  'image/webp': (bytes) => webpHeader(bytes),
  'image/gif': (bytes) => ({
    width: u16le(bytes, 6),
    height: u16le(bytes, 8),
    bitsPerChannel: 8,
    hasAlpha: true,
    animated: gifFrames(bytes) > 1,
  }),
  'image/bmp': (bytes) => {
    const { width, height, bits } = readBmpHeader(bytes);
    return { width, height, bitsPerChannel: 8, hasAlpha: bits === 32, animated: false };
  },
  'image/avif': (bytes) => isoHeader(bytes),
  'image/heic': (bytes) => isoHeader(bytes),
  'image/jxl': (bytes) => {
    const size = jxlSize(bytes);
    return size && { ...size, bitsPerChannel: 8, hasAlpha: true, animated: false };
  },
  'image/tiff': (bytes) => {
    const header = readTiffHeader(bytes);
    if (!header) return null;
    const { width, height, bits, opacity, pages } = header;
    return { width, height, bitsPerChannel: bits, hasAlpha: opacity !== null, animated: pages === 'several' };
  },
};

function webpHeader(bytes: Uint8Array): Header | null {
  const base = { bitsPerChannel: 8, animated: false };
  const at = 20;
  switch (ascii(bytes, 12, 4)) {
    case 'VP8 ':
      return {
        ...base,
        width: u16le(bytes, at + 6) & 0x3fff,
        height: u16le(bytes, at + 8) & 0x3fff,
        hasAlpha: false,
      };
    case 'VP8L': {
      const bits = u32le(bytes, at + 1);
      const [width, height] = [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
      return { ...base, width, height, hasAlpha: ((bits >>> 28) & 1) === 1 };
    }
    case 'VP8X': {
      const flags = bytes[at] ?? 0;
      const size = { width: u24le(bytes, at + 4) + 1, height: u24le(bytes, at + 7) + 1 };
      const animated = (flags & 2) !== 0 && riffChunks(bytes).filter(({ name }) => name === 'ANMF').length > 1;
      return { ...base, ...size, hasAlpha: (flags & 16) !== 0, animated };
    }
    default:
      return null;
  }
}

/** Frames of a GIF, counted up to two. */
function gifFrames(bytes: Uint8Array): number {
  const tableBytes = (flags: number) => (flags & 128 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableBytes(bytes[10] ?? 0);
  let frames = 0;
  while (frames < 2 && at < bytes.length) {
    if (bytes[at] === 0x2c) {
      frames += 1;
      at += 11 + tableBytes(bytes[at + 9] ?? 0);
    } else if (bytes[at] === 0x21) at += 2;
    else break;
    while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] ?? 0) + 1;
    at += 1;
  }
  return frames;
}

/** The picture has the largest size that a file of the HEIF family declares; the others are tiles and previews. */
function isoHeader(bytes: Uint8Array): Header | null {
  const properties = boxesAt(bytes, ['meta', 'iprp', 'ipco']);
  const sizes = properties
    .filter(({ name }) => name === 'ispe')
    .map(({ from }) => [u32(bytes, from + 4), u32(bytes, from + 8)]);
  const [width = 0, height = 0] = sizes.sort(([a = 0, b = 0], [c = 0, d = 0]) => c * d - a * b)[0] ?? [];
  const depth = properties.find(({ name }) => name === 'pixi');
  const hasAlpha = properties.some(
    ({ name, from, to }) => name === 'auxC' && /alpha|auxid:1/.test(ascii(bytes, from, to - from)),
  );
  const animated = isoBoxes(bytes).some(({ name }) => name === 'moov');
  return { width, height, bitsPerChannel: depth ? (bytes[depth.from + 5] ?? 8) : 8, hasAlpha, animated };
}

function boxesAt(bytes: Uint8Array, path: readonly string[]) {
  let boxes = isoBoxes(bytes);
  for (const step of path) {
    const box = boxes.find(({ name }) => name === step);
    if (!box) return [];
    // A `meta` box begins with its version and flags.
    boxes = isoBoxes(bytes, box.from + (step === 'meta' ? 4 : 0), box.to);
  }
  return boxes;
}
