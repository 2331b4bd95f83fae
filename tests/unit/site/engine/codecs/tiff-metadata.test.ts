import { describe, expect, it } from 'vitest';
import { fromAscii } from '../../../../../site/engine/codecs/bytes.ts';
import { adaptExif, hasGps, orientationOf } from '../../../../../site/engine/codecs/exif.ts';
import { readMetadata } from '../../../../../site/engine/codecs/metadata.ts';
import { exifOfTiff } from '../../../../../site/engine/codecs/tiff-metadata.ts';
import { exifOf } from '../../../../engine/exif.ts';
import { tiff, tiffFields } from '../../../../tiff.ts';

const text = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('latin1');

describe.each([true, false])('exifOfTiff of a file whose lowest bytes come first: %s', (little) => {
  // EXIF data is a TIFF file.
  const file = exifOf({
    little,
    orientation: 6,
    gps: [48, 51, 29],
    model: 'A scanner',
    thumbnail: fromAscii('preview'),
  });

  it('keeps device, orientation, settings and place, and no preview', () => {
    const exif = exifOfTiff(file)!;
    expect([orientationOf(exif), hasGps(exif), text(exif).includes('A scanner')]).toEqual([6, true, true]);
    expect(text(exif)).not.toContain('preview');
    const upright = adaptExif(exif, { width: 77, height: 55, keepGps: false });
    expect([orientationOf(upright), hasGps(upright), text(upright).includes('A scanner')]).toEqual([1, false, true]);
    // A further pass finds the same fields: all positions are right.
    expect(exifOfTiff(exif)).toEqual(exif);
  });

  it('reads nothing beyond the end of a damaged file', () => {
    for (let length = 0; length < file.length; length++) expect(() => exifOfTiff(file.slice(0, length))).not.toThrow();
  });
});

it('a TIFF file keeps its XMP, and has no EXIF where it says nothing about the picture', () => {
  const fields = [...tiffFields(1, 1, 1), [0x02bc, ...new Uint16Array(fromAscii('<x:xmpmeta/>').buffer)] as const];
  expect(readMetadata(tiff({ fields, pixels: [0] }))).toEqual({ exif: null, xmp: '<x:xmpmeta/>', profile: false });
});
