import { expect, test } from 'vitest';
import { createPictures } from '../../../../../site/engine/workers/pictures.ts';
import { DEVICE } from '../../tools/plan-of.ts';

const pixels = { width: 5000, height: 2000, data: new Uint8ClampedArray(4 * 5000 * 2000) };
const source = (id: string) => ({ kind: 'pixels', id, pixels: { ...pixels, data: pixels.data.slice() } }) as const;

/** Whether a picture of ten megapixels is still kept after another one was opened. */
async function keepsTwo(memory: number): Promise<boolean> {
  const pictures = createPictures({ canvas: DEVICE.canvas, memory });
  const { signal } = new AbortController();
  const first = await pictures.open(source('a'), signal);
  const second = await pictures.open(source('b'), signal);
  expect(pictures.owns(second.pixels.data.buffer)).toBe(true);
  return pictures.owns(first.pixels.data.buffer);
}

test('a second large picture is kept beside the first one only where there is memory', async () => {
  expect(await keepsTwo(4e9)).toBe(true);
  expect(await keepsTwo(0.75e9)).toBe(false);
});
