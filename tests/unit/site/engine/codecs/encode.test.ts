import { expect, it } from 'vitest';
import { encodePicture } from '../../../../../site/engine/codecs/encode.ts';
import { readHeader } from '../../../../../site/engine/codecs/header.ts';
import { NO_METADATA } from '../../../../../site/engine/codecs/metadata.ts';

const parts = {
  metadata: NO_METADATA,
  profile: null,
  // Node has no canvas: a use of one is an error.
  canvas: { area: 268_435_456, side: 16_384 },
  signal: new AbortController().signal,
  report: { done: () => undefined },
};
const options = { type: 'image/jpeg', quality: 0.9, matte: [255, 255, 255], metadata: 'strip' } as const;

it('writes a large JPEG without a canvas where memory is short', async () => {
  const [width, height] = [2048, 8200];
  const pixels = { width, height, data: new Uint8ClampedArray(4 * width * height).fill(255) };
  const file = await encodePicture(pixels, options, { ...parts, isFrugal: true });
  expect(file.type).toBe('image/jpeg');
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([...bytes.subarray(0, 2), ...bytes.subarray(-2)]).toEqual([0xff, 0xd8, 0xff, 0xd9]);
  await expect(encodePicture(pixels, options, parts)).rejects.toThrow('OffscreenCanvas');
});

it('writes no JPEG with a side that no decoder takes, or that its header cannot hold, but a PNG', async () => {
  const strip = (width: number, height: number) => ({ width, height, data: new Uint8ClampedArray(4 * width * height) });
  const frugal = { ...parts, isFrugal: true };
  for (const pixels of [strip(65_501, 1), strip(1, 70_000)]) {
    await expect(encodePicture(pixels, options, frugal)).rejects.toMatchObject({
      cause: { code: 'output.encode', format: 'JPEG' },
    });
    const png = await encodePicture(pixels, { ...options, type: 'image/png' }, frugal);
    const { width, height } = pixels;
    expect(readHeader(new Uint8Array(await png.arrayBuffer()), 'image/png')).toMatchObject({ width, height });
  }
  const largest = await encodePicture(strip(65_500, 1), options, frugal);
  expect(readHeader(new Uint8Array(await largest.arrayBuffer()), 'image/jpeg')).toMatchObject({ width: 65_500 });
});
