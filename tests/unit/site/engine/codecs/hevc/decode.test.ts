import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, u32Bytes } from '../../../../../../site/engine/codecs/bytes.ts';
import { type DecodedPicture, decodePicture } from '../../../../../../site/engine/codecs/hevc/decode.ts';

/** Made by `make.mjs`, with the digests of what ffmpeg decodes. */
const folder = new URL('streams/', import.meta.url);
type Digest = { readonly width: number; readonly height: number; readonly sha256: string };
const digests = JSON.parse(readFileSync(new URL('streams.json', folder), 'utf8')) as {
  readonly [name: string]: Digest;
};

/** A configuration without parameter sets: those of the streams are before the picture. Lengths of units have four bytes. */
const config = new Uint8Array(23).fill(3, 21, 22);

/** The units of a stream with start codes, each behind its length. */
function unitsOf(stream: Uint8Array): Bytes {
  const starts: number[] = [];
  for (let i = 0; i + 2 < stream.length; i++)
    if (stream[i] === 0 && stream[i + 1] === 0 && stream[i + 2] === 1) starts.push(i + 3);
  return concatBytes(
    starts.flatMap((start, index) => {
      let end = (starts[index + 1] ?? stream.length + 3) - 3;
      while (stream[end - 1] === 0) end -= 1;
      return [u32Bytes(end - start), stream.subarray(start, end)];
    }),
  );
}

/** First byte of the unit of picture parameters: type 34. */
const PICTURE_PARAMETERS = 34 << 1;

const pictureOf = (name: string): Bytes => unitsOf(readFileSync(new URL(`${name}.hevc`, folder)));
const decode = (data: Bytes) => decodePicture({ data, config, pause: async () => undefined });

/** The planes one after the other, in two bytes for each sample above 8 bits, as ffmpeg writes them. */
const digestOf = ({ planes }: DecodedPicture): string => {
  const hash = createHash('sha256');
  for (const { bits, values } of planes)
    hash.update(bits > 8 ? new Uint8Array(values.buffer) : Uint8Array.from(values));
  return hash.digest('hex');
};

describe('decodePicture', () => {
  it.each(Object.entries(digests))('decodes every sample: %s', async (name, { width, height, sha256 }) => {
    const picture = await decode(pictureOf(name));
    expect(picture).toMatchObject({ width, height });
    expect(picture && digestOf(picture)).toBe(sha256);
  });

  it('uses the picture parameters that the slices name, of several', async () => {
    const data = pictureOf('plain');
    const at = data.findIndex(
      (byte, i) => byte === PICTURE_PARAMETERS && i > 3 && data[i - 1]! > 0 && data[i - 4] === 0,
    );
    const length = data[at - 1]!;
    const own = data.subarray(at, at + length);
    // The id 1 instead of 0 (`010` instead of `1`), and the bit that hides signs inverted.
    const bits = [...own.subarray(2)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    const inverted = `010${bits.slice(1, 7)}${bits[7] === '1' ? 0 : 1}${bits.slice(8)}`;
    const padded = inverted.padEnd(8 * Math.ceil(inverted.length / 8), '0').match(/.{8}/g) ?? [];
    const other = Uint8Array.from([...own.subarray(0, 2), ...padded.map((byte) => Number.parseInt(byte, 2))]);
    const both = concatBytes([u32Bytes(other.length), other, data]);
    const picture = await decode(both);
    expect(picture && digestOf(picture)).toBe(digests.plain?.sha256);
  });

  it('refuses streams that are cut or damaged, and ends', async () => {
    const data = pictureOf('plain');
    for (let length = 0; length < data.length; length += 37) {
      const cut = await decode(data.slice(0, length));
      expect(cut === null || length > data.length - 40, `${length} bytes`).toBe(true);
    }
    let seed = 1;
    for (let round = 0; round < 60; round++) {
      const damaged = data.slice();
      for (let i = 0; i < 5; i++) {
        seed = (seed * 1103515245 + 12345) % 2 ** 31;
        damaged[seed % damaged.length] = seed >> 8;
      }
      await expect(decode(damaged)).resolves.toSatisfy((picture) => picture === null || picture.width > 0);
    }
  });

  it('stops where its pause throws', async () => {
    const stop = () => Promise.reject(new Error('stopped'));
    await expect(decodePicture({ data: pictureOf('plain'), config, pause: stop })).rejects.toThrow('stopped');
  });
});
