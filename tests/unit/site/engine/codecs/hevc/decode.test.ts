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
