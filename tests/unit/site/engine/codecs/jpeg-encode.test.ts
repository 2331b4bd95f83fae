import { createRequire } from 'node:module';
import CanvasKitInit from 'canvaskit-wasm';
import { describe, expect, it } from 'vitest';
import { encodeJpeg } from '../../../../../site/engine/codecs/jpeg-encode.ts';
import type { Pixels } from '../../../../../site/engine/types.ts';
import { paintedBy } from '../../../../e2e/pictures.ts';

const kit = await CanvasKitInit({
  locateFile: (file) => createRequire(import.meta.url).resolve(`canvaskit-wasm/bin/${file}`),
});

/** Decodes a JPEG with CanvasKit. */
async function decoded(blob: Blob): Promise<Pixels> {
  const image = kit.MakeImageFromEncoded(await blob.arrayBuffer());
  if (!image) throw new Error('The file is no picture.');
  const [width, height] = [image.width(), image.height()];
  const info = { width, height, colorType: kit.ColorType.RGBA_8888, alphaType: kit.AlphaType.Opaque };
  const data = image.readPixels(0, 0, { ...info, colorSpace: kit.ColorSpace.SRGB });
  return { width, height, data: Uint8ClampedArray.from(data ?? []) };
}

const encode = (pixels: Pixels, quality: number) =>
  encodeJpeg(pixels, { quality, matte: [255, 0, 0], onProgress: async () => undefined });

function psnr(a: Pixels, b: Pixels): number {
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) if (i % 4 < 3) sum += (a.data[i]! - b.data[i]!) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / (0.75 * a.data.length)));
}

/** A picture of waves, edges and slight noise whose sides are no multiples of 8. */
const picture = paintedBy({ width: 203, height: 117 }, (x, y) => [
  128 + 100 * Math.sin(x / 9) + ((x * 7919 + y * 6007) % 7),
  (x > 90 ? 200 : 40) + ((x * 31 + y * 17) % 5),
  (y * 2 + x) % 256,
]);

describe('encodeJpeg', () => {
  it('writes files that other decoders read as nearly the same pixels, and larger files at a higher quality', async () => {
    const [low, high] = await Promise.all([encode(picture, 0.5), encode(picture, 0.95)]);
    expect(low.size).toBeLessThan(high.size);
    const [coarse, fine] = await Promise.all([decoded(low), decoded(high)]);
    expect(fine).toMatchObject({ width: 203, height: 117 });
    expect(psnr(fine, picture)).toBeGreaterThan(34);
    expect(psnr(coarse, picture)).toBeGreaterThan(24);
  });
  it('blends transparent pixels over the matte colour', async () => {
    const clear = { width: 16, height: 16, data: new Uint8ClampedArray(4 * 16 * 16) };
    const { data } = await decoded(await encode(clear, 0.9));
    expect(data[0]).toBeGreaterThan(248);
    expect(Math.max(data[1]!, data[2]!)).toBeLessThan(8);
  });
});
