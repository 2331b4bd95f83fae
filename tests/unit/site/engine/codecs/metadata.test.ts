import { describe, expect, it } from 'vitest';
import { concatBytes, fromAscii, u32Bytes, u32leBytes } from '../../../../../site/engine/codecs/bytes.ts';
import { jpegSegments, pngChunks, riffChunks } from '../../../../../site/engine/codecs/containers.ts';
import { crc32 } from '../../../../../site/engine/codecs/crc.ts';
import {
  adaptMetadata,
  hasLocation,
  NO_METADATA,
  pngChunk,
  readMetadata,
  writeMetadata,
} from '../../../../../site/engine/codecs/metadata.ts';
import { exifOf } from '../../../../engine/exif.ts';

const exif = exifOf({ orientation: 6, gps: [48, 51, 29] });
const xmp = `<x:xmpmeta><rdf:Description tiff:Orientation="6" exif:GPSLatitude="48,51.5N" dc:title="A day"><exif:GPSLongitude>2,17E</exif:GPSLongitude></rdf:Description></x:xmpmeta>`;

const jfif = [0xff, 0xe0, 0, 16, ...fromAscii('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0];
const rest = [0xff, 0xdb, 0, 4, 1, 2, 0xff, 0xda, 0, 4, 9, 9, 7, 7, 0xff, 0xd9];
const jpeg = Uint8Array.of(0xff, 0xd8, ...jfif, ...rest);
const png = concatBytes([
  fromAscii('\x89PNG\r\n\x1a\n'),
  pngChunk('IHDR', Uint8Array.of(...u32Bytes(3), ...u32Bytes(2), 8, 6, 0, 0, 0)),
  pngChunk('IDAT', Uint8Array.of(1, 2, 3)),
  pngChunk('IEND', new Uint8Array(0)),
]);
const vp8l = Uint8Array.of(0x2f, ...u32leBytes(2 | (1 << 14) | (1 << 28)), 5, 5);
const riff = (body: Uint8Array) => concatBytes([fromAscii('RIFF'), u32leBytes(body.length), body]);
const webp = riff(concatBytes([fromAscii('WEBPVP8L'), u32leBytes(vp8l.length), vp8l, Uint8Array.of(0)]));

describe.each([
  ['JPEG', jpeg],
  ['PNG', png],
  ['WebP', webp],
] as const)('metadata of %s', (_, file) => {
  it('a new file has no metadata', () => {
    expect(readMetadata(file)).toEqual(NO_METADATA);
  });

  it('metadata is read as it was written', () => {
    const written = writeMetadata(file, { exif, xmp, profile: false });
    expect(readMetadata(written)).toEqual({ exif, xmp, profile: false });
    expect(hasLocation(readMetadata(written))).toBe(true);
    expect(readMetadata(writeMetadata(file, { exif, xmp: null, profile: false })).exif).toEqual(exif);
    expect(readMetadata(writeMetadata(file, { exif: null, xmp, profile: false })).xmp).toBe(xmp);
  });

  it('a file is unchanged if there is no metadata to write', () => {
    expect(writeMetadata(file, NO_METADATA)).toBe(file);
  });
});

describe('the position of metadata', () => {
  const metadata = { exif, xmp, profile: false };

  it('is after JFIF in a JPEG, and no other byte changes', () => {
    const written = writeMetadata(jpeg, metadata);
    expect(jpegSegments(written).map(({ name }) => name)).toEqual(['e0', 'e1', 'e1', 'db', 'da']);
    expect([...written.subarray(-rest.length)]).toEqual(rest);
    expect([...written.subarray(0, 2 + jfif.length)]).toEqual([...jpeg.subarray(0, 2 + jfif.length)]);
  });

  it('is before the pixels of a PNG, in chunks with checksums', () => {
    const written = writeMetadata(png, metadata);
    const chunks = pngChunks(written);
    expect(chunks.map(({ name }) => name)).toEqual(['IHDR', 'eXIf', 'iTXt', 'IDAT', 'IEND']);
    for (const { from, to } of chunks) {
      expect(new DataView(written.buffer).getUint32(to)).toBe(crc32(written.subarray(from - 4, to)));
    }
  });

  it('is announced in the header of a WebP', () => {
    const written = writeMetadata(webp, metadata);
    const chunks = riffChunks(written);
    expect(chunks.map(({ name }) => name)).toEqual(['VP8X', 'VP8L', 'EXIF', 'XMP ']);
    const [header] = chunks;
    expect([...written.subarray(header?.from, header?.to)]).toEqual([16 + 8 + 4, 0, 0, 0, 2, 0, 0, 1, 0, 0]);
    expect(new DataView(written.buffer).getUint32(4, true)).toBe(written.length - 8);
    expect(written.length % 2).toBe(0);
  });

  it('is none in a JPEG if the metadata does not fit into a segment', () => {
    const long = { exif, xmp: 'x'.repeat(70_000), profile: false };
    expect(readMetadata(writeMetadata(jpeg, long))).toEqual({ exif, xmp: null, profile: false });
  });
});

describe('metadata for a changed picture', () => {
  const size = { width: 30, height: 20 };

  it('is upright, and has no location if the options exclude it', () => {
    const adapted = adaptMetadata({ exif, xmp, profile: true }, { ...size, keepGps: false });
    expect(hasLocation(adapted)).toBe(false);
    expect(adapted.xmp).toBe(
      '<x:xmpmeta><rdf:Description tiff:Orientation="1" dc:title="A day"></rdf:Description></x:xmpmeta>',
    );
  });

  it('keeps the location if the options include it', () => {
    const adapted = adaptMetadata({ exif, xmp, profile: false }, { ...size, keepGps: true });
    expect(hasLocation(adapted)).toBe(true);
    expect(adapted.xmp).toContain('tiff:Orientation="1" exif:GPSLatitude="48,51.5N"');
  });
});

describe('crc32', () => {
  it('matches the example of the specification', () => {
    expect(crc32(fromAscii('123456789'))).toBe(0xcbf43926);
    expect(crc32(fromAscii('6789'), crc32(fromAscii('12345')))).toBe(0xcbf43926);
  });
});
