import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import startModule from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { jpegSegments } from '../../../../../site/engine/codecs/containers.ts';
import { encodeJpeg } from '../../../../../site/engine/codecs/jpeg-encode.ts';
import { fitsMozJpeg, type MozJpeg, type WriteJpeg, writerOf } from '../../../../../site/engine/codecs/mozjpeg.ts';
import { type StartCodec, startCodec } from '../../../../../site/engine/codecs/wasm-codec.ts';
import { paintedBy } from '../../../../e2e/pictures.ts';

/** A picture of waves, edges and slight noise whose sides are no multiples of 8. */
const picture = paintedBy({ width: 203, height: 117 }, (x, y) => [
  128 + 100 * Math.sin(x / 9) + ((x * 7919 + y * 6007) % 7),
  (x > 90 ? 200 : 40) + ((x * 31 + y * 17) % 5),
  (y * 2 + x) % 256,
]);

const bytesOf = async (blob: Blob | null) => Buffer.from(await (blob as Blob).arrayBuffer());

/** PSNR in dB of the luma that sharp reads from a file. */
async function psnr(file: Buffer): Promise<number> {
  const { width, height } = picture;
  const luma = (image: Sharp) => image.removeAlpha().greyscale().raw().toBuffer();
  const [a, b] = await Promise.all([
    luma(sharp(file)),
    luma(sharp(picture.data, { raw: { width, height, channels: 4 } })),
  ]);
  return 10 * Math.log10(255 ** 2 / (a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0) / a.length));
}

describe('JPEG files of MozJPEG', () => {
  let write: WriteJpeg;
  beforeAll(async () => {
    const binary = readFileSync(createRequire(import.meta.url).resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'));
    const url = `data:application/wasm;base64,${binary.toString('base64')}`;
    write = writerOf(await startCodec(startModule as unknown as StartCodec<MozJpeg>, url));
  });

  it('are read by other decoders as nearly the same pixels, and are larger at a higher quality', async () => {
    const [low, high] = [await bytesOf(write(picture, 0.5)), await bytesOf(write(picture, 0.95))];
    expect(low.length).toBeLessThan(high.length);
    expect(await sharp(high).metadata()).toMatchObject({ format: 'jpeg', width: 203, height: 117, channels: 3 });
    expect(await psnr(high)).toBeGreaterThan(34);
    expect(await psnr(low)).toBeGreaterThan(24);
  });

  it('are smaller than those of the plain encoder, which keep the resolution of colours', async () => {
    const options = { quality: 0.9, matte: [0, 0, 0] as const, onProgress: async () => undefined };
    const plain = await encodeJpeg(picture, options);
    expect((write(picture, 0.9) as Blob).size).toBeLessThan(0.8 * plain.size);
  });

  it('halve the resolution of colours below quality 100', async () => {
    const subsampling = async (quality: number) =>
      (await sharp(await bytesOf(write(picture, quality))).metadata()).chromaSubsampling;
    expect(await subsampling(0.99)).toBe('4:2:0');
    expect(await subsampling(1)).toBe('4:4:4');
  });

  it('are baseline files at every quality', async () => {
    for (const quality of [0.01, 0.3, 1]) {
      const segments = jpegSegments(await bytesOf(write(picture, quality)));
      expect(segments.filter(({ name }) => /^c[0-35-79-bd-f]$/.test(name)).map(({ name }) => name)).toEqual(['c0']);
    }
  });

  it('are null where the encoder fails, and not attempted for pictures that it cannot hold', () => {
    const failing = writerOf({
      encode: () => {
        throw new RangeError('memory');
      },
    });
    expect(failing(picture, 0.9)).toBeNull();
    expect(fitsMozJpeg({ width: 6000, height: 4000 })).toBe(true);
    expect(fitsMozJpeg({ width: 8000, height: 6000 })).toBe(false);
  });
});
