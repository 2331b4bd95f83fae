import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { optionsOf, PICTURE_RULES } from '../../../../../site/dev-utils/pictures/fields.ts';
import { readableBytes, savedShare } from '../../../../../site/dev-utils/pictures/format.ts';
import { fileName, uniqueNames } from '../../../../../site/dev-utils/pictures/names.ts';
import { encodeWithin } from '../../../../../site/dev-utils/pictures/quality.ts';
import { sizeAfter } from '../../../../../site/dev-utils/pictures/size.ts';
import { zipOf } from '../../../../../site/dev-utils/pictures/zip.ts';

describe('names', () => {
  const picture = { name: 'my.holiday.PNG', type: 'image/webp', number: 3, width: 640, height: 480 } as const;
  test('keep the source’s, with the extension of the format', () => {
    expect(fileName('{name}', picture)).toBe('my.holiday.webp');
    expect(fileName('{name}', { ...picture, name: 'photo', type: 'image/jpeg' })).toBe('photo.jpg');
  });
  test('may hold number and size, and never a path', () => {
    expect(fileName('{name}-{number}-{width}x{height}-{other}', picture)).toBe('my.holiday-3-640x480-{other}.webp');
    expect(fileName('../a/b:c', picture)).toBe('-a-b-c.webp');
    expect(fileName(' ', picture)).toBe('picture.webp');
  });
  test('are unique, whatever their case', () => {
    expect(uniqueNames(['a.png', 'A.png', 'a (2).png', 'b', 'b'])).toEqual([
      'a.png',
      'A (2).png',
      'a (2) (2).png',
      'b',
      'b (2)',
    ]);
  });
});

describe('sizes', () => {
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
  test('may grow if so wished, up to what formats hold', () => {
    expect(sizeAfter(size, { kind: 'percent', amount: 200, noEnlarge: false })).toEqual({ width: 8000, height: 6000 });
    expect(sizeAfter(size, { kind: 'percent', amount: 400 * 100, noEnlarge: false }).width).toBe(16_383);
    expect(sizeAfter({ width: 3000, height: 1 }, { kind: 'width', amount: 10, noEnlarge: true }).height).toBe(1);
  });
  test('of files are readable, and so is what was saved', () => {
    expect(readableBytes(12_345, 'en-US')).toBe('12.3 kB');
    expect(readableBytes(1_234_567, 'en-US')).toBe('1.23 MB');
    expect(savedShare(1000, 250)).toBe(0.75);
    expect(savedShare(100, 130)).toBeCloseTo(-0.3);
    expect(savedShare(0, 10)).toBe(0);
  });
});

describe('a limit of bytes', () => {
  const encoder = () => {
    const tried: number[] = [];
    const encode = async (quality: number) => {
      tried.push(quality);
      return new Blob([new Uint8Array(1000 + quality * 100)]);
    };
    return { tried, encode };
  };
  test('is met by the highest quality that fits, in few tries', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1100, max: 12_000 }),
        fc.integer({ min: 1, max: 100 }),
        async (most, highest) => {
          const { tried, encode } = encoder();
          const { blob, quality } = await encodeWithin({ encode, most, highest });
          const expected = Math.min(highest, Math.floor((most - 1000) / 100));
          expect(quality).toBe(expected);
          expect(blob.size).toBeLessThanOrEqual(most);
          expect(tried.length).toBeLessThanOrEqual(8);
        },
      ),
    ));
  test('that nothing meets gives the smallest there is', async () => {
    const { encode } = encoder();
    expect((await encodeWithin({ encode, most: 10, highest: 90 })).quality).toBe(1);
    expect((await encodeWithin({ encode, most: 0, highest: 90 })).quality).toBe(90);
  });
});

describe('a ZIP file', () => {
  test('holds names in UTF-8, contents and checksums where its directory says', async () => {
    const entries = [
      { name: 'a.txt', content: new Blob(['hello']) },
      { name: '照片.webp', content: new Blob([new Uint8Array(70_000).fill(7)]) },
      { name: 'empty', content: new Blob([]) },
    ];
    const zip = await zipOf(entries, new Date(2026, 2, 1, 12, 30, 20));
    const bytes = Buffer.from(await zip!.arrayBuffer());
    const end = bytes.length - 22;
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
    expect(bytes.readUInt16LE(end + 10)).toBe(3);
    let at = bytes.readUInt32LE(end + 16);
    expect(at + bytes.readUInt32LE(end + 12)).toBe(end);
    for (const { name, content } of entries) {
      expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
      expect(bytes.readUInt16LE(at + 8) & 0x0800).toBe(0x0800);
      expect(bytes.readUInt16LE(at + 12)).toBe((12 << 11) | (30 << 5) | 10);
      expect(bytes.readUInt16LE(at + 14)).toBe((46 << 9) | (3 << 5) | 1);
      const length = bytes.readUInt16LE(at + 28);
      expect(bytes.subarray(at + 46, at + 46 + length).toString()).toBe(name);
      const local = bytes.readUInt32LE(at + 42);
      expect(bytes.readUInt32LE(local)).toBe(0x04034b50);
      const start = local + 30 + bytes.readUInt16LE(local + 26);
      const stored = bytes.subarray(start, start + bytes.readUInt32LE(local + 18));
      expect(stored.equals(Buffer.from(await content.arrayBuffer()))).toBe(true);
      expect(bytes.readUInt32LE(at + 16)).toBe(crc32(stored));
      at += 46 + length;
    }
    expect(at).toBe(end);
  });
  test('is refused where a plain one cannot hold as much', async () => {
    const entry = { name: 'x', content: new Blob([]) };
    expect(
      await zipOf(
        Array.from({ length: 65_536 }, () => entry),
        new Date(0),
      ),
    ).toBeNull();
  });
});

test('options are what the form says, kept in bounds', () => {
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
    most: 20_000,
    resize: { kind: 'percent', amount: 30, noEnlarge: true },
    matte: [255, 128, 0],
  });
  expect(optionsOf({ ...fields, matte: 'red' }).matte).toEqual([255, 255, 255]);
});
