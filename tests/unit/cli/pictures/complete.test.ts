import sharp from 'sharp';
import { expect, it } from 'vitest';
import { isCutOff } from '../../../../cli/pictures/complete.ts';

it('a GIF is cut off where it ends within a block; one without the last byte, or with others after it, is whole', async () => {
  const frames = await sharp({ create: { width: 40, height: 80, channels: 3, background: '#c40', pageHeight: 40 } })
    .gif()
    .toBuffer();
  expect(isCutOff(frames)).toBe(false);
  expect(isCutOff(frames.subarray(0, -1))).toBe(false);
  expect(isCutOff(Buffer.concat([frames, Buffer.from('appended')]))).toBe(false);
  for (const length of [20, frames.length >> 1, frames.length - 4])
    expect(isCutOff(frames.subarray(0, length))).toBe(true);
});
