import { describe, expect, it } from 'vitest';
import { concatBytes, fromAscii } from '../../../../../site/engine/codecs/bytes.ts';
import { sniff } from '../../../../../site/engine/codecs/sniff.ts';

const ftyp = (...brands: readonly string[]) => {
  const [major = '', ...others] = brands;
  const length = 16 + 4 * others.length;
  return concatBytes([
    Uint8Array.of(0, 0, 0, length),
    fromAscii(`ftyp${major}\0\0\0\0${others.join('')}`),
    new Uint8Array(8),
  ]);
};
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('sniff', () => {
  it.each([
    ['image/jpeg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe1)],
    ['image/png', fromAscii('\x89PNG\r\n\x1a\n')],
    ['image/gif', fromAscii('GIF89a')],
    ['image/webp', fromAscii('RIFF\0\0\0\0WEBPVP8 ')],
    ['image/bmp', fromAscii(`BM${'\0'.repeat(40)}`)],
    ['image/tiff', fromAscii('II*\0\x08\0\0\0')],
    ['image/tiff', fromAscii('MM\0*\0\0\0\x08')],
    ['image/jxl', Uint8Array.of(0xff, 0x0a, 1, 2)],
    ['image/jxl', fromAscii('\0\0\0\x0cJXL \r\n\x87\n')],
    ['image/avif', ftyp('avif', 'mif1', 'miaf')],
    ['image/avif', ftyp('mif1', 'miaf', 'avif')],
    ['image/heic', ftyp('heic', 'mif1')],
    ['image/heic', ftyp('mif1', 'heic')],
    ['video/mp4', ftyp('isom', 'avc1')],
    ['video/mp4', ftyp('mp42', 'mp41')],
    ['video/quicktime', ftyp('qt  ')],
    ['video/quicktime', fromAscii('\0\0\0\x08wide\0\0\0\0mdat')],
    ['video/webm', concatBytes([Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3), fromAscii('\x9fB\x86\x81\x01B\x82\x84webm')])],
    ['video/x-matroska', concatBytes([Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3), fromAscii('\x93B\x82\x88matroska')])],
    ['image/svg+xml', utf8('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [
      'image/svg+xml',
      utf8('\uFEFF<?xml version="1.0"?>\n<!-- <b> -->\n<!DOCTYPE svg PUBLIC "a" "b">\n<svg width="3">'),
    ],
  ])('is told by its first bytes: %s', (type, bytes) => {
    expect(sniff(bytes)).toBe(type);
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['a text', utf8('Iron and II beginnings')],
    ['a page', utf8('<!doctype html><html><svg></svg></html>')],
    ['a sound in RIFF', fromAscii('RIFF\0\0\0\0WAVEfmt ')],
    ['an unknown brand', ftyp('zzzz')],
  ])('is not guessed: %s', (_, bytes) => {
    expect(sniff(bytes)).toBeNull();
  });
});
