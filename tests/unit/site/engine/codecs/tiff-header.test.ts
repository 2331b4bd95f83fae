import { describe, expect, it } from 'vitest';
import { readTiffHeader } from '../../../../../site/engine/codecs/tiff-header.ts';
import { tiff, tiffFields } from '../../../../tiff.ts';

const grey = tiffFields(3, 2, 1);
const pixels = [1, 2, 3, 4, 5, 6];

describe('readTiffHeader', () => {
  it('reads size, samples, orientation, and whether pages follow that are no small copies', () => {
    const page = { fields: [...grey, [0x0112, 6] as const], pixels };
    const smallCopy = { fields: [...grey, [0x00fe, 1] as const], pixels };
    expect(readTiffHeader(tiff(page))).toMatchObject({
      width: 3,
      height: 2,
      bits: 8,
      samples: 1,
      colours: 'black is zero',
      opacity: null,
      orientation: 6,
      profile: null,
      pages: 'one',
    });
    expect(readTiffHeader(tiff(page, smallCopy))?.pages).toBe('one');
    expect(readTiffHeader(tiff(page, page))?.pages).toBe('several');
  });

  it.each([
    ['a small copy comes first, as in raw files of cameras', [[0x00fe, 1]]],
    ['the file is a DNG', [[0xc612, 1]]],
    ['the pixels are an old JPEG', [[0x0103, 6]]],
    ['the samples are fractions', [[0x0153, 3]]],
  ] as const)('is null where %s', (_, fields) => {
    expect(readTiffHeader(tiff({ fields: [...grey, ...fields], pixels }))).toBeNull();
  });

  it('does not believe a palette of four thousand million colours', () => {
    const file = tiff({ fields: [...tiffFields(3, 2, 3), [0x0140, 7, 8, 9]], pixels });
    const at = Buffer.from(file).indexOf(Buffer.from([0x40, 0x01, 3, 0])) + 4;
    file.fill(0xff, at, at + 4);
    expect(readTiffHeader(file)?.palette.length).toBe(3 * 65_536);
  });

  it('is null for the colours of sensors and of Lab, and never fails on a part of a file', () => {
    for (const colours of [8, 32803])
      expect(readTiffHeader(tiff({ fields: tiffFields(3, 2, colours), pixels }))).toBeNull();
    const whole = tiff({ fields: grey, pixels });
    for (let length = 0; length < whole.length; length++)
      expect(() => readTiffHeader(whole.slice(0, length))).not.toThrow();
  });
});
