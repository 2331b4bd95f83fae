import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isCutOff } from '../../../../cli/pictures/complete.ts';

const create = { width: 40, height: 40, channels: 3, background: '#c40' } as const;

/** Returns a BMP file of 5 × 4 pixels. `height`: negative where its rows begin at the top. */
function bmpOf(height: number): Buffer {
  const [rowBytes, offset] = [16, 54];
  const file = Buffer.alloc(offset + rowBytes * Math.abs(height), 0x40);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(offset, 10);
  file.fill(0, 14, offset);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(5, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  return file;
}

/** Returns an ICO file of pictures. */
function icoOf(...pictures: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach((picture, at) => {
    head.writeUInt32LE(picture.length, 14 + 16 * at);
    head.writeUInt32LE(offset, 18 + 16 * at);
    offset += picture.length;
  });
  return Buffer.concat([head, ...pictures]);
}

it('an empty file, and a BMP file of OS/2, are not', () => {
  const old = Buffer.alloc(30);
  old.write('BM', 0, 'latin1');
  old.writeUInt32LE(12, 14);
  expect([new Uint8Array(0), old].map(isCutOff)).toEqual([false, false]);
});

const png = () => sharp({ create }).png().toBuffer();

describe('a picture is cut off where it ends before its last data, and whole with others after it', () => {
  it.each([
    { format: 'AVIF', file: () => sharp({ create }).avif().toBuffer() },
    { format: 'BMP', file: () => bmpOf(4) },
    { format: 'BMP from the top', file: () => bmpOf(-4) },
    { format: 'ICO', file: async () => icoOf(await png(), await png()) },
  ])('$format', async ({ file }) => {
    const whole = await file();
    expect(isCutOff(whole)).toBe(false);
    expect(isCutOff(Buffer.concat([whole, Buffer.from('appended')]))).toBe(false);
    for (const length of [20, whole.length >> 1, whole.length - 1])
      expect(isCutOff(whole.subarray(0, length)), `${length} of ${whole.length} bytes`).toBe(true);
  });

  it('GIF, whose last byte may be missing', async () => {
    const frames = await sharp({ create: { ...create, height: 80, pageHeight: 40 } })
      .gif()
      .toBuffer();
    expect(isCutOff(frames)).toBe(false);
    expect(isCutOff(frames.subarray(0, -1))).toBe(false);
    expect(isCutOff(Buffer.concat([frames, Buffer.from('appended')]))).toBe(false);
    for (const length of [20, frames.length >> 1, frames.length - 4])
      expect(isCutOff(frames.subarray(0, length))).toBe(true);
  });
});
