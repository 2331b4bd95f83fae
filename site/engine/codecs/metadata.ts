import { type Bytes, concatBytes, fromAscii, startsWith, u16, u32, u32Bytes, u32leBytes } from './bytes.ts';
import { isoBoxes, jpegSegments, pngChunks, riffChunks } from './containers.ts';
import { crc32 } from './crc.ts';
import { adaptExif, type ExifChange, hasGps } from './exif.ts';
import { readHeader } from './header.ts';
import { contentOf, readItems } from './heic/items.ts';
import { sniff } from './sniff.ts';
import { tiffOf } from './tiff-fields.ts';
import { readTiffHeader } from './tiff-header.ts';
import { exifOfTiff, xmpOfTiff } from './tiff-metadata.ts';
import { adaptXmp, xmpHasGps } from './xmp.ts';

/**
 * Metadata of a picture file. Of a colour profile only its presence is recorded: `profile.ts` reads it.
 */
export type Metadata = {
  /** The TIFF data, from `II` or `MM` on. */
  readonly exif: Bytes | null;
  readonly xmp: string | null;
  readonly profile: boolean;
};

export const NO_METADATA: Metadata = Object.freeze({ exif: null, xmp: null, profile: false });

const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const PNG_XMP = 'XML:com.adobe.xmp\0';
/** Maximum content of a JPEG segment: its length field has 16 bits and includes its own two bytes. */
const MAX_SEGMENT_CONTENT_BYTES = 65533;

/** Reads the metadata of JPEG, PNG, WebP, TIFF, JPEG XL, and EXIF of AVIF and HEIC; other files have none. */
export function readMetadata(bytes: Bytes): Metadata {
  switch (sniff(bytes)) {
    case 'image/jpeg':
      return readJpeg(bytes);
    case 'image/png':
      return readPng(bytes);
    case 'image/webp':
      return readWebp(bytes);
    case 'image/avif':
    case 'image/heic':
      return { ...NO_METADATA, exif: heifExif(bytes) };
    case 'image/jxl':
      return readJxl(bytes);
    case 'image/tiff':
      return { exif: exifOfTiff(bytes), xmp: xmpOfTiff(bytes), profile: !!readTiffHeader(bytes)?.profile };
    default:
      return NO_METADATA;
  }
}

/** Whether EXIF or XMP hold a GPS location. */
export function hasLocation({ exif, xmp }: Metadata): boolean {
  return (exif !== null && hasGps(exif)) || (xmp !== null && xmpHasGps(xmp));
}

/** The metadata for an edited picture. */
export function adaptMetadata({ exif, xmp, profile }: Metadata, change: ExifChange): Metadata {
  return { exif: exif && adaptExif(exif, change), xmp: xmp && adaptXmp(xmp, change.keepGps), profile };
}

