import { readFile } from 'node:fs/promises';
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
import { exifOfTiff } from '../../../../../site/engine/codecs/tiff-metadata.ts';
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
const textIn = (bytes: Uint8Array | null) => new TextDecoder('latin1').decode(bytes ?? undefined);
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

  it('keeps what describes the picture, without maker notes that do not fit into a segment of a JPEG', () => {
    const makerNote = new Uint8Array(70_000).fill(7);
    const long = exifOf({ gps: [48, 51, 29], model: 'A camera', makerNote });
    const written = readMetadata(writeMetadata(jpeg, { exif: long, xmp, profile: false }));
    const described = exifOfTiff(exifOf({ gps: [48, 51, 29], model: 'A camera' }));
    expect(written).toEqual({ exif: described, xmp, profile: false });
    const adapted = adaptMetadata({ exif: long, xmp, profile: false }, { width: 3, height: 2, keepGps: false });
    const withoutPlace = readMetadata(writeMetadata(jpeg, adapted));
    expect([textIn(withoutPlace.exif).includes('A camera'), hasLocation(withoutPlace)]).toEqual([true, false]);
    expect(readMetadata(writeMetadata(png, { exif: long, xmp, profile: false })).exif).toEqual(long);
  });

  it('is none in a JPEG if the metadata does not fit into a segment', () => {
    const long = { exif, xmp: 'x'.repeat(70_000), profile: false };
    expect(readMetadata(writeMetadata(jpeg, long))).toEqual({ exif, xmp: null, profile: false });
  });
});

describe('metadata of HEIC and AVIF', () => {
  const box = (name: string, ...content: readonly Uint8Array[]) => {
    const body = concatBytes(content);
    return concatBytes([u32Bytes(body.length + 8), fromAscii(name), body]);
  };
  const numbers = (...values: readonly number[]) => concatBytes(values.map(u32Bytes));
  const entry = (id: number, type: string) =>
    box('infe', Uint8Array.of(2, 0, 0, 0, 0, id, 0, 0), fromAscii(`${type}\0`));
  const other = fromAscii('<x:xmpmeta exif:GPSLatitude="48,51.5N"/>');

  /** A file whose item 2 of type `Exif` has its bytes in two parts, around and before those of other items. */
  function heif(item: Uint8Array, { brand = 'heic', type = 'Exif', missing = 0 } = {}) {
    const ftyp = box('ftyp', fromAscii(`${brand}\0\0\0\0mif1${brand}`));
    const half = item.length >> 1;
    const meta = (start: number) =>
      box(
        'meta',
        new Uint8Array(4),
        box('pitm', Uint8Array.of(0, 0, 0, 0, 0, 1)),
        box('iinf', Uint8Array.of(0, 0, 0, 0, 0, 2), entry(1, 'hvc1'), entry(2, type)),
        box(
          'iloc',
          Uint8Array.of(0, 0, 0, 0, 0x44, 0, 0, 2),
          ...[Uint8Array.of(0, 1, 0, 0, 0, 1), numbers(start, 5)],
          ...[Uint8Array.of(0, 2, 0, 0, 0, 2), numbers(start + 5, half)],
          numbers(start + 5 + half + other.length, item.length - half + missing),
        ),
        box('iprp'),
      );
    const data = [fromAscii('Exif\0'), item.subarray(0, half), other, item.subarray(half), other];
    return concatBytes([ftyp, meta(ftyp.length + meta(0).length + 8), box('mdat', ...data)]);
  }
  const withOffset = (offset: number, before: string) => concatBytes([u32Bytes(offset), fromAscii(before), exif]);
  const fixture = async (name: string) =>
    new Uint8Array(await readFile(new URL(`../../../../browsers/heic/${name}`, import.meta.url)));

  it.each(['heic', 'avif'])('is the EXIF item of a file, and nothing else of it: %s', (brand) => {
    const only = { ...NO_METADATA, exif };
    expect(readMetadata(heif(withOffset(0, ''), { brand }))).toEqual(only);
    expect(readMetadata(heif(withOffset(6, 'Exif\0\0'), { brand }))).toEqual(only);
    expect(readMetadata(heif(withOffset(0, 'Exif\0\0'), { brand }))).toEqual(only);
    expect(readMetadata(heif(withOffset(3, '123'), { brand }))).toEqual(only);
  });

  it('is none without such an item, and where the file is damaged', () => {
    const item = withOffset(0, '');
    expect(readMetadata(heif(item, { type: 'mime' }))).toEqual(NO_METADATA);
    expect(readMetadata(heif(item, { missing: 41 }))).toEqual(NO_METADATA);
    expect(readMetadata(heif(withOffset(1, '')))).toEqual(NO_METADATA);
    expect(readMetadata(heif(withOffset(2 ** 32 - 1, '')))).toEqual(NO_METADATA);
    expect(readMetadata(heif(new Uint8Array(0)))).toEqual(NO_METADATA);
    // Each byte before the content of the items.
    for (let at = 0; at < 170; at++) {
      const damaged = heif(item);
      damaged[at] = damaged[at]! ^ 255;
      const found = readMetadata(damaged).exif;
      expect(found === null || found.length <= damaged.length).toBe(true);
    }
  });

  it('is read from files of other programs', async () => {
    const located = readMetadata(await fixture('located.heic'));
    expect(hasLocation(located)).toBe(true);
    expect(textIn(located.exif)).toContain('Safelight');
    expect(hasLocation(adaptMetadata(located, { width: 64, height: 64, keepGps: false }))).toBe(false);
    const { exif: ofPhoto } = readMetadata(await fixture('photo.heic'));
    expect(textIn(ofPhoto)).toContain('Safelight');
    for (const found of [located.exif, ofPhoto]) expect(found?.length).toBeLessThan(300);
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
