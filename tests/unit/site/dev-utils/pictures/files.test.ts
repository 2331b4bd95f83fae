import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { optionsOf, PICTURE_RULES } from '../../../../../site/dev-utils/pictures/fields.ts';
import { readableBytes, savedFraction } from '../../../../../site/dev-utils/pictures/format.ts';
import { fileName, uniqueNames } from '../../../../../site/dev-utils/pictures/names.ts';
import { sizeAfter } from '../../../../../site/dev-utils/pictures/size.ts';
import { encodeWithin } from '../../../../../site/engine/codecs/target-size.ts';

describe('fileName and uniqueNames', () => {
  const picture = { name: 'my.holiday.PNG', type: 'image/webp', number: 3, width: 640, height: 480 } as const;
  test('keep the name of the source with the extension of the format', () => {
    expect(fileName('{name}', picture)).toBe('my.holiday.webp');
    expect(fileName('{name}', { ...picture, name: 'photo', type: 'image/jpeg' })).toBe('photo.jpg');
  });
  test('fill in number and size, and never form a path', () => {
    expect(fileName('{name}-{number}-{width}x{height}-{other}', picture)).toBe('my.holiday-3-640x480-{other}.webp');
    expect(fileName('../a/b:c', picture)).toBe('-a-b-c.webp');
    expect(fileName(' ', picture)).toBe('picture.webp');
  });
  test('number duplicates case-insensitively', () => {
    expect(uniqueNames(['a.png', 'A.png', 'a (2).png', 'b', 'b'])).toEqual([
      'a.png',
      'A (2).png',
      'a (2) (2).png',
      'b',
      'b (2)',
    ]);
  });
});

describe('sizeAfter', () => {
  const size = { width: 4000, height: 3000 };
  test.each([
    ['none', 100, { width: 4000, height: 3000 }],
    ['longSide', 1000, { width: 1000, height: 750 }],
    ['width', 400, { width: 400, height: 300 }],
    ['height', 300, { width: 400, height: 300 }],
    ['percent', 25, { width: 1000, height: 750 }],
    ['longSide', 8000, { width: 4000, height: 3000 }],
    ['longSide', 0, { width: 4000, height: 3000 }],
  ] as const)('%s %d', (kind, amount, expected) => {
    expect(sizeAfter(size, { kind, amount, noEnlarge: true })).toEqual(expected);
  });
  test('enlarges if allowed, up to the limit of the formats', () => {
    expect(sizeAfter(size, { kind: 'percent', amount: 200, noEnlarge: false })).toEqual({ width: 8000, height: 6000 });
    expect(sizeAfter(size, { kind: 'percent', amount: 400 * 100, noEnlarge: false }).width).toBe(16_383);
    expect(sizeAfter({ width: 3000, height: 1 }, { kind: 'width', amount: 10, noEnlarge: true }).height).toBe(1);
  });
  test('is shown with readable file sizes and savings', () => {
    expect(readableBytes(12_345, 'en-US')).toBe('12.3 kB');
    expect(readableBytes(1_234_567, 'en-US')).toBe('1.23 MB');
    expect(savedFraction(1000, 250)).toBe(0.75);
    expect(savedFraction(100, 130)).toBeCloseTo(-0.3);
    expect(savedFraction(0, 10)).toBe(0);
  });
});

describe('encodeWithin', () => {
  const encoder = () => {
    const tried: number[] = [];
    const encode = async (quality: number) => {
      tried.push(quality);
      return new Blob([new Uint8Array(1000 + quality * 100)]);
    };
    return { tried, encode };
  };
  test('returns the highest quality that fits, with at most eight encodings', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1100, max: 12_000 }),
        fc.integer({ min: 1, max: 100 }),
        async (maxBytes, maxQuality) => {
          const { tried, encode } = encoder();
          const { blob, quality } = await encodeWithin({ encode, maxBytes, maxQuality });
          const expected = Math.min(maxQuality, Math.floor((maxBytes - 1000) / 100));
          expect(quality).toBe(expected);
          expect(blob.size).toBeLessThanOrEqual(maxBytes);
          expect(tried.length).toBeLessThanOrEqual(8);
        },
      ),
    ));
  test('needs at most five encodings for moderate targets of a JPEG, whose sizes grow faster near the best quality', async () => {
    const bytesAt = (quality: number) => Math.round(4e6 / (108 - quality));
    for (const expected of [75, 80, 85, 90]) {
      const tried: number[] = [];
      const encode = async (quality: number) => {
        tried.push(quality);
        return new Blob([new Uint8Array(bytesAt(quality))]);
      };
      const { quality } = await encodeWithin({ encode, maxBytes: bytesAt(expected), maxQuality: 95 });
      expect(quality).toBe(expected);
      expect(tried.length, `${tried}`).toBeLessThanOrEqual(5);
    }
  });
  test('returns quality 1 if no quality fits, and the preferred one without a limit', async () => {
    const { encode } = encoder();
    expect((await encodeWithin({ encode, maxBytes: 10, maxQuality: 90 })).quality).toBe(1);
    expect((await encodeWithin({ encode, maxBytes: 0, maxQuality: 90 })).quality).toBe(90);
  });
});

test('optionsOf reads the fields of the form and clamps them', () => {
  const fields = {
    ...PICTURE_RULES.initial,
    quality: 400,
    targetKb: 20,
    resize: 'percent',
    percent: 30,
    matte: '#ff8000',
  } as const;
  expect(optionsOf(fields)).toMatchObject({
    quality: 100,
    maxBytes: 20_000,
    resize: { kind: 'percent', amount: 30, noEnlarge: true },
    matte: [255, 128, 0],
  });
  expect(optionsOf({ ...fields, matte: 'red' }).matte).toEqual([255, 255, 255]);
});