/** Inserts EXIF and XMP into a JPEG, PNG, WebP or JPEG XL file that has none. Returns other files unchanged. */
export function writeMetadata(bytes: Bytes, metadata: Metadata): Bytes {
  if (!metadata.exif && !metadata.xmp) return bytes;
  switch (sniff(bytes)) {
    case 'image/jpeg':
      return writeJpeg(bytes, metadata);
    case 'image/png':
      return writePng(bytes, metadata);
    case 'image/webp':
      return writeWebp(bytes, metadata);
    case 'image/jxl':
      return writeJxl(bytes, metadata);
    default:
      return bytes;
  }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const toBytes = (text: string): Bytes => new TextEncoder().encode(text);

function readJpeg(bytes: Bytes): Metadata {
  const segments = jpegSegments(bytes);
  const content = (name: string, prefix: string): Bytes | null => {
    const found = segments.find((segment) => segment.name === name && startsWith(bytes, prefix, segment.from));
    return found ? bytes.slice(found.from + prefix.length, found.to) : null;
  };
  const xmp = content('e1', XMP);
  return { exif: content('e1', EXIF), xmp: xmp && textOf(xmp), profile: content('e2', 'ICC_PROFILE\0') !== null };
}

/** EXIF of which the fields that describe the picture are left where all do not fit: maker notes can take 64 kB and more. */
function jpegExif(exif: Bytes): Bytes | null {
  const all = concatBytes([fromAscii(EXIF), exif]);
  if (all.length <= MAX_SEGMENT_CONTENT_BYTES) return all;
  const described = exifOfTiff(exif);
  return described && concatBytes([fromAscii(EXIF), described]);
}

function writeJpeg(bytes: Bytes, { exif, xmp }: Metadata): Bytes {
  const segment = (content: Bytes) =>
    concatBytes([Uint8Array.of(0xff, 0xe1, (content.length + 2) >> 8, (content.length + 2) & 255), content]);
  const contents = [exif && jpegExif(exif), xmp && concatBytes([fromAscii(XMP), toBytes(xmp)])];
  const added = contents
    .filter((content) => content !== null && content !== '')
    .filter((c) => c.length <= MAX_SEGMENT_CONTENT_BYTES);
  // JFIF must be the first segment.
  const jfif = bytes[3] === 0xe0 ? 4 + u16(bytes, 4) : 2;
  return concatBytes([bytes.subarray(0, jfif), ...added.map(segment), bytes.subarray(jfif)]);
}

function readPng(bytes: Bytes): Metadata {
  const chunks = pngChunks(bytes);
  const exif = chunks.find(({ name }) => name === 'eXIf');
  const text = chunks.find(({ name, from }) => name === 'iTXt' && startsWith(bytes, PNG_XMP, from));
  const compressed = text ? bytes[text.from + PNG_XMP.length] !== 0 : true;
  return {
    exif: exif ? bytes.slice(exif.from, exif.to) : null,
    xmp: text && !compressed ? itxtText(bytes.subarray(text.from + PNG_XMP.length + 2, text.to)) : null,
    profile: chunks.some(({ name }) => name === 'iCCP'),
  };
}

/** The text of an iTXt chunk follows a language and a translated keyword, each terminated by a zero. */
function itxtText(bytes: Uint8Array): string {
  return textOf(bytes.subarray(bytes.indexOf(0, bytes.indexOf(0) + 1) + 1));
}

/** A chunk of a PNG file: length, name, content, CRC. */
export function pngChunk(name: string, content: Uint8Array): Bytes {
  const chunk = new Uint8Array(content.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length);
  chunk.set(fromAscii(name), 4);
  chunk.set(content, 8);
  view.setUint32(content.length + 8, crc32(chunk.subarray(4, content.length + 8)));
  return chunk;
}

function writePng(bytes: Bytes, { exif, xmp }: Metadata): Bytes {
  const added = [
    exif && pngChunk('eXIf', exif),
    xmp && pngChunk('iTXt', concatBytes([fromAscii(`${PNG_XMP}\0\0\0\0`), toBytes(xmp)])),
  ].filter((chunk) => chunk !== null && chunk !== '');
  const afterHeader = 8 + 12 + u32(bytes, 8);
  return concatBytes([bytes.subarray(0, afterHeader), ...added, bytes.subarray(afterHeader)]);
}

function readWebp(bytes: Bytes): Metadata {
  const chunks = riffChunks(bytes);
  const content = (name: string): Bytes | null => {
    const chunk = chunks.find((one) => one.name === name);
    return chunk ? bytes.slice(chunk.from, chunk.to) : null;
  };
  const exif = content('EXIF');
  const xmp = content('XMP ');
  return { exif: exif && withoutPrefix(exif), xmp: xmp && textOf(xmp), profile: content('ICCP') !== null };
}

function writeWebp(bytes: Bytes, { exif, xmp }: Metadata): Bytes {
  const header = readHeader(bytes, 'image/webp');
  if (!header) return bytes;
  const { width, height, hasAlpha } = header;
  const chunk = (name: string, content: Uint8Array) =>
    concatBytes([fromAscii(name), u32leBytes(content.length), content, new Uint8Array(content.length % 2)]);
  const flags = (hasAlpha ? 16 : 0) | (exif ? 8 : 0) | (xmp ? 4 : 0);
  const size = [...u32leBytes(width - 1).subarray(0, 3), ...u32leBytes(height - 1).subarray(0, 3)];
  const kept = riffChunks(bytes).filter(({ name }) => !['VP8X', 'EXIF', 'XMP ', 'ICCP'].includes(name));
  const body = concatBytes([
    fromAscii('WEBP'),
    chunk('VP8X', Uint8Array.of(flags, 0, 0, 0, ...size)),
    ...kept.map(({ name, from, to }) => chunk(name, bytes.subarray(from, to))),
    ...(exif ? [chunk('EXIF', exif)] : []),
    ...(xmp ? [chunk('XMP ', toBytes(xmp))] : []),
  ]);
  return concatBytes([fromAscii('RIFF'), u32leBytes(body.length), body]);
}

/** Boxes at the start of a JPEG XL file that holds more than its codestream (ISO/IEC 18181-2). */
const JXL_START = '\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl \0\0\0\0jxl ';

function readJxl(bytes: Bytes): Metadata {
  const boxes = startsWith(bytes, 'JXL ', 4) ? isoBoxes(bytes) : [];
  const exif = boxes.find(({ name }) => name === 'Exif');
  const xmp = boxes.find(({ name }) => name === 'xml ');
  return {
    exif: exif ? exifAfterOffset(bytes.slice(exif.from, exif.to)) : null,
    xmp: xmp ? textOf(bytes.subarray(xmp.from, xmp.to)) : null,
    profile: false,
  };
}

/** Wraps a codestream; a file of boxes is returned unchanged. */
function writeJxl(bytes: Bytes, { exif, xmp }: Metadata): Bytes {
  if (bytes[0] !== 0xff) return bytes;
  const box = (name: string, content: Uint8Array) =>
    concatBytes([u32Bytes(content.length + 8), fromAscii(name), content]);
  return concatBytes([
    fromAscii(JXL_START),
    ...(exif ? [box('Exif', concatBytes([u32Bytes(0), exif]))] : []),
    ...(xmp ? [box('xml ', toBytes(xmp))] : []),
    box('jxlc', bytes),
  ]);
}

/** EXIF of a HEIC or AVIF file; null without it, and where the file is damaged. */
function heifExif(bytes: Bytes): Bytes | null {
  const items = readItems(bytes);
  const [id] = [...(items?.types ?? [])].find(([, type]) => type === 'Exif') ?? [];
  return items && id !== undefined ? exifAfterOffset(contentOf(items, id)) : null;
}

/** EXIF data that follows the offset of its TIFF header, of 4 bytes (ISO/IEC 23008-12, A.2.1); null if it is damaged. */
function exifAfterOffset(content: Bytes): Bytes | null {
  const exif = withoutPrefix(content.slice(4 + u32(content, 0)));
  return tiffOf(exif) && exif;
}

/** Some programs write the prefix that only JPEG needs. */
const withoutPrefix = (exif: Bytes): Bytes => (startsWith(exif, EXIF) ? exif.slice(EXIF.length) : exif);
