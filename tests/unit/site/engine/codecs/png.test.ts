import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes, fromAscii, u32Bytes } from '../../../../../site/engine/codecs/bytes.ts';
import { isComplete, pngChunks } from '../../../../../site/engine/codecs/containers.ts';
import { readHeader } from '../../../../../site/engine/codecs/header.ts';
import { pngChunk } from '../../../../../site/engine/codecs/metadata.ts';
import { decodePng } from '../../../../../site/engine/codecs/png-decode.ts';
import { encodePng } from '../../../../../site/engine/codecs/png-encode.ts';
import type { Pixels } from '../../../../../site/engine/types.ts';

const quiet = { onProgress: async () => undefined };
const encode = async (pixels: Pixels) => new Uint8Array(await (await encodePng(pixels, quiet)).arrayBuffer());
const decode = (bytes: Uint8Array<ArrayBuffer>) => decodePng(bytes, async () => undefined);

type Shape = { readonly colour: number; readonly bits: number; readonly width: number; readonly height: number };

/** A PNG file with the given filtered rows; each row starts with the number of its filter. */
function file({ colour, bits, width, height }: Shape, rows: readonly number[], more: readonly Uint8Array[] = []) {
  return concatBytes([
    fromAscii('\x89PNG\r\n\x1a\n'),
    pngChunk('IHDR', Uint8Array.of(...u32Bytes(width), ...u32Bytes(height), bits, colour, 0, 0, 0)),
    ...more,
    pngChunk('IDAT', deflateSync(Uint8Array.from(rows))),
    pngChunk('IEND', new Uint8Array(0)),
  ]);
}

describe('PNG', () => {
  it('round-trips every translucent picture exactly', async () => {
    const size = fc.integer({ min: 1, max: 40 });
    await fc.assert(
      fc.asyncProperty(size, size, fc.infiniteStream(fc.nat(255)), async (width, height, bytes) => {
        const data = Uint8ClampedArray.from({ length: width * height * 4 }, () => bytes.next().value as number);
        data[3] = 7;
        expect(await decode(await encode({ width, height, data }))).toEqual({ width, height, data });
      }),
      { numRuns: 40 },
    );
  });

  it('writes opaque pictures as RGB, in rows that zlib inflates', async () => {
    const data = Uint8ClampedArray.from({ length: 70 * 4 }, (_, i) => (i % 4 === 3 ? 255 : i));
    const bytes = await encode({ width: 1, height: 70, data });
    expect(readHeader(bytes, 'image/png')).toMatchObject({ width: 1, height: 70, hasAlpha: false, bitsPerChannel: 8 });
    const chunks = pngChunks(bytes).filter(({ name }) => name === 'IDAT');
    const rows = inflateSync(concatBytes(chunks.map(({ from, to }) => bytes.subarray(from, to))));
    expect(rows).toHaveLength(70 * 4);
    expect(isComplete(bytes)).toBe(true);
    expect(isComplete(bytes.subarray(0, -1))).toBe(false);
  });

  it('is complete with its last chunk, whatever follows it', async () => {
    const pixels = { width: 1, height: 1, data: Uint8ClampedArray.of(1, 2, 3, 4) };
    const bytes = await encode(pixels);
    for (const more of [new Uint8Array(512), fromAscii('more than a picture'), pngChunk('eXIf', new Uint8Array(8))]) {
      const longer = concatBytes([bytes, more]);
      expect(isComplete(longer)).toBe(true);
      expect(pngChunks(longer)).toEqual(pngChunks(bytes));
      expect(await decode(longer)).toEqual(pixels);
    }
  });

  it('undoes all five filters', async () => {
    // Grey with alpha; each row is 1 more than the one above.
    const rows = [
      ...[0, 10, 200, 20, 200],
      ...[1, 11, 201, 10, 0],
      ...[2, 1, 1, 1, 1],
      ...[3, 7, 101, 9, 0],
      ...[4, 1, 1, 1, 1],
    ];
    const decoded = await decode(file({ colour: 4, bits: 8, width: 2, height: 5 }, rows));
    expect(decoded?.data.filter((_, i) => i % 8 === 0)).toEqual(Uint8ClampedArray.of(10, 11, 12, 13, 14));
    expect(decoded?.data.slice(-8)).toEqual(Uint8ClampedArray.of(14, 14, 14, 203, 27, 27, 27, 204));
  });

  it('rounds 16 bits to 8', async () => {
    const rows = [0, 0xff, 0xff, 0x80, 0x00, 0x00, 0x7f, 0x40, 0x40];
    const decoded = await decode(file({ colour: 6, bits: 16, width: 1, height: 1 }, rows));
    expect(decoded?.data).toEqual(Uint8ClampedArray.of(255, 128, 0, 64));
  });

  it('returns null for formats that the browser must decode', async () => {
    const shape = { colour: 6, bits: 8, width: 1, height: 1 };
    const rows = [0, 1, 2, 3, 4];
    expect(await decode(file(shape, rows, [pngChunk('iCCP', Uint8Array.of(0))]))).toBeNull();
    expect(await decode(file(shape, rows, [pngChunk('gAMA', u32Bytes(100000))]))).toBeNull();
    expect(await decode(file({ ...shape, colour: 2 }, [0, 1, 2, 3]))).toBeNull();
    const srgb = [pngChunk('sRGB', Uint8Array.of(0)), pngChunk('gAMA', u32Bytes(45455))];
    expect((await decode(file(shape, rows, srgb)))?.data).toEqual(Uint8ClampedArray.of(1, 2, 3, 4));
  });

  it('rejects damaged rows', async () => {
    const shape = { colour: 6, bits: 8, width: 1, height: 2 };
    await expect(decode(file(shape, [0, 1, 2, 3, 4]))).rejects.toThrow('Rows are missing');
    await expect(decode(file(shape, [9, 1, 2, 3, 4, 0, 1, 2, 3, 4]))).rejects.toThrow('unknown filter');
  });

  it('stops if the signal aborts', async () => {
    const pixels = { width: 1, height: 500, data: new Uint8ClampedArray(2000) };
    const onProgress = (done: number) => (done > 0.4 ? Promise.reject(new Error('enough')) : Promise.resolve());
    await expect(encodePng(pixels, { onProgress })).rejects.toThrow('enough');
  });
});
